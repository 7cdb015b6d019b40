//! The simple players of the game.

mod evaluated;
mod simple;

pub use evaluated::Evaluated;
pub use simple::{Greedy, Weakest};
