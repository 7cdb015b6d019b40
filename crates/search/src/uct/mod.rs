//! UCT over assumed positions.
//!
//! Every iteration assumes a full position anew and goes down one tree that
//! is keyed by moves alone: what chance or hidden cards decide is no edge. So
//! the moves at a node differ from visit to visit. They are generated at
//! every visit, a child is made for each that was not seen before, and only
//! children legal now may be chosen:
//!
//! - a child never tried goes first;
//! - otherwise the seat to move takes the largest `mean + c * sqrt(ln T / T_i)`;
//! - while several seats may claim, the claims are walked by precedence, and
//!   the first whose bound is above that of passing, *both for its claimer*,
//!   is taken; if there is none, everybody passes. At the root the claims of
//!   the other seats are left out: they are not ours to choose.
//!
//! A playout from the new node gives every seat's reward, and all of them are
//! kept at every node of the path. The answer is the root move with the best
//! mean.

mod params;
mod player;
mod reuse;
mod row;
mod search;
mod select;
mod tag;
mod tree;
mod worker;

pub use params::{Uct, UctParams, Widening};
pub use player::UctPlayer;
pub use search::Settled;
