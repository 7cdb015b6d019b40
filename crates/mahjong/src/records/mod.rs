//! Record formats of mahjong.

pub mod log;
pub mod tenhou;
mod xml;
