//! A linear support vector machine, by dual coordinate descent with shrinking
//! (Hsieh, Chang, Lin, Keerthi and Sundararajan 2008) or by Newton's method
//! on the weights: see [`Solver`].
//!
//! Minimises `½ |w|² + C · Σ loss`, where the loss of a row is
//! `max(0, 1 − y·score)` (L1) or its square (L2). The bias is the weight of
//! one more column that is always 1, so it is held small like the others.

mod compact;
mod fit;
mod lanes;
mod params;
mod primal;
#[cfg(test)]
mod tests;

pub(crate) use params::check_solver;
pub use params::{Solver, Svm, SvmLoss, SvmParams};
