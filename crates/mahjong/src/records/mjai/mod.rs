//! mjai: one JSON object per line for everything that happens at the table.

mod dialect;
mod event;
mod fields;
mod hints;
mod live;
mod read;
mod write;

pub use event::{Called, Hora, MjaiEvent, TileName};
pub use hints::{Hint, Hinted, hint};
pub use live::{Answer, Hearing, read_answer, riichi_discard, write_event, write_move};
pub use read::read_logs;
pub use write::write_logs;

use crate::{Face, Kind, Suit};

/// The names of rounds.
const WINDS: [&str; 4] = ["E", "S", "W", "N"];

/// A tile's name in mjai: `1m`, `5sr`, `E` … `C`.
pub fn tile_name(face: Face) -> &'static str {
    const NAMES: [&str; 34] = [
        "1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1p", "2p", "3p", "4p", "5p", "6p",
        "7p", "8p", "9p", "1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "E", "S", "W", "N",
        "P", "F", "C",
    ];
    match (face.red, face.kind.suit()) {
        (true, Suit::Man) => "5mr",
        (true, Suit::Pin) => "5pr",
        (true, Suit::Sou) => "5sr",
        _ => NAMES[face.kind.index()],
    }
}

/// The tile of a name. `0m` and `1z`–`7z` are understood too.
pub fn tile_named(name: &str) -> Option<Face> {
    let face = |suit, number, red| Kind::from_suit(suit, number).map(|kind| Face { kind, red });
    match name.as_bytes() {
        [letter] => {
            let honour = b"ESWNPFC".iter().position(|l| l == letter)?;
            face(Suit::Honour, honour as u8 + 1, false)
        }
        [b'5', suit, b'r'] => face(suit_of(*suit)?, 5, true),
        [b'0', suit] => face(suit_of(*suit)?, 5, true),
        [digit @ b'1'..=b'7', b'z'] => face(Suit::Honour, digit - b'0', false),
        [digit @ b'1'..=b'9', suit] => face(suit_of(*suit)?, digit - b'0', false),
        _ => None,
    }
}

fn suit_of(letter: u8) -> Option<Suit> {
    Suit::from_letter(char::from(letter)).filter(|s| *s != Suit::Honour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_has_one_name() {
        for kind in Kind::all() {
            for red in [false, true] {
                if red && !kind.is_five() {
                    continue;
                }
                let face = Face { kind, red };
                assert_eq!(tile_named(tile_name(face)), Some(face));
            }
        }
        for bad in ["", "?", "0z", "8z", "10m", "4mr", "5zr", "e", "m1", "赤"] {
            assert_eq!(tile_named(bad), None, "{bad}");
        }
        assert_eq!(tile_named("0p"), tile_named("5pr"));
        assert_eq!(tile_named("7z"), tile_named("C"));
    }
}
