//! Othello, whole: rules, solver, players and records.

mod board;
mod draw;
mod eval;
pub mod formats;
mod game;
mod midgame;
mod obf;
mod perft;
mod players;
mod playout;
mod position;
mod solver;
mod square;
mod stability;

pub use board::Board;
pub use formats::formats;
pub use game::{MOST_PLIES, Opening, Othello};
pub use obf::{Answer, Problem, answer, read_obf, solve_obf};
pub use perft::perft;
pub use players::{AlphaBeta, Greedy};
pub use playout::{random_game, random_position};
pub use position::{Position, View};
pub use solver::{Mode, Solution, Solver, SolverOptions, solve};
pub use square::{Disc, Move, Square};
