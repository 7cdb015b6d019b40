//! Star1 and Star2: expectimax with pruning at chance nodes.
//!
//! Where chance decides, the value is the mean over what may happen. When all
//! values lie between known bounds, the part of a mean already searched also
//! bounds the whole: Star1 gives every outcome the window outside of which
//! the mean is decided. Star2 first probes one move of each outcome, which
//! bounds the outcomes themselves (Ballard 1983). Neither changes a value.
//!
//! [`Star`] works on any [`StarTree`]. Over assumed positions, chance is
//! *which assumption is true*: a root move leads to a chance node whose
//! outcomes are the assumed positions after the move, each equally likely.
//! Below it the seat that asked wants the most and every other seat wants it
//! to have the least. The search stops at a depth, where the guide evaluates.

mod algorithm;
mod params;
mod search;

pub use algorithm::{Kind, Star, StarTree};
pub use params::{Pruning, StarMinimax, StarParams};

/// Plays what [`StarMinimax`] recommends.
pub type StarPlayer<H = crate::Guide> = crate::SearchPlayer<StarMinimax, H>;
