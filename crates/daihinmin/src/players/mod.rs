//! The simple players of the game, and Monte Carlo.

mod monte_carlo;
mod simple;

pub use monte_carlo::{BadParameter, Dealing, MonteCarlo, MonteCarloParams};
pub use simple::{Greedy, Weakest};
