//! mjai, the protocol of mahjong programs (gimite's server, Mortal, mjai.app):
//! JSON objects over pipes or TCP.
//!
//! [`MjaiPlayer`] is such a program as a player of ours, reached by an
//! [`MjaiSource`]; [`MjaiDoor`] is a port at which TCP clients join.
//! [`MjaiBot`] is one of our players at a table that speaks mjai. What is said for an event and for
//! a move is in [`fuda_mahjong::records::mjai`].

mod bot;
mod door;
mod link;
mod meta;
mod player;

pub use bot::{MjaiBot, MjaiBotError, serve};
pub use door::{DoorEvent, DoorOptions, MjaiDoor, MjaiGuest, SharedDoor};
pub use link::{MjaiProgram, MjaiSource};
pub use player::{MjaiDialect, MjaiOptions, MjaiPlayer};
