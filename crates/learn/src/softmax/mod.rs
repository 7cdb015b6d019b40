//! Ranking by likelihood: the alternatives of a group are chosen with
//! probabilities that grow with the exponential of their linear scores.

mod fit;
mod params;
#[cfg(test)]
mod tests;

pub use fit::softmax;
pub use params::{Softmax, SoftmaxParams};
