//! Riichi mahjong.

pub mod ask;
pub mod hand;
pub mod kinds;
pub mod meld;
pub mod notation;
pub mod score;
pub mod tile;

pub use kinds::{Counts, KindSet};
pub use meld::{Meld, MeldKind};
pub use tile::{Face, Kind, Suit, Tile, Wind};
