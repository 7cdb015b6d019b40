//! The board in a terminal.

use crate::{Disc, Position, Square};
use fuda_core::{Lang, Style};
use std::fmt::Write;

const RESET: &str = "\x1b[0m";
const FELT: &str = "\x1b[48;2;24;112;62m";
const BLACK: &str = "\x1b[38;2;12;12;12m";
const WHITE: &str = "\x1b[38;2;250;250;245m";
const HINT: &str = "\x1b[38;2;130;190;140m";

/// The board with coordinates, the legal squares of the side to move as
/// dots, the disc counts, and whose turn it is.
pub(crate) fn draw(position: &Position, style: Style) -> String {
    draw_after(position, None, style)
}

/// The same with brackets round the disc that was put last.
pub fn draw_after(position: &Position, last: Option<Square>, style: Style) -> String {
    let mut text = String::from("    a b c d e f g h\n");
    let (edge_top, edge_bottom) = match style.ascii {
        true => ("  +-----------------+\n", "  +-----------------+\n"),
        false => ("  ╭─────────────────╮\n", "  ╰─────────────────╯\n"),
    };
    let side = if style.ascii { '|' } else { '│' };
    text.push_str(edge_top);
    for row in 0..8 {
        let _ = write!(text, "{} {side}", row + 1);
        let felt = if style.colour { FELT } else { "" };
        let reset = if style.colour { RESET } else { "" };
        let is_last = |square: Option<Square>| square.is_some() && square == last;
        let squares: Vec<Square> = Square::all().filter(|s| s.row() == row).collect();
        let opens = |square| if is_last(square) { '[' } else { ' ' };
        let _ = write!(text, "{felt}{}", opens(squares.first().copied()));
        for (column, &square) in squares.iter().enumerate() {
            text.push_str(&symbol(position, square, style));
            let next = squares.get(column + 1).copied();
            text.push(if is_last(Some(square)) { ']' } else { opens(next) });
        }
        let _ = writeln!(text, "{reset}{side} {}", row + 1);
    }
    text.push_str(edge_bottom);
    text.push_str("    a b c d e f g h\n\n");
    text.push_str(&status(position, style));
    text
}

fn symbol(position: &Position, square: Square, style: Style) -> String {
    let disc = position.board().disc(square, position.to_move());
    let legal = position.moves() & square.bit() != 0;
    let (colour, sign) = match (disc, style.ascii, legal) {
        // The outline distinguishes the sides where colours do not.
        (Some(Disc::Black), false, _) => (BLACK, "●"),
        (Some(Disc::White), false, _) => (WHITE, "○"),
        (Some(Disc::Black), true, _) => (BLACK, "X"),
        (Some(Disc::White), true, _) => (WHITE, "O"),
        (None, false, true) => (HINT, "·"),
        (None, true, true) => (HINT, "."),
        (None, ..) => ("", " "),
    };
    if style.colour { format!("{colour}{sign}") } else { sign.to_owned() }
}

fn status(position: &Position, style: Style) -> String {
    let (black, white) = position.discs();
    let (b, w) = if style.ascii { ("X", "O") } else { ("●", "○") };
    let lang = style.words();
    let mover = side(position.to_move(), lang);
    let what = if position.is_over() {
        match position.black_score() {
            0 => lang.pick("the game is over: a draw", "終局: 引き分け").to_owned(),
            score => {
                let winner = side(if score > 0 { Disc::Black } else { Disc::White }, lang);
                let by = score.abs();
                lang.pick(
                    format!("the game is over: {winner} wins by {by}"),
                    format!("終局: {winner}の{by}石勝ち"),
                )
            }
        }
    } else if position.must_pass() {
        lang.pick(format!("{mover} must pass"), format!("{mover}はパス"))
    } else {
        lang.pick(format!("{mover} to move"), format!("{mover}の番"))
    };
    let (black_name, white_name) = (side(Disc::Black, lang), side(Disc::White, lang));
    format!("  {b} {black_name} {black}   {w} {white_name} {white}   {what}\n")
}

fn side(disc: Disc, lang: Lang) -> &'static str {
    match disc {
        Disc::Black => lang.pick("black", "黒"),
        Disc::White => lang.pick("white", "白"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Position {
        Position::new(crate::Board::START, Disc::Black)
    }

    #[test]
    fn ascii_shows_discs_moves_and_counts() {
        let text = draw(&start(), Style { ascii: true, ..Style::default() });
        let expected = "    a b c d e f g h
  +-----------------+
1 |                 | 1
2 |                 | 2
3 |       .         | 3
4 |     . O X       | 4
5 |       X O .     | 5
6 |         .       | 6
7 |                 | 7
8 |                 | 8
  +-----------------+
    a b c d e f g h

  X black 2   O white 2   black to move
";
        assert_eq!(text, expected);
        assert!(text.is_ascii());
    }

    #[test]
    fn colours_are_reset_on_each_line() {
        let text = draw(&start(), Style { colour: true, ..Style::default() });
        for line in text.lines().filter(|l| l.contains(FELT)) {
            assert!(line.contains(RESET));
        }
        assert_eq!(text.matches('●').count(), 3, "two discs and the count");
        assert_eq!(text.matches('○').count(), 3);
    }

    #[test]
    fn the_last_disc_is_marked() {
        let style = Style { ascii: true, ..Style::default() };
        for (square, row) in [("d4", "4 |     .[O]X       | 4"), ("e4", "4 |     . O[X]      | 4")]
        {
            let text = draw_after(&start(), square.parse().ok(), style);
            assert!(text.contains(row), "{text}");
        }
        let corner: Position = format!("X{}X O", "-".repeat(62)).parse().unwrap();
        let text = draw_after(&corner, "a1".parse().ok(), style);
        assert!(text.contains("1 |[X]              | 1"), "{text}");
        let text = draw_after(&corner, "h8".parse().ok(), style);
        assert!(text.contains("8 |              [X]| 8"), "{text}");
    }

    #[test]
    fn the_end_is_told() {
        let over: Position = format!("{}O X", "X".repeat(63)).parse().unwrap();
        assert!(draw(&over, Style::default()).contains("black wins by 62"));
    }
}
