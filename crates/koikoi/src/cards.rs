//! Sets of cards in one machine word.

use crate::{Card, Kind};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{BitAnd, BitOr, Not};

/// A set of cards: card number `n` is bit `n`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<Card>", into = "Vec<Card>")]
pub struct Cards(u64);

/// The first card of every month.
const FIRSTS: u64 = 0x1111_1111_1111;

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);
    /// The whole pack.
    pub const ALL: Cards = Cards((1 << 48) - 1);
    /// The five brights.
    pub const BRIGHTS: Cards = Cards::of_kind(Kind::Bright);
    /// The nine animals.
    pub const ANIMALS: Cards = Cards::of_kind(Kind::Animal);
    /// The ten ribbons.
    pub const RIBBONS: Cards = Cards::of_kind(Kind::Ribbon);
    /// The 24 plain cards, the sake cup not among them.
    pub const PLAINS: Cards = Cards::of_kind(Kind::Plain);
    /// The three red ribbons with writing.
    pub const RED: Cards = Cards::of(&[Card::of(1, 2), Card::of(2, 2), Card::of(3, 2)]);
    /// The three blue ribbons.
    pub const BLUE: Cards = Cards::of(&[Card::of(6, 2), Card::of(9, 2), Card::of(10, 2)]);
    /// Boar, deer and butterflies.
    pub const BOAR_DEER_BUTTERFLIES: Cards =
        Cards::of(&[Card::BOAR, Card::DEER, Card::BUTTERFLIES]);

    /// The set of these cards.
    pub(crate) const fn of(cards: &[Card]) -> Cards {
        let mut bits = 0;
        let mut i = 0;
        while i < cards.len() {
            bits |= 1 << cards[i].bit();
            i += 1;
        }
        Cards(bits)
    }

    const fn of_kind(kind: Kind) -> Cards {
        let mut bits = 0;
        let mut i = 0;
        while i < 48 {
            if Card::kind_at(i) as u8 == kind as u8 {
                bits |= 1 << i;
            }
            i += 1;
        }
        Cards(bits)
    }

    /// All cards of the first `months` months.
    pub fn of_months(months: u8) -> Cards {
        Cards((1u64 << (u32::from(months.min(12)) * 4)) - 1)
    }

    /// The four cards of a card's month.
    #[inline]
    pub fn month_of(card: Card) -> Cards {
        Cards(0xF << (card.bit() & !3))
    }

    /// A card's month, from 0, and which of its four cards are in the set.
    #[inline]
    pub(crate) fn month_bits(self, card: Card) -> (usize, usize) {
        let month = (card.bit() / 4).min(11);
        (month as usize, (self.0 >> (4 * month) & 0xF) as usize)
    }

    /// The cards of a month, from 0, by its four bits.
    #[inline]
    pub(crate) fn from_month_bits(month: usize, bits: u8) -> Cards {
        Cards(u64::from(bits) << (4 * month))
    }

    /// The four cards of each month of which the set has a card.
    #[inline]
    pub fn whole_months(self) -> Cards {
        let pairs = self.0 | self.0 >> 1;
        Cards(((pairs | pairs >> 2) & FIRSTS) * 0xF)
    }

    /// Whether all four cards of some month are in the set.
    #[inline]
    pub fn has_four_of_a_month(self) -> bool {
        let pairs = self.0 & self.0 >> 1;
        pairs & pairs >> 2 & FIRSTS != 0
    }

    /// How many cards of each month are in the set.
    pub fn by_month(self) -> [u8; 12] {
        std::array::from_fn(|m| (self.0 >> (4 * m) & 0xF).count_ones() as u8)
    }

    /// The most cards the set has of any one month.
    pub fn most_of_a_month(self) -> u8 {
        self.by_month().into_iter().max().unwrap_or(0)
    }

    /// How many cards are in the set.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no card is in the set.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is in the set.
    #[inline]
    pub fn contains(self, card: Card) -> bool {
        self.0 >> card.bit() & 1 == 1
    }

    /// Whether all of `other` is in the set.
    #[inline]
    pub fn contains_all(self, other: Cards) -> bool {
        other.0 & !self.0 == 0
    }

    /// The set with one more card.
    #[inline]
    pub fn with(self, card: Card) -> Cards {
        Cards(self.0 | 1 << card.bit())
    }

    /// The set without one card.
    #[inline]
    pub fn without(self, card: Card) -> Cards {
        Cards(self.0 & !(1 << card.bit()))
    }

    /// The lowest card.
    #[inline]
    pub fn first(self) -> Option<Card> {
        (self.0 != 0).then(|| Card::at_bit(self.0.trailing_zeros()))
    }

    /// The card with `n` lower ones in the set, if there are that many.
    #[inline]
    pub fn nth(self, n: u32) -> Option<Card> {
        let mut bits = self.0;
        for _ in 0..n {
            bits &= bits.wrapping_sub(1);
        }
        Cards(bits).first()
    }

    /// The cards in rising order.
    #[inline]
    pub fn iter(self) -> Iter {
        Iter(self)
    }
}

/// The cards of a set in rising order.
#[derive(Clone, Debug)]
pub struct Iter(Cards);

impl Iterator for Iter {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let first = self.0.first()?;
        self.0 = Cards(self.0.0 & (self.0.0 - 1));
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Iter {}

impl IntoIterator for Cards {
    type Item = Card;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        cards.into_iter().fold(Cards::NONE, Cards::with)
    }
}

impl BitOr for Cards {
    type Output = Cards;

    #[inline]
    fn bitor(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }
}

impl BitAnd for Cards {
    type Output = Cards;

    #[inline]
    fn bitand(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }
}

impl Not for Cards {
    type Output = Cards;

    /// The other cards of the pack.
    #[inline]
    fn not(self) -> Cards {
        Cards(!self.0 & Cards::ALL.0)
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (i, card) in self.iter().enumerate() {
            write!(f, "{}{card}", if i > 0 { " " } else { "" })?;
        }
        f.write_str("}")
    }
}

/// A list names a card twice, which no set can.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0} is there twice")]
pub struct Twice(pub Card);

impl TryFrom<Vec<Card>> for Cards {
    type Error = Twice;

    fn try_from(list: Vec<Card>) -> Result<Cards, Twice> {
        list.into_iter().try_fold(Cards::NONE, |set, card| match set.contains(card) {
            true => Err(Twice(card)),
            false => Ok(set.with(card)),
        })
    }
}

impl From<Cards> for Vec<Card> {
    fn from(cards: Cards) -> Vec<Card> {
        cards.iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_cards() -> impl Strategy<Value = Cards> {
        (0u64..1 << 48).prop_map(Cards)
    }

    proptest! {
        #[test]
        fn months_are_as_counted_one_by_one(cards in any_cards()) {
            let mut counts = [0u8; 12];
            for card in cards {
                counts[card.month() as usize - 1] += 1;
            }
            prop_assert_eq!(cards.by_month(), counts);
            prop_assert_eq!(cards.has_four_of_a_month(), counts.contains(&4));
            let whole: Cards =
                Card::all().filter(|c| counts[c.month() as usize - 1] > 0).collect();
            prop_assert_eq!(cards.whole_months(), whole);
        }

        #[test]
        fn nth_is_the_nth_of_the_list(cards in any_cards()) {
            for (n, card) in cards.iter().enumerate() {
                prop_assert_eq!(cards.nth(n as u32), Some(card));
            }
            prop_assert_eq!(cards.nth(cards.len() as u32), None);
        }
    }

    #[test]
    fn a_card_twice_is_refused() {
        let text = r#"["pine-bright","plum-ribbon","pine-bright"]"#;
        let error = serde_json::from_str::<Cards>(text).expect_err("twice");
        assert!(error.to_string().contains("pine-bright is there twice"), "{error}");
    }
}
