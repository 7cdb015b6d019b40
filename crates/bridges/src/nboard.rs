//! NBoard, the protocol of Othello programs (NTest, Edax, Egaroucid): text
//! lines over pipes.
//!
//! [`NBoardPlayer`] is such a program as a player of ours; [`Engine`] is one
//! of our players as such a program. Positions travel as GGF, passes as `PA`.
//!
//! Source: the protocol's own description in NBoard's documentation, version 2.

mod engine;
mod player;
mod words;

pub use engine::{Engine, serve};
pub use player::{NBoardError, NBoardOptions, NBoardPlayer};
pub use words::{Command, Reply, read_game, write_game};
