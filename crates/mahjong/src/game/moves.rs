//! Moves, and moves as text.

use crate::tile::{Face, Kind, Suit};
use fuda_core::BadText;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What a player does.
///
/// Equal tiles make equal moves: there is one move for any number of copies.
/// A red five is another tile than a plain one, and discarding the tile just
/// drawn is another move than discarding one of the same face from the hand,
/// because everybody at the table sees the difference.
///
/// Riichi is declared and its tile discarded in one move. As text:
/// `3m` from the hand, `3m_` the tile drawn, `riichi-3m`, `riichi-3m_`,
/// `ankan-1z`, `kakan-1z`, `daiminkan-1z`, `pon-05p` and `chi-46m` (the own
/// tiles), `ron`, `tsumo`, `nine-terminals`, `pass`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Move {
    /// Discards a tile.
    Discard {
        /// The tile.
        tile: Face,
        /// Whether it is the one just drawn (tsumogiri).
        drawn: bool,
    },
    /// Declares riichi and discards a tile.
    Riichi {
        /// The tile.
        tile: Face,
        /// Whether it is the one just drawn.
        drawn: bool,
    },
    /// A kan of four tiles of the hand.
    ConcealedKan(Kind),
    /// Adds the fourth tile to a pon.
    AddedKan(Kind),
    /// Wins on the tile drawn.
    Tsumo,
    /// Aborts the hand for nine kinds of terminals and honours.
    NineTerminals,
    /// Lets a discard go.
    Pass,
    /// Calls a run with two tiles of the hand, the lower first.
    Chi([Face; 2]),
    /// Calls a triplet with two tiles of the hand, a red one first.
    Pon([Face; 2]),
    /// Calls a kan with three tiles of the hand.
    OpenKan(Kind),
    /// Wins on somebody's tile.
    Ron,
}

impl Move {
    /// The tile discarded, if the move discards one.
    pub fn discarded(self) -> Option<Face> {
        match self {
            Move::Discard { tile, .. } | Move::Riichi { tile, .. } => Some(tile),
            _ => None,
        }
    }

    /// Whether this is an answer to somebody else's tile.
    pub fn is_claim(self) -> bool {
        matches!(self, Move::Pass | Move::Chi(_) | Move::Pon(_) | Move::OpenKan(_) | Move::Ron)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = |drawn: bool| if drawn { "_" } else { "" };
        let digit = |face: Face| if face.red { 0 } else { face.kind.number() };
        match *self {
            Move::Discard { tile, drawn } => write!(f, "{tile}{}", mark(drawn)),
            Move::Riichi { tile, drawn } => write!(f, "riichi-{tile}{}", mark(drawn)),
            Move::ConcealedKan(kind) => write!(f, "ankan-{kind}"),
            Move::AddedKan(kind) => write!(f, "kakan-{kind}"),
            Move::OpenKan(kind) => write!(f, "daiminkan-{kind}"),
            Move::Pon([a, b]) => write!(f, "pon-{}{b}", digit(a)),
            Move::Chi([a, b]) => write!(f, "chi-{}{b}", digit(a)),
            Move::Ron => f.write_str("ron"),
            Move::Tsumo => f.write_str("tsumo"),
            Move::NineTerminals => f.write_str("nine-terminals"),
            Move::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Move, BadText> {
        read(text).ok_or_else(|| {
            BadText::new(
                "a move such as 3m, 3m_, riichi-0p, ankan-1z, kakan-1z, daiminkan-1z, pon-05p, \
                 chi-46m, ron, tsumo, nine-terminals or pass",
                text,
            )
        })
    }
}

fn read(text: &str) -> Option<Move> {
    Some(match text.split_once('-') {
        None => match text {
            "ron" => Move::Ron,
            "tsumo" => Move::Tsumo,
            "pass" => Move::Pass,
            _ => {
                let (tile, drawn) = discard(text)?;
                Move::Discard { tile, drawn }
            }
        },
        Some(("nine", "terminals")) => Move::NineTerminals,
        Some(("riichi", rest)) => {
            let (tile, drawn) = discard(rest)?;
            Move::Riichi { tile, drawn }
        }
        Some(("ankan", rest)) => Move::ConcealedKan(kind(rest)?),
        Some(("kakan", rest)) => Move::AddedKan(kind(rest)?),
        Some(("daiminkan", rest)) => Move::OpenKan(kind(rest)?),
        Some(("pon", rest)) => {
            let [a, b] = pair(rest)?;
            if a.kind != b.kind || b.red {
                return None;
            }
            Move::Pon([a, b])
        }
        Some(("chi", rest)) => {
            let [a, b] = pair(rest)?;
            let apart = b.kind.index().checked_sub(a.kind.index())?;
            if a.kind.is_honour() || !(1..=2).contains(&apart) {
                return None;
            }
            Move::Chi([a, b])
        }
        Some(_) => return None,
    })
}

/// A tile such as `3m` or `0p`.
pub(crate) fn face(text: &str) -> Option<Face> {
    let mut letters = text.chars();
    let (digit, suit) = (letters.next()?.to_digit(10)? as u8, Suit::from_letter(letters.next()?)?);
    if letters.next().is_some() {
        return None;
    }
    face_of(digit, suit)
}

fn face_of(digit: u8, suit: Suit) -> Option<Face> {
    if digit == 0 && suit == Suit::Honour {
        return None;
    }
    let red = digit == 0;
    Some(Face { kind: Kind::from_suit(suit, if red { 5 } else { digit })?, red })
}

fn kind(text: &str) -> Option<Kind> {
    face(text).filter(|face| !face.red).map(|face| face.kind)
}

fn discard(text: &str) -> Option<(Face, bool)> {
    match text.strip_suffix('_') {
        Some(tile) => Some((face(tile)?, true)),
        None => Some((face(text)?, false)),
    }
}

/// Two tiles of one suit, such as `46m`.
fn pair(text: &str) -> Option<[Face; 2]> {
    let mut letters = text.chars();
    let first = letters.next()?.to_digit(10)? as u8;
    let second = letters.next()?.to_digit(10)? as u8;
    let suit = Suit::from_letter(letters.next()?)?;
    if letters.next().is_some() {
        return None;
    }
    Some([face_of(first, suit)?, face_of(second, suit)?])
}

impl From<Move> for String {
    fn from(mv: Move) -> String {
        mv.to_string()
    }
}

impl TryFrom<String> for Move {
    type Error = BadText;

    fn try_from(text: String) -> Result<Move, BadText> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn moves_are_small() {
        assert!(size_of::<Move>() <= 8);
    }

    #[test]
    fn moves_survive_being_written() {
        for text in [
            "3m",
            "3m_",
            "0p",
            "riichi-0p_",
            "riichi-7z",
            "ankan-1z",
            "kakan-5m",
            "daiminkan-9s",
            "pon-05p",
            "pon-77z",
            "chi-46m",
            "chi-06s",
            "chi-40s",
            "ron",
            "tsumo",
            "nine-terminals",
            "pass",
        ] {
            let mv: Move = text.parse().unwrap();
            assert_eq!(mv.to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_no_moves() {
        for text in [
            "", "8z", "0z", "10m", "3m__", "chi-45z", "chi-64m", "chi-14m", "pon-45m", "pon-50p",
            "ankan-0p", "nine", "riichi", "chi-46", "pon-",
        ] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,16}") {
            if let Ok(mv) = text.parse::<Move>() {
                prop_assert_eq!(mv.to_string(), text);
            }
        }
    }
}
