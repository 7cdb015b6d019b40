//! max^n over assumed positions.
//!
//! In each of a number of assumed positions every seat is taken to see all
//! cards and to want the most for itself (Luckhardt and Irani 1986); the
//! values of a root move are averaged over the assumptions. The search stops
//! at a depth, where the guide evaluates.
//!
//! Where the rewards of all seats add up to a known sum and none falls below
//! a known floor, a seat that already has so much that the one before it
//! cannot gain by coming here ends the search of its node: shallow pruning
//! (Korf 1991). With first-listed moves winning ties it never changes a value.
//!
//! While several seats may claim, the claims are walked by precedence, and
//! the first that its claimer likes better than passing is made.

mod params;
mod search;

pub use params::{Bounds, MaxN, MaxNParams};
pub(crate) use search::play_root;

/// Plays what [`MaxN`] recommends.
pub type MaxNPlayer<H = crate::Guide> = crate::SearchPlayer<MaxN, H>;
