//! Othello, whole: rules, solver, players and records.

mod board;
mod draw;
mod game;
mod perft;
mod playout;
mod position;
mod square;

pub use board::Board;
pub use game::{MOST_PLIES, Opening, Othello};
pub use perft::perft;
pub use playout::random_game;
pub use position::{Position, View};
pub use square::{Disc, Move, Square};
