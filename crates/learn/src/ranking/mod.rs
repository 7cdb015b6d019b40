//! Ranking by a linear support vector machine: the chosen alternative of each
//! group should score above each of its rivals.
//!
//! Every pair of the chosen alternative and a rival is an example, and what is
//! minimised is what [`Svm`](crate::Svm) minimises on the differences of all
//! pairs; but no difference is ever stored, only one number per pair.

mod fit;
mod params;
mod primal;
#[cfg(test)]
mod tests;

pub use params::{Ranking, RankingParams};
