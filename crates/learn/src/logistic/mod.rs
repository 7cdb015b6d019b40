//! Logistic regression with small weights, by Newton's method with conjugate
//! gradients inside.
//!
//! Minimises `½ |w|² + C · Σ log(1 + exp(−y·score))`. The bias is the weight
//! of one more column that is always 1.

mod fit;
mod params;
#[cfg(test)]
mod tests;

pub use params::{Logistic, LogisticParams};
