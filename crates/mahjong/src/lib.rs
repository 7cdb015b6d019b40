//! Riichi mahjong.

pub mod kinds;
pub mod meld;
pub mod notation;
pub mod records;
pub mod tile;

pub use kinds::{Counts, KindSet};
pub use meld::{Meld, MeldKind};
pub use tile::{Face, Kind, Suit, Tile, Wind};
