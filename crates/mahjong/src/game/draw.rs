//! A view as text for a terminal: rivers and melds of all four seats as seen
//! from the seat's own place, then its hand.

use super::table::{Claimed, OpenSeat, RiichiState, Stage};
use super::view::MahjongView;
use crate::meld::{Meld, MeldKind};
use crate::tile::{Face, Suit, Wind};
use fuda_core::{Lang, Style};
use std::fmt::Write;

/// The view as text.
pub(super) fn draw(view: &MahjongView, style: Style) -> String {
    let mut text = String::new();
    let pen = Pen { style, lang: style.words() };
    let table = &view.table;
    let standing = &table.standing;
    let _ = writeln!(
        text,
        "{} {}   {} {}   {} {}   {} {}   {} {}",
        wind_name(standing.round_wind(), style),
        standing.dealer() + 1,
        pen.lang.pick("counters", "本場"),
        standing.honba,
        pen.lang.pick("sticks", "供託"),
        standing.sticks,
        pen.lang.pick("tiles left", "残り"),
        table.live,
        pen.lang.pick("dora indicators", "ドラ表示牌"),
        pen.row(&table.indicators),
    );
    let own = view.seat.index();
    let places = [
        (2, "across", "対面"),
        (3, "left  ", "上家"),
        (1, "right ", "下家"),
        (0, "you   ", "自分"),
    ];
    for (step, place, japanese) in places {
        let seat = (own + step) % 4;
        let open = &table.seats[seat];
        let _ = writeln!(
            text,
            "\n{} {} {} {seat} {:>7}{}{}",
            wind_name(standing.seat_wind(seat), style),
            pen.lang.pick(place, japanese),
            pen.lang.pick("seat", "席"),
            standing.scores[seat],
            riichi(open, pen.lang),
            match step == 0 && view.is_furiten() {
                true => pen.lang.pick("  furiten", "  フリテン"),
                false => "",
            },
        );
        let _ = writeln!(text, "  {} {}", pen.lang.pick("river", "河  "), pen.river(open));
        let melds: Vec<String> = open.melds.iter().map(|meld| pen.meld(meld, view)).collect();
        if step == 0 {
            let held: Vec<Face> = view.hand_before_draw().faces().collect();
            let drawn = view.drawn.map_or(String::new(), |tile| format!("  + {}", pen.tile(tile)));
            let _ = write!(text, "  {} {}{drawn}", pen.lang.pick("hand ", "手牌"), pen.row(&held));
        } else {
            let count = open.concealed;
            text += &pen.lang.pick(format!("  hand  {count} tiles"), format!("  手牌 {count}枚"));
        }
        if !melds.is_empty() {
            let _ = write!(text, "   {} {}", pen.lang.pick("melds", "副露"), melds.join("  "));
        }
        text.push('\n');
    }
    let _ = write!(text, "\n{}", waiting_for(view, &pen));
    text
}

fn waiting_for(view: &MahjongView, pen: &Pen) -> String {
    let lang = pen.lang;
    match view.table.stage {
        Stage::Act { seat, .. } if seat == view.seat.0 => {
            lang.pick("It is your turn.", "あなたの番です。").into()
        }
        Stage::Act { seat, .. } => {
            lang.pick(format!("Seat {seat} is to move."), format!("席{seat}の番です。"))
        }
        Stage::Claims { from, tile, on } => {
            let (what, japanese) = match on {
                Claimed::Discard => ("discarded", "打"),
                Claimed::AddedKan => ("added to a kan", "加槓"),
                Claimed::ConcealedKan => ("declared a concealed kan of", "暗槓"),
            };
            let tile = pen.tile(tile);
            lang.pick(format!("Seat {from} {what} {tile}."), format!("席{from}: {japanese} {tile}"))
        }
        Stage::Over => lang.pick("The game is over.", "終局です。").into(),
    }
}

fn riichi(open: &OpenSeat, lang: Lang) -> &'static str {
    match (open.riichi, open.double_riichi) {
        (RiichiState::None, _) => "",
        (_, true) => lang.pick("  double riichi", "  ダブル立直"),
        (RiichiState::Declared | RiichiState::Accepted, false) => lang.pick("  riichi", "  立直"),
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
    lang: Lang,
}

impl Pen {
    /// A tile: in ASCII its notation; else the Unicode tile with its notation
    /// or its Japanese name, for few fonts show the small pictures well.
    fn tile(&self, tile: Face) -> String {
        let text = if self.style.ascii {
            tile.to_string()
        } else {
            let picture = char::from_u32(picture(tile)).unwrap_or(' ');
            match self.lang {
                Lang::English => format!("{picture}{tile}"),
                Lang::Japanese => format!("{picture}{}", tile.japanese()),
            }
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
            MeldKind::Chi => ("chi", "チー"),
            MeldKind::Pon => ("pon", "ポン"),
            MeldKind::OpenKan => ("kan", "大明槓"),
            MeldKind::AddedKan => ("added kan", "加槓"),
            MeldKind::ConcealedKan => ("concealed kan", "暗槓"),
        };
        let name = self.lang.pick(name.0, name.1);
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
            let ascii = view.draw(Style { ascii: true, ..Style::default() });
            assert!(ascii.is_ascii(), "{ascii}");
            assert!(ascii.contains(&format!("tiles left {}", view.table.live)));
            assert!(
                view.draw(Style { colour: true, ascii: true, ..Style::default() }).contains('\x1b')
            );
            assert!(!view.draw(Style::default()).contains('\x1b'));
            let mv = position.random_move(seat, &mut rng, &mut moves).unwrap();
            position.play_unchecked(seat, mv);
        }
    }

    #[test]
    fn the_first_view_looks_like_this() {
        let position = Mahjong::default().start(&Deal::from_seed(4)).unwrap();
        let text = position.view(Seat(0)).draw(Style { ascii: true, ..Style::default() });
        assert!(text.starts_with("East  1   counters 0   sticks 0   tiles left 69"), "{text}");
        assert!(text.contains("North left   seat 3   25000"), "{text}");
        assert!(text.contains("  hand  13 tiles"), "{text}");
        assert!(text.ends_with("It is your turn."), "{text}");
    }

    #[test]
    fn the_first_view_in_japanese() {
        let position = Mahjong::default().start(&Deal::from_seed(4)).unwrap();
        let japanese = Style { lang: fuda_core::Lang::Japanese, ..Style::default() };
        let text = position.view(Seat(0)).draw(japanese);
        assert!(text.starts_with("東 1   本場 0   供託 0   残り 69   ドラ表示牌 "), "{text}");
        assert!(text.contains("北 上家 席 3   25000") && text.contains("  手牌 13枚"), "{text}");
        assert!(text.ends_with("あなたの番です。"), "{text}");
        let ascii = position.view(Seat(0)).draw(Style { ascii: true, ..japanese });
        assert!(ascii.is_ascii(), "{ascii}");
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
