//! Daihinmin by the rules of the UECda contest.

mod assume;
mod card;
mod draw;
pub mod formats;
mod game;
mod legal;
mod moves;
pub mod players;
mod position;
mod random;
mod rules;
mod state;
#[cfg(test)]
mod suite;
pub mod wire;

pub use card::{Card, Cards};
pub use formats::formats;
pub use game::{Daihinmin, Deal};
pub use moves::{Joker, Kind, Meld, Move};
pub use players::{Greedy, MonteCarlo, MonteCarloParams, Weakest};
pub use position::{Position, View};
pub use random::Passes;
pub use rules::{FirstClasses, MOST_PLAYERS, Points, Rules};
pub use state::MOST_PASSES;
