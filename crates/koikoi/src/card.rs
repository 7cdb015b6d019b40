//! The 48 cards: twelve months of four.

use fuda_core::BadText;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// How many cards a whole pack has.
pub const PACK: usize = 48;

/// What a card counts as.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// One of the five brights (hikari).
    Bright,
    /// One of the nine animals (tane).
    Animal,
    /// One of the ten ribbons (tanzaku).
    Ribbon,
    /// One of the 24 plain cards (kasu).
    Plain,
}

impl Kind {
    /// The kind's name, as it stands in a card's name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Bright => "bright",
            Kind::Animal => "animal",
            Kind::Ribbon => "ribbon",
            Kind::Plain => "plain",
        }
    }
}

/// The flowers of the twelve months.
pub const MONTHS: [&str; 12] = [
    "pine",
    "plum",
    "cherry",
    "wisteria",
    "iris",
    "peony",
    "clover",
    "pampas",
    "chrysanthemum",
    "maple",
    "willow",
    "paulownia",
];

/// One of the 48 cards, counted month by month, the best of a month first.
///
/// A card is written as its flower and its kind, with a number where a month
/// has several plain cards. It is read from that, from month and letter
/// (`1a` to `12d`), and from the pictures people know the cards by.
///
/// ```
/// use fuda_koikoi::Card;
/// let crane: Card = "pine-bright".parse()?;
/// assert_eq!(crane, "1a".parse()?);
/// assert_eq!(crane, "crane".parse()?);
/// assert_eq!("12c".parse::<Card>()?.to_string(), "paulownia-plain2");
/// # Ok::<(), fuda_core::BadText>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Card(u8);

use Kind::{Animal as A, Bright as B, Plain as P, Ribbon as R};
const KINDS: [Kind; PACK] = [
    B, R, P, P, A, R, P, P, B, R, P, P, A, R, P, P, A, R, P, P, A, R, P, P, A, R, P, P, B, A, P, P,
    A, R, P, P, A, R, P, P, B, A, R, P, B, P, P, P,
];

/// The cards that have a picture everybody knows, with its name.
const PICTURES: [(&str, Card); 15] = [
    ("crane", Card::CRANE),
    ("curtain", Card::CURTAIN),
    ("moon", Card::MOON),
    ("rainman", Card::RAIN),
    ("phoenix", Card::PHOENIX),
    ("warbler", Card::of(2, 1)),
    ("cuckoo", Card::of(4, 1)),
    ("bridge", Card::of(5, 1)),
    ("butterflies", Card::BUTTERFLIES),
    ("boar", Card::BOAR),
    ("geese", Card::of(8, 2)),
    ("sake", Card::SAKE),
    ("deer", Card::DEER),
    ("swallow", Card::of(11, 2)),
    ("lightning", Card::of(11, 4)),
];

impl Card {
    /// The bright of the first month.
    pub const CRANE: Card = Card::of(1, 1);
    /// The bright of the third month, under which blossoms are viewed.
    pub const CURTAIN: Card = Card::of(3, 1);
    /// The bright of the eighth month.
    pub const MOON: Card = Card::of(8, 1);
    /// The bright of the eleventh month, which counts only from the fourth on.
    pub const RAIN: Card = Card::of(11, 1);
    /// The bright of the twelfth month.
    pub const PHOENIX: Card = Card::of(12, 1);
    /// The animal of the sixth month.
    pub const BUTTERFLIES: Card = Card::of(6, 1);
    /// The animal of the seventh month.
    pub const BOAR: Card = Card::of(7, 1);
    /// The animal of the ninth month, the cup.
    pub const SAKE: Card = Card::of(9, 1);
    /// The animal of the tenth month.
    pub const DEER: Card = Card::of(10, 1);

    /// Month 1 to 12, number 1 to 4; only for cards known to exist.
    pub(crate) const fn of(month: u8, number: u8) -> Card {
        Card((month - 1) * 4 + number - 1)
    }

    /// The card of this month (1 to 12) and number within it (1 to 4).
    pub fn new(month: u8, number: u8) -> Option<Card> {
        ((1..=12).contains(&month) && (1..=4).contains(&number)).then(|| Card::of(month, number))
    }

    /// The card with this index, 0 to 47.
    #[inline]
    pub fn from_index(index: usize) -> Option<Card> {
        (index < PACK).then_some(Card(index as u8))
    }

    /// The card at a bit known to be below 48.
    #[inline]
    pub(crate) fn at_bit(bit: u32) -> Card {
        debug_assert!((bit as usize) < PACK);
        Card(bit as u8)
    }

    #[inline]
    pub(crate) const fn bit(self) -> u32 {
        self.0 as u32
    }

    pub(crate) const fn kind_at(index: usize) -> Kind {
        KINDS[index]
    }

    /// All cards in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator {
        (0..PACK as u8).map(Card)
    }

    /// The index, 0 to 47.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The month, 1 to 12.
    #[inline]
    pub fn month(self) -> u8 {
        self.0 / 4 + 1
    }

    /// The number within the month, 1 to 4, the best card first.
    #[inline]
    pub fn number(self) -> u8 {
        self.0 % 4 + 1
    }

    /// What the card counts as.
    #[inline]
    pub fn kind(self) -> Kind {
        KINDS[self.0 as usize]
    }

    /// The flower's name.
    pub fn flower(self) -> &'static str {
        MONTHS[self.0 as usize / 4]
    }

    /// The name of the card's picture, where it has one.
    pub fn picture(self) -> Option<&'static str> {
        PICTURES.iter().find(|(_, card)| *card == self).map(|(name, _)| *name)
    }

    /// Which of the month's cards of the same kind this is, from 1.
    fn copy(self) -> usize {
        (self.index() / 4 * 4..=self.index()).filter(|&i| KINDS[i] == self.kind()).count()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.flower(), self.kind().name())?;
        match self.copy() {
            1 => Ok(()),
            n => write!(f, "{n}"),
        }
    }
}

impl FromStr for Card {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Card, BadText> {
        let wanted = text.to_ascii_lowercase();
        if let Some((_, card)) = PICTURES.iter().find(|(name, _)| *name == wanted) {
            return Ok(*card);
        }
        if let Some(card) = month_and_letter(&wanted) {
            return Ok(card);
        }
        // A flower and a kind, or a flower and a picture.
        if let Some((flower, rest)) = wanted.split_once('-') {
            let flower = if flower == "mum" { "chrysanthemum" } else { flower };
            let found = Card::all().filter(|card| card.flower() == flower).find(|card| {
                let numbered = format!("{}{}", card.kind().name(), card.copy());
                rest == numbered
                    || card.copy() == 1 && rest == card.kind().name()
                    || card.picture() == Some(rest)
            });
            if let Some(card) = found {
                return Ok(card);
            }
        }
        Err(BadText::new("a card such as `pine-bright`, `crane` or `1a`", text))
    }
}

fn month_and_letter(text: &str) -> Option<Card> {
    let letter = text.bytes().last().filter(|b| (b'a'..=b'd').contains(b))?;
    let month: u8 = text.get(..text.len() - 1)?.parse().ok()?;
    Card::new(month, letter - b'a' + 1)
}

impl TryFrom<String> for Card {
    type Error = BadText;

    fn try_from(text: String) -> Result<Card, BadText> {
        text.parse()
    }
}

impl From<Card> for String {
    fn from(card: Card) -> String {
        card.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_add_up() {
        let count = |kind| Card::all().filter(|c| c.kind() == kind).count();
        assert_eq!(count(Kind::Bright), 5);
        assert_eq!(count(Kind::Animal), 9);
        assert_eq!(count(Kind::Ribbon), 10);
        assert_eq!(count(Kind::Plain), 24);
    }

    #[test]
    fn names_are_read_back_and_differ() {
        let mut names = std::collections::BTreeSet::new();
        for card in Card::all() {
            assert!(names.insert(card.to_string()));
            assert_eq!(card.to_string().parse(), Ok(card));
            let code = format!("{}{}", card.month(), char::from(b'a' + card.number() - 1));
            assert_eq!(code.parse(), Ok(card));
            if let Some(picture) = card.picture() {
                assert_eq!(picture.parse(), Ok(card));
                assert_eq!(format!("{}-{picture}", card.flower()).parse(), Ok(card));
            }
        }
    }

    #[test]
    fn what_is_no_card_is_refused() {
        for text in ["", "13a", "0a", "1e", "a", "pine", "pine-animal", "pine-plain3", "é", "松"]
        {
            assert!(text.parse::<Card>().is_err(), "{text} was read as a card");
        }
    }
}
