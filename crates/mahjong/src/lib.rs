//! Riichi mahjong.

pub mod ask;
pub mod game;
pub mod hand;
pub mod kinds;
pub mod meld;
pub mod notation;
pub mod players;
pub mod records;
pub mod rules;
pub mod score;
pub mod tile;

pub use game::{Deal, Mahjong, MahjongPosition, MahjongView, Move, Standing, Wall};
pub use kinds::{Counts, KindSet};
pub use meld::{Meld, MeldKind};
pub use rules::Rules;
pub use tile::{Face, Kind, Suit, Tile, Wind};
