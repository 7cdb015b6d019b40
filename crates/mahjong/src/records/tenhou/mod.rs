//! Tenhou's XML logs (mjlog): reading, writing, melds, walls.

mod attributes;
mod meld_code;
mod read;
mod wall;
mod write;

pub use meld_code::{MeldCodeError, decode_meld, encode_meld};
pub use read::read_log;
pub use wall::{SeedError, Shuffled, Walls};
pub use write::write_log;
