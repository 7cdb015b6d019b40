//! Moves: a pass, cards played, cards given; and what played cards are.

use crate::card::{Card, Cards, EIGHT, SUIT_LETTERS, rank_column, rank_letter, suit_number};
use fuda_core::BadText;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// What the joker of a play stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Joker {
    /// There is no joker in the play.
    None,
    /// It stands for the card of a suit (0 to 3) at a column; columns 0 and
    /// 14 are the places below the 3 and above the 2.
    As(u8, u8),
    /// It is the joker itself: alone, or the fifth of a group.
    Itself,
}

/// What a move does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Act {
    Play,
    Give,
    Pass,
}

/// One move.
///
/// | written | meaning |
/// |---|---|
/// | `pass` | no cards |
/// | `S5H5C5` | these cards |
/// | `H6D6*S6` | two cards and the joker as the six of spades |
/// | `S3S4*S<`, `HAH2*H>` | a sequence with the joker below the 3, above the 2 |
/// | `*`, `S5H5D5C5*` | the joker alone, the joker as fifth of a group |
/// | `give:S3H4` | the cards given away in the exchange |
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    act: Act,
    joker: Joker,
    cards: Cards,
}

impl Move {
    /// No cards.
    pub const PASS: Move = Move { act: Act::Pass, joker: Joker::None, cards: Cards::NONE };

    /// Cards played. The joker belongs to `cards` exactly when it stands for
    /// something; this function sees to it.
    #[inline(always)]
    pub fn play(cards: Cards, joker: Joker) -> Move {
        let cards = match joker {
            Joker::None => cards.plain(),
            _ => cards.or(Card::JOKER.bit()),
        };
        Move { act: Act::Play, joker, cards }
    }

    /// Cards given away.
    #[inline]
    pub fn give(cards: Cards) -> Move {
        Move { act: Act::Give, joker: Joker::None, cards }
    }

    /// Whether it is a pass.
    #[inline]
    pub fn is_pass(self) -> bool {
        self.act == Act::Pass
    }

    /// Whether cards are given away.
    #[inline]
    pub fn is_gift(self) -> bool {
        self.act == Act::Give
    }

    /// The cards that leave the hand, the joker among them if used.
    #[inline]
    pub fn cards(self) -> Cards {
        self.cards
    }

    /// What the joker stands for.
    #[inline]
    pub fn joker(self) -> Joker {
        self.joker
    }

    /// What was played; `None` for a pass, a gift, or cards that make no play.
    #[inline(always)]
    pub fn meld(self) -> Option<Meld> {
        if self.act == Act::Play { Meld::of(self.cards.plain(), self.joker) } else { None }
    }
}

/// The kinds of plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// One card.
    Single,
    /// Two or more of one rank.
    Group,
    /// Three or more of one suit in a row.
    Sequence,
}

/// Played cards as the rules see them: kind, size, strength, suits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Meld {
    /// Single, group or sequence.
    pub kind: Kind,
    /// How many cards.
    pub size: u8,
    /// The lowest column.
    pub low: u8,
    /// The highest column; [`Meld::JOKER`] for the joker alone.
    pub high: u8,
    /// The suits as a mask, a joker counted as what it stands for.
    pub suits: u8,
}

impl Meld {
    /// The column of a single joker, above every card.
    pub const JOKER: u8 = 15;

    /// What these cards are, or `None` when they make no play.
    #[inline(always)]
    pub fn of(plain: Cards, joker: Joker) -> Option<Meld> {
        let count = plain.len() as u8;
        if count == 0 {
            // A joker alone may be laid in any cell: it is the same play.
            return (joker != Joker::None).then_some(Meld {
                kind: Kind::Single,
                size: 1,
                low: Meld::JOKER,
                high: Meld::JOKER,
                suits: 0,
            });
        }
        let lane = plain.any_lane();
        let low = lane.trailing_zeros() as u8;
        if lane & (lane - 1) == 0 {
            Meld::of_one_column(plain, joker, count, low)
        } else {
            Meld::of_one_suit(plain, joker, count, lane)
        }
    }

    #[inline(always)]
    fn of_one_column(plain: Cards, joker: Joker, count: u8, column: u8) -> Option<Meld> {
        let mut suits = plain.suits_at(column);
        let size = match joker {
            Joker::None => count,
            Joker::As(suit, at) => {
                if at != column || suit > 3 || suits >> suit & 1 == 1 {
                    return None;
                }
                suits |= 1 << suit;
                count + 1
            }
            Joker::Itself if count == 4 => 5,
            Joker::Itself => return None,
        };
        let kind = if size == 1 { Kind::Single } else { Kind::Group };
        Some(Meld { kind, size, low: column, high: column, suits })
    }

    fn of_one_suit(plain: Cards, joker: Joker, count: u8, lane: u16) -> Option<Meld> {
        let suit = (0..4u8).find(|&s| plain.lane(s) == lane)?;
        if plain.len() != lane.count_ones() as usize {
            return None;
        }
        let (lane, size) = match joker {
            Joker::None => (lane, count),
            Joker::As(s, at) => {
                if s != suit || at > 14 || lane >> at & 1 == 1 {
                    return None;
                }
                (lane | 1 << at, count + 1)
            }
            Joker::Itself => return None,
        };
        let low = lane.trailing_zeros() as u8;
        let high = 15 - lane.leading_zeros() as u8;
        (size >= 3 && high - low + 1 == size).then_some(Meld {
            kind: Kind::Sequence,
            size,
            low,
            high,
            suits: 1 << suit,
        })
    }

    /// Whether it is the joker alone.
    #[inline]
    pub fn is_single_joker(self) -> bool {
        self.high == Meld::JOKER
    }

    /// Whether an 8 is in it, a joker counted as what it stands for.
    #[inline]
    pub fn has_eight(self) -> bool {
        self.low <= EIGHT && self.high >= EIGHT && !self.is_single_joker()
    }

    /// Whether it turns the order of strength round: a group of four or
    /// more, a sequence of five or more.
    #[inline]
    pub fn is_revolution(self) -> bool {
        match self.kind {
            Kind::Single => false,
            Kind::Group => self.size >= 4,
            Kind::Sequence => self.size >= 5,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.act {
            Act::Pass => f.write_str("pass"),
            Act::Give => write!(f, "give:{}", self.cards),
            Act::Play => {
                write!(f, "{}", self.cards.plain())?;
                match self.joker {
                    Joker::None => Ok(()),
                    Joker::Itself => f.write_str("*"),
                    Joker::As(suit, column) => {
                        let suit = SUIT_LETTERS[usize::from(suit & 3)];
                        let rank = rank_letter(column).unwrap_or(match column {
                            0 => '<',
                            _ => '>',
                        });
                        write!(f, "*{suit}{rank}")
                    }
                }
            }
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Move {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Move, BadText> {
        let bad = || BadText::new("a move such as `pass`, `S5H5`, `S3S4*S5` or `give:S3H4`", text);
        if text == "pass" {
            return Ok(Move::PASS);
        }
        if let Some(cards) = text.strip_prefix("give:") {
            let cards: Cards = cards.parse()?;
            return if cards.is_empty() { Err(bad()) } else { Ok(Move::give(cards)) };
        }
        let (cards, joker) = match text.split_once('*') {
            None => (text, Joker::None),
            Some((cards, "")) => (cards, Joker::Itself),
            Some((cards, cell)) => {
                let &[suit, rank] = cell.as_bytes() else { return Err(bad()) };
                let column = match rank {
                    b'<' => 0,
                    b'>' => 14,
                    _ => rank_column(rank).ok_or_else(bad)?,
                };
                (cards, Joker::As(suit_number(suit).ok_or_else(bad)?, column))
            }
        };
        let cards: Cards = cards.parse().map_err(|_| bad())?;
        if cards.has_joker() || (cards.is_empty() && joker != Joker::Itself) {
            return Err(bad());
        }
        Ok(Move::play(cards, joker))
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meld(text: &str) -> Option<Meld> {
        text.parse::<Move>().unwrap().meld()
    }

    #[test]
    fn texts_go_both_ways() {
        for text in ["pass", "*", "S5H5", "S5H5D5C5*", "S3S4*S<", "HAH2*H>", "give:S3JO"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        for bad in ["", "give:", "*S5", "JO", "S3JO", "S3*", "S3*X3", "S3S3", "S3*S1", "PASS", "**"]
        {
            let read = bad.parse::<Move>();
            // The joker as itself beside one card reads, but is no play.
            assert!(read.is_err() || read.unwrap().meld().is_none(), "{bad} is taken for a move");
        }
    }

    #[test]
    fn plays_are_recognised() {
        let m = meld("S5H5*D5").unwrap();
        assert_eq!((m.kind, m.size, m.low, m.suits), (Kind::Group, 3, 3, 0b111));
        let m = meld("S3S4*S<").unwrap();
        assert_eq!((m.kind, m.size, m.low, m.high), (Kind::Sequence, 3, 0, 2));
        let m = meld("S7S9*S8").unwrap();
        assert!(m.has_eight() && !m.is_revolution());
        assert!(meld("S5H5D5C5*").unwrap().is_revolution());
        assert!(meld("S3S4S5S6S7").unwrap().is_revolution());
        assert!(!meld("*").unwrap().has_eight());
        for none in ["S3H4", "S3S4", "S3S5", "S3S4H5", "S3S4S6", "S5*H6", "S5*S5", "S3H3S4H4S5H5"] {
            assert_eq!(meld(none), None, "{none}");
        }
    }
}
