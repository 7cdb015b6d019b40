//! The six cards: three ranks in two suits.

use fuda_core::{BadText, Style};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A rank: the jack is the lowest, the king the highest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rank {
    /// The lowest.
    Jack,
    /// Between the other two.
    Queen,
    /// The highest.
    King,
}

impl Rank {
    /// All ranks, the lowest first.
    pub const ALL: [Rank; 3] = [Rank::Jack, Rank::Queen, Rank::King];
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["jack", "queen", "king"][*self as usize])
    }
}

/// A card, written `Js`, `Jh`, `Qs`, `Qh`, `Ks`, `Kh`. Suits decide nothing,
/// but the cards of a rank are two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Card(u8);

impl Card {
    /// All cards.
    pub const ALL: [Card; 6] = [Card(0), Card(1), Card(2), Card(3), Card(4), Card(5)];

    /// The card's rank.
    pub fn rank(self) -> Rank {
        Rank::ALL[usize::from(self.0 / 2)]
    }

    /// The card for a terminal: suits as symbols, hearts in red.
    pub fn draw(self, style: Style) -> String {
        let text = match style.ascii {
            true => self.to_string(),
            false => self.to_string().replace('s', "♠").replace('h', "♥"),
        };
        match style.colour && self.0 % 2 == 1 {
            true => format!("\x1b[31m{text}\x1b[0m"),
            false => text,
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["Js", "Jh", "Qs", "Qh", "Ks", "Kh"][usize::from(self.0)])
    }
}

impl FromStr for Card {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Card, BadText> {
        let card = Card::ALL.into_iter().find(|card| card.to_string() == text);
        card.ok_or_else(|| BadText::new("a card (Js, Jh, Qs, Qh, Ks or Kh)", text))
    }
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
