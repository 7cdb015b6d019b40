//! mjai, the protocol of mahjong programs (gimite's server, Mortal, mjai.app):
//! JSON objects over pipes or TCP.
//!
//! [`MjaiPlayer`] is such a program as a player of ours; [`MjaiBot`] is one of
//! our players at a table that speaks mjai. What is said for an event and for
//! a move is in [`fuda_mahjong::records::mjai`].

mod bot;
mod meta;
mod player;

pub use bot::{MjaiBot, MjaiBotError, serve};
pub use player::{MjaiDialect, MjaiOptions, MjaiPlayer};
