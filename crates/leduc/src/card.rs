//! The six cards: three ranks in two suits.

use fuda_core::Style;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A rank: the jack is the lowest, the king the highest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Rank {
    Jack,
    Queen,
    King,
}

impl Rank {
    /// All ranks, the lowest first.
    pub const ALL: [Rank; 3] = [Rank::Jack, Rank::Queen, Rank::King];
}

/// A card: its rank, and spades or hearts. Suits decide nothing, but of each
/// rank there are two cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[rustfmt::skip]
#[allow(missing_docs, reason = "the names say it")]
pub enum Card { Js, Jh, Qs, Qh, Ks, Kh }

impl Card {
    /// All cards.
    pub const ALL: [Card; 6] = [Card::Js, Card::Jh, Card::Qs, Card::Qh, Card::Ks, Card::Kh];

    /// The card's rank.
    pub fn rank(self) -> Rank {
        Rank::ALL[self as usize / 2]
    }

    /// The card for a terminal: suits as symbols, hearts in red.
    pub fn draw(self, style: Style) -> String {
        let text = match style.ascii {
            true => self.to_string(),
            false => self.to_string().replace('s', "♠").replace('h', "♥"),
        };
        match style.colour && self as usize % 2 == 1 {
            true => format!("\x1b[31m{text}\x1b[0m"),
            false => text,
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
