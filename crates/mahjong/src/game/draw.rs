//! A view as text for a terminal: rivers and melds of all four seats as seen
//! from the seat's own place, then its hand.

use super::table::{Claimed, OpenSeat, RiichiState, Stage};
use super::view::MahjongView;
use crate::meld::{Meld, MeldKind};
use crate::tile::{Face, Suit, Wind};
use fuda_core::Style;
use std::fmt::Write;

/// The view as text.
pub(super) fn draw(view: &MahjongView, style: Style) -> String {
    let mut text = String::new();
    let pen = Pen { style };
    let table = &view.table;
    let standing = &table.standing;
    let _ = writeln!(
        text,
        "{} {}   counters {}   sticks {}   tiles left {}   dora indicators {}",
        wind_name(standing.round_wind(), style),
        standing.dealer() + 1,
        standing.honba,
        standing.sticks,
        table.live,
        pen.row(&table.indicators),
    );
    let own = view.seat.index();
    for (step, place) in [(2, "across"), (3, "left"), (1, "right"), (0, "you")] {
        let seat = (own + step) % 4;
        let open = &table.seats[seat];
        let _ = writeln!(
            text,
            "\n{} {:<6} seat {seat} {:>7}{}{}",
            wind_name(standing.seat_wind(seat), style),
            place,
            standing.scores[seat],
            riichi(open),
            if step == 0 && view.is_furiten() { "  furiten" } else { "" },
        );
        let _ = writeln!(text, "  river {}", pen.river(open));
        let melds: Vec<String> = open.melds.iter().map(|meld| pen.meld(meld, view)).collect();
        if step == 0 {
            let held: Vec<Face> = view.hand_before_draw().faces().collect();
            let drawn = view.drawn.map_or(String::new(), |tile| format!("  + {}", pen.tile(tile)));
            let _ = write!(text, "  hand  {}{drawn}", pen.row(&held));
        } else {
            let _ = write!(text, "  hand  {} tiles", open.concealed);
        }
        if !melds.is_empty() {
            let _ = write!(text, "   melds {}", melds.join("  "));
        }
        text.push('\n');
    }
    let _ = write!(text, "\n{}", waiting_for(view, &pen));
    text
}

fn waiting_for(view: &MahjongView, pen: &Pen) -> String {
    match view.table.stage {
        Stage::Act { seat, .. } if seat == view.seat.0 => "It is your turn.".into(),
        Stage::Act { seat, .. } => format!("Seat {seat} is to move."),
        Stage::Claims { from, tile, on } => {
            let what = match on {
                Claimed::Discard => "discarded",
                Claimed::AddedKan => "added to a kan",
                Claimed::ConcealedKan => "declared a concealed kan of",
            };
            format!("Seat {from} {what} {}.", pen.tile(tile))
        }
        Stage::Over => "The game is over.".into(),
    }
}

fn riichi(open: &OpenSeat) -> &'static str {
    match (open.riichi, open.double_riichi) {
        (RiichiState::None, _) => "",
        (_, true) => "  double riichi",
        (RiichiState::Declared | RiichiState::Accepted, false) => "  riichi",
    }
}

fn wind_name(wind: Wind, style: Style) -> &'static str {
    match (wind, style.ascii) {
        (Wind::East, true) => "East ",
        (Wind::South, true) => "South",
        (Wind::West, true) => "West ",
        (Wind::North, true) => "North",
        (Wind::East, false) => "東",
        (Wind::South, false) => "南",
        (Wind::West, false) => "西",
        (Wind::North, false) => "北",
    }
}

/// How tiles are written.
struct Pen {
    style: Style,
}

impl Pen {
    /// A tile: in ASCII its notation; else the Unicode tile with its
    /// notation, for few fonts show the small pictures well.
    fn tile(&self, tile: Face) -> String {
        let text = if self.style.ascii {
            tile.to_string()
        } else {
            let picture = char::from_u32(picture(tile)).unwrap_or(' ');
            format!("{picture}{tile}")
        };
        if !self.style.colour {
            return text;
        }
        let colour = match (tile.red, tile.kind.suit()) {
            (true, _) => "1;31",
            (false, Suit::Man) => "33",
            (false, Suit::Pin) => "36",
            (false, Suit::Sou) => "32",
            (false, Suit::Honour) => "35",
        };
        format!("\x1b[{colour}m{text}\x1b[0m")
    }

    fn row(&self, tiles: &[Face]) -> String {
        tiles.iter().map(|&tile| self.tile(tile)).collect::<Vec<_>>().join(" ")
    }

    /// A river: `_` after a tile discarded as drawn, `!` after the one riichi
    /// was declared with, brackets around one that was called.
    fn river(&self, open: &OpenSeat) -> String {
        let tiles = open.river.iter().map(|discarded| {
            let mark = match (discarded.riichi, discarded.drawn) {
                (true, _) => "!",
                (false, true) => "_",
                (false, false) => "",
            };
            let tile = self.tile(discarded.tile);
            match discarded.called_by {
                Some(_) => format!("({tile}{mark})"),
                None => format!("{tile}{mark}"),
            }
        });
        tiles.collect::<Vec<_>>().join(" ")
    }

    /// A meld: its name, its tiles, `<` after the one called, and from whom.
    fn meld(&self, meld: &Meld, view: &MahjongView) -> String {
        let name = match meld.kind() {
            MeldKind::Chi => "chi",
            MeldKind::Pon => "pon",
            MeldKind::OpenKan => "kan",
            MeldKind::AddedKan => "added kan",
            MeldKind::ConcealedKan => "concealed kan",
        };
        let called = meld.called();
        let tiles: Vec<String> = meld
            .tiles()
            .iter()
            .map(|&tile| {
                let text = self.tile(tile.face(view.table.rules.red_fives));
                if called == Some(tile) { format!("{text}<") } else { text }
            })
            .collect();
        format!("{name} {}", tiles.join(" "))
    }
}

/// The code point of the tile's picture.
fn picture(tile: Face) -> u32 {
    let number = u32::from(tile.kind.number()) - 1;
    match tile.kind.suit() {
        Suit::Man => 0x1F007 + number,
        Suit::Sou => 0x1F010 + number,
        Suit::Pin => 0x1F019 + number,
        Suit::Honour => match number {
            0..4 => 0x1F000 + number,
            4 => 0x1F006,
            5 => 0x1F005,
            _ => 0x1F004,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Deal, Mahjong};
    use fuda_core::{Game, Position, Purpose, Seat, Seed, View};

    #[test]
    fn every_view_of_a_game_can_be_drawn() {
        let game = Mahjong::default();
        let mut position = game.start(&Deal::from_seed(4)).unwrap();
        let mut rng = Seed(4).stream(Purpose::Playout, &[]);
        let mut moves = Vec::new();
        while let Some(seat) = position.turn().first() {
            let view = position.view(seat);
            let ascii = view.draw(Style { colour: false, ascii: true });
            assert!(ascii.is_ascii(), "{ascii}");
            assert!(ascii.contains(&format!("tiles left {}", view.table.live)));
            assert!(view.draw(Style { colour: true, ascii: true }).contains('\x1b'));
            assert!(!view.draw(Style { colour: false, ascii: false }).contains('\x1b'));
            let mv = position.random_move(seat, &mut rng, &mut moves).unwrap();
            position.play_unchecked(seat, mv);
        }
    }

    #[test]
    fn the_first_view_looks_like_this() {
        let position = Mahjong::default().start(&Deal::from_seed(4)).unwrap();
        let text = position.view(Seat(0)).draw(Style { colour: false, ascii: true });
        assert!(text.starts_with("East  1   counters 0   sticks 0   tiles left 69"), "{text}");
        assert!(text.contains("North left   seat 3   25000"), "{text}");
        assert!(text.contains("  hand  13 tiles"), "{text}");
        assert!(text.ends_with("It is your turn."), "{text}");
    }

    #[test]
    fn pictures_are_those_of_the_tiles() {
        for (text, picture) in [
            ("1m", '🀇'),
            ("9m", '🀏'),
            ("1p", '🀙'),
            ("0s", '🀔'),
            ("1z", '🀀'),
            ("5z", '🀆'),
            ("6z", '🀅'),
            ("7z", '🀄'),
        ] {
            let tile = crate::game::moves::face(text).unwrap();
            assert_eq!(char::from_u32(super::picture(tile)), Some(picture));
        }
    }
}
