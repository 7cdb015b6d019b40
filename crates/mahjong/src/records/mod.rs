//! Record formats of mahjong.

pub mod log;
pub mod mjai;
mod table;
pub mod tenhou;
pub mod tenhou6;
mod xml;
mod yaku_names;
