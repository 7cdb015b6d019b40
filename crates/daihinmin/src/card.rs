//! Cards, and sets of them as bits.
//!
//! A set has one lane of 16 bits for each suit; within a lane a card lies at
//! the column the contest's tables give it: 3 at 1, 4 at 2 … A at 12, 2 at
//! 13. Columns 0 and 14 stay free, so that shifting a set by one never
//! carries a card into another suit. The joker is the topmost bit.

use fuda_core::BadText;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The letters of the suits in their order: spades, hearts, diamonds, clubs.
pub const SUIT_LETTERS: [char; 4] = ['S', 'H', 'D', 'C'];
/// The letters of the ranks by column; column 0 and 14 are no ranks.
const RANK_LETTERS: &[u8; 13] = b"3456789TJQKA2";
/// The column of the 3.
pub const THREE: u8 = 1;
/// The column of the 8.
pub const EIGHT: u8 = 6;
/// The column of the 2.
pub const TWO: u8 = 13;

/// The letter of a rank given by column, 1 for the 3 up to 13 for the 2.
pub(crate) fn rank_letter(column: u8) -> Option<char> {
    let at = usize::from(column.checked_sub(1)?);
    RANK_LETTERS.get(at).map(|&b| char::from(b))
}

/// The column of a rank given by letter.
pub(crate) fn rank_column(letter: u8) -> Option<u8> {
    RANK_LETTERS.iter().position(|&b| b == letter).map(|at| at as u8 + 1)
}

/// The number of a suit given by letter.
pub(crate) fn suit_number(letter: u8) -> Option<u8> {
    SUIT_LETTERS.iter().position(|&c| c as u8 == letter).map(|at| at as u8)
}

/// One of the 53 cards.
///
/// Written as suit and rank (`S3`, `HT`, `C2`), the joker as `JO`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The joker.
    pub const JOKER: Card = Card(63);
    /// The three of spades, which beats a single joker.
    pub const SPADE_THREE: Card = Card(THREE);

    /// The card of a suit (0 spades to 3 clubs) at a column (1 for the 3 to
    /// 13 for the 2); `None` when there is no such card.
    pub fn new(suit: u8, column: u8) -> Option<Card> {
        (suit < 4 && (1..=TWO).contains(&column)).then_some(Card(suit * 16 + column))
    }

    pub(crate) fn at_bit(bit: u8) -> Card {
        Card(bit)
    }

    /// Whether it is the joker.
    #[inline]
    pub fn is_joker(self) -> bool {
        self == Card::JOKER
    }

    /// The suit, 0 spades to 3 clubs; `None` for the joker.
    #[inline]
    pub fn suit(self) -> Option<u8> {
        (!self.is_joker()).then_some(self.0 / 16)
    }

    /// The column, 1 for the 3 to 13 for the 2; `None` for the joker.
    #[inline]
    pub fn column(self) -> Option<u8> {
        (!self.is_joker()).then_some(self.0 % 16)
    }

    /// How strong the card is when gifts are forced: higher goes first. The
    /// joker goes before the 2s, and within a rank spades go first.
    pub fn gift_order(self) -> u8 {
        if self.is_joker() { u8::MAX } else { self.0 % 16 * 4 + (3 - self.0 / 16) }
    }

    /// All cards that come after this one in the order of forced gifts.
    pub(crate) fn weaker(self) -> Cards {
        let (Some(suit), Some(column)) = (self.suit(), self.column()) else {
            return Cards::ALL.plain();
        };
        Cards::columns(THREE, column - 1).or(Cards::of_column(column, !1 << suit & 15))
    }

    /// The set of this card alone.
    #[inline(always)]
    pub fn bit(self) -> Cards {
        Cards(1 << self.0)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.suit(), self.column().and_then(rank_letter)) {
            (Some(suit), Some(rank)) => write!(f, "{}{rank}", SUIT_LETTERS[usize::from(suit)]),
            _ => f.write_str("JO"),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Card {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Card, BadText> {
        let bad = || BadText::new("a card such as `S3`, `HT`, `C2` or `JO`", text);
        match text.as_bytes() {
            b"JO" => Ok(Card::JOKER),
            &[suit, rank] => {
                let suit = suit_number(suit).ok_or_else(bad)?;
                Card::new(suit, rank_column(rank).ok_or_else(bad)?).ok_or_else(bad)
            }
            _ => Err(bad()),
        }
    }
}

/// A set of cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cards(pub(crate) u64);

const JOKER_BIT: u64 = 1 << 63;
/// One bit in each lane.
pub(crate) const LANES: u64 = 0x0001_0001_0001_0001;
/// Every card but the joker.
const PLAIN: u64 = LANES * 0x3ffe;

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);
    /// All 53.
    pub const ALL: Cards = Cards(PLAIN | JOKER_BIT);

    /// How many cards are in the set.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a card is in the set.
    #[inline(always)]
    pub fn contains(self, card: Card) -> bool {
        self.0 & card.bit().0 != 0
    }

    /// Whether every card of the other set is in this one.
    #[inline]
    pub fn includes(self, other: Cards) -> bool {
        other.0 & !self.0 == 0
    }

    /// Whether the joker is in the set.
    #[inline(always)]
    pub fn has_joker(self) -> bool {
        self.0 & JOKER_BIT != 0
    }

    /// The set without the joker.
    #[inline(always)]
    pub fn plain(self) -> Cards {
        Cards(self.0 & !JOKER_BIT)
    }

    /// The cards of either set.
    #[inline(always)]
    pub fn or(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }

    /// The cards of both sets.
    #[inline(always)]
    pub fn and(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }

    /// The cards of this set that are not in the other.
    #[inline(always)]
    pub fn without(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }

    /// The plain cards of columns `from` to `to`, both included.
    #[inline(always)]
    pub fn columns(from: u8, to: u8) -> Cards {
        if from > to {
            return Cards::NONE;
        }
        let lane = ((2u64 << to.min(TWO)) - 1) & !((1u64 << from.max(THREE)) - 1);
        Cards((lane * LANES) & PLAIN)
    }

    /// The plain cards of the suits of a mask (bit 0 spades … bit 3 clubs).
    #[inline(always)]
    pub fn suits(mask: u8) -> Cards {
        Cards(SCATTER[usize::from(mask & 15)] * 0x3ffe)
    }

    /// The suits present at a column, as a mask.
    #[inline(always)]
    pub fn suits_at(self, column: u8) -> u8 {
        let lanes = (self.0 >> column) & LANES;
        ((lanes.wrapping_mul(1 << 48 | 1 << 33 | 1 << 18 | 1 << 3) >> 48) & 15) as u8
    }

    /// The cards of one column in the suits of a mask.
    #[inline(always)]
    pub(crate) fn of_column(column: u8, suits: u8) -> Cards {
        Cards(SCATTER[usize::from(suits & 15)] << column)
    }

    /// The columns of one suit as bits 1 to 13.
    #[inline(always)]
    pub(crate) fn lane(self, suit: u8) -> u16 {
        (self.0 >> (16 * u32::from(suit))) as u16 & 0x3ffe
    }

    /// The columns at which any suit has a card, as bits 1 to 13.
    #[inline(always)]
    pub(crate) fn any_lane(self) -> u16 {
        self.lane(0) | self.lane(1) | self.lane(2) | self.lane(3)
    }

    /// The cards in rising bit order: suit by suit, low ranks first.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let bit = left.trailing_zeros() as u8;
                left &= left - 1;
                Card::at_bit(bit)
            })
        })
    }

    /// The `n`-th card in bit order, counted from 0.
    #[inline(always)]
    pub(crate) fn nth(self, n: u32) -> Option<Card> {
        let mut left = self.0;
        for _ in 0..n {
            left &= left.wrapping_sub(1);
        }
        (left != 0).then(|| Card::at_bit(left.trailing_zeros() as u8))
    }

    /// The strongest `n` cards in the order of forced gifts.
    pub fn strongest(self, n: usize) -> Cards {
        let mut left = self;
        let mut taken = Cards::NONE;
        for _ in 0..n {
            if let Some(top) = left.iter().max_by_key(|card| card.gift_order()) {
                taken = taken.or(top.bit());
                left = left.without(top.bit());
            }
        }
        taken
    }
}

/// The mask of suits spread over the lanes.
const SCATTER: [u64; 16] = {
    let mut table = [0; 16];
    let mut mask = 0;
    while mask < 16 {
        let mut suit = 0;
        while suit < 4 {
            if mask >> suit & 1 == 1 {
                table[mask] |= 1 << (16 * suit);
            }
            suit += 1;
        }
        mask += 1;
    }
    table
};

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        cards.into_iter().fold(Cards::NONE, |set, card| set.or(card.bit()))
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|card| write!(f, "{card}"))
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

impl FromStr for Cards {
    type Err = BadText;

    /// Reads cards one after another without spaces, each at most once.
    fn from_str(text: &str) -> Result<Cards, BadText> {
        let mut set = Cards::NONE;
        for pair in text.as_bytes().chunks(2) {
            let card: Card = std::str::from_utf8(pair)
                .map_err(|_| BadText::new("cards such as `S3HTJO`", text))?
                .parse()?;
            if set.contains(card) {
                return Err(BadText::new(format!("{card} only once"), text));
            }
            set = set.or(card.bit());
        }
        Ok(set)
    }
}

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cards, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weaker_cards_come_later_in_the_order_of_gifts() {
        for card in Cards::ALL.iter() {
            let later = |other: &Card| other.gift_order() < card.gift_order();
            assert_eq!(card.weaker(), Cards::ALL.iter().filter(later).collect(), "{card}");
        }
    }

    #[test]
    fn texts_go_both_ways() {
        assert_eq!(Cards::ALL.len(), 53);
        assert_eq!(Cards::ALL.to_string().parse(), Ok(Cards::ALL));
        for card in Cards::ALL.iter() {
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        for bad in ["S1", "X3", "S", "S3S3", "JOJO", "s3", "S3 H3", "♠3"] {
            assert!(bad.parse::<Cards>().is_err(), "{bad} is taken for cards");
        }
    }

    #[test]
    fn gifts_are_the_strongest() {
        let hand: Cards = "S3HKD2S2C2".parse().unwrap();
        assert_eq!(hand.strongest(1).to_string(), "S2");
        assert_eq!(hand.strongest(2).to_string(), "S2D2");
        assert_eq!(hand.or(Card::JOKER.bit()).strongest(2).to_string(), "S2JO");
        assert_eq!(hand.strongest(9), hand);
    }

    #[test]
    fn lanes_and_columns_agree_with_a_plain_count() {
        for mask in 0..16u8 {
            assert_eq!(Cards::suits(mask).len(), 13 * mask.count_ones() as usize);
            for column in 1..=13 {
                assert_eq!(Cards::of_column(column, mask).suits_at(column), mask);
            }
        }
        assert_eq!(Cards::columns(1, 13).len(), 52);
        assert_eq!(Cards::columns(6, 6).to_string(), "S8H8D8C8");
        assert_eq!(Cards::columns(7, 6), Cards::NONE);
        assert_eq!(Cards::ALL.nth(52), Some(Card::JOKER));
        assert_eq!(Cards::ALL.nth(53), None);
    }
}
