//! Learning a policy from games against itself and others.
//!
//! Step by step: games are played by the policy as it is, each decision is
//! judged by a *critic*, a second network that sees what every seat sees (it
//! judges, it never plays), and both networks are improved by proximal policy
//! optimisation. The result is the mean of the policy's weights over the last
//! steps, which plays better than any single step of it.

mod checkpoint;
mod collect;
mod curve;
mod learner;
mod linear;
mod params;
mod recorder;
#[cfg(test)]
mod tests;

pub use curve::{CurvePoint, OpponentResult};
pub use learner::PolicyLearner;
pub use linear::{LinearPolicyParams, OtherMoves, RewardPoint, linear_policy};
pub use params::{Opponent, PolicyParams};
