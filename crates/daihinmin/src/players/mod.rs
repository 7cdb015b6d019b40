//! The simple players of the game, and Monte Carlo.

mod evaluated;
mod monte_carlo;
mod plus;
mod simple;

pub use evaluated::Evaluated;
pub use monte_carlo::{BadParameter, Dealing, MonteCarlo, MonteCarloParams};
pub use plus::{MonteCarloPlus, PlusParams};
pub use simple::{Greedy, Weakest};
