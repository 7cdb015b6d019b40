//! Othello: the rules on bitboards, an exact endgame solver, players
//! and the usual record formats.
//!
//! # Why
//! Othello is the workbench's game without hidden cards: everything that
//! searches, learns or measures can be checked on it against exact answers.
//!
//! # The types in one look
//! - [`Board`]: two sets of squares as the side to move sees them; [`Square`],
//!   [`Disc`] and [`Move`] (a square or a pass).
//! - [`Othello`] is the game, [`Position`] its state, [`View`] what a seat
//!   sees, [`Opening`] what chance decides.
//! - [`Solver`] and [`solve`]: exact scores near the end, [`perft`] to count.
//! - [`random_game`], [`random_position`] and [`positions_with_empties`]: raw
//!   material for measuring and learning.
//! - [`Greedy`] and [`AlphaBetaPlayer`]: players.
//! - [`formats`]: WTHOR, GGF, transcripts, eOthello's list; [`read_obf`] and
//!   [`solve_obf`] for endgame problems.
//!
//! # Example
//! ```
//! use fuda_core::{Game, Position as _, Seat};
//! use fuda_othello::Othello;
//!
//! let mut position = Othello::STANDARD.start(&Default::default())?;
//! position.play(Seat(0), "f5".parse()?).unwrap();
//! assert_eq!(position.discs(), (4, 1));
//! let mut moves = Vec::new();
//! position.legal_moves(Seat(1), &mut moves);
//! let texts: Vec<String> = moves.iter().map(|mv| mv.to_string()).collect();
//! assert_eq!(texts, ["f4", "d6", "f6"]);
//! # Ok::<(), fuda_core::BadText>(())
//! ```
//!
//! # How it works
//! Legal moves follow runs of enemy discs in all eight directions by
//! doubling shifts. Discs to turn are found on eight rays: upwards by the
//! carry of an addition, downwards by the highest bit. Random games have a
//! second version, four directions at a time, for processors with AVX2; both
//! play the same games from the same seed.
//!
//! The solver is a principal-variation search with a hash table of score
//! bounds. Far from the end moves are sorted by a shallow search of the
//! evaluation, nearer to it by the fewest replies ("fastest first"), in the
//! last seven empty squares by parity; the last four have a function each.
//! Positions whose stable discs already decide the question are cut off.
//! It is single-threaded and gives the same answer and node count each time.
//!
//! # Sources
//! - The rules are those of the World Othello Federation; empty squares at
//!   the end count for the winner.
//! - WTHOR: "Format de la base WTHOR", Fédération Française d'Othello.
//! - GGF: M. Buro, "The Generic Game Format" of the GGS server.
//! - The FFO endgame suite as an OBF file: one position per line.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod board;
mod draw;
pub mod encode;
mod eval;
mod event;
pub mod formats;
mod game;
mod midgame;
pub mod mining;
mod obf;
mod patterns;
mod perft;
mod players;
mod playout;
mod position;
mod positions;
mod solver;
mod square;
mod stability;

pub use board::Board;
pub use draw::draw_after;
pub use event::SeatEvent;
pub use game::{MOST_PLIES, Opening, Othello};
pub use obf::{Answer, Problem, answer, read_obf, solve_obf};
pub use patterns::{BoardPattern, PatternEvaluation, PatternStage};
pub use perft::perft;
pub use players::{AlphaBeta, AlphaBetaPlayer, Greedy};
pub use playout::{random_game, random_position};
pub use position::{Position, View};
pub use positions::positions_with_empties;
pub use solver::{Mode, Solution, Solver, SolverOptions, solve};
pub use square::{Disc, Move, Square};
