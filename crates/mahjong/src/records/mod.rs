//! Record formats of mahjong.

mod compare;
mod convert;
mod formats;
mod game_rules;
pub mod log;
pub mod mjai;
mod narrate;
mod replay;
mod stats;
mod table;
pub mod tenhou;
pub mod tenhou6;
mod verify;
mod walls;
mod xml;
mod yaku_names;

pub use convert::{log_of, record_of};
pub use formats::formats;
