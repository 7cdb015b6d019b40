//! A linear support vector machine, by dual coordinate descent with shrinking
//! (Hsieh, Chang, Lin, Keerthi and Sundararajan 2008).
//!
//! Minimises `½ |w|² + C · Σ loss`, where the loss of a row is
//! `max(0, 1 − y·score)` (L1) or its square (L2). The bias is the weight of
//! one more column that is always 1, so it is held small like the others.

mod compact;
mod fit;
mod params;
#[cfg(test)]
mod tests;

pub use params::{Svm, SvmLoss, SvmParams};
