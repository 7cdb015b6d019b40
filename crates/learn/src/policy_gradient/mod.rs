//! Policy gradient through a network.
//!
//! The policy is a softmax over *some* outputs of a network (those of the
//! legal actions) whose inputs are mostly 0. It learns from decisions it made
//! itself, each with its *advantage*: how much better than expected it
//! turned out. The step is that of proximal policy optimisation (Schulman et
//! al. 2017): a decision whose probability has already moved far enough gives
//! no further push. With one pass over fresh decisions this is REINFORCE with
//! a baseline.
//!
//! Nothing here depends on the number of threads: a minibatch is cut into a
//! fixed number of parts, and their gradients are added in a fixed order.

mod adam;
mod batch;
mod gradient;
mod kernel;
mod network;
#[cfg(test)]
mod tests;

pub use adam::{Adam, AdamParams};
pub use batch::{Decision, Decisions, SparseRow};
pub use gradient::{Objective, Progress, improve};
pub use network::{Shape, SparseNetwork, Units};
