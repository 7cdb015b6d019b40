//! The moves, readable both ways.

use crate::Card;
use fuda_core::BadText;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A decision of a seat.
///
/// | text | decision |
/// |---|---|
/// | `pine-bright` | play this card from the hand |
/// | `take:pine-plain` | take this one of two field cards |
/// | `koikoi` | go on |
/// | `stop` | score and end the round |
///
/// Cards are read in any of the ways [`Card`] knows, so `take 1c` and
/// `koi-koi` are understood too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Move {
    /// Play a card from the hand.
    Play(Card),
    /// Take this one of the two field cards of the month that was played or turned over.
    Take(Card),
    /// Go on for more.
    KoiKoi,
    /// Score now.
    Stop,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Play(card) => write!(f, "{card}"),
            Move::Take(card) => write!(f, "take:{card}"),
            Move::KoiKoi => f.write_str("koikoi"),
            Move::Stop => f.write_str("stop"),
        }
    }
}

impl FromStr for Move {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Move, BadText> {
        let wrong = || {
            let expected =
                "a card to play such as `pine-bright`, `take:` and a card, `koikoi` or `stop`";
            BadText::new(expected, text)
        };
        match text {
            "koikoi" | "koi-koi" => return Ok(Move::KoiKoi),
            "stop" => return Ok(Move::Stop),
            _ => {}
        }
        match text.strip_prefix("take").and_then(|rest| rest.strip_prefix([':', ' '])) {
            Some(card) => card.parse().map(Move::Take).map_err(|_| wrong()),
            None => text.parse().map(Move::Play).map_err(|_| wrong()),
        }
    }
}

impl TryFrom<String> for Move {
    type Error = BadText;

    fn try_from(text: String) -> Result<Move, BadText> {
        text.parse()
    }
}

impl From<Move> for String {
    fn from(mv: Move) -> String {
        mv.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_may_write_as_they_like() {
        assert_eq!("1a".parse(), Ok(Move::Play(Card::CRANE)));
        assert_eq!("take moon".parse(), Ok(Move::Take(Card::MOON)));
        assert_eq!("koi-koi".parse(), Ok(Move::KoiKoi));
        for text in ["", "take", "take:", "take:13a", "koi", "stop!"] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }
}
