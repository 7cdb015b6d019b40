//! A network of three layers (columns, sigmoid units, one number) that learns
//! which alternative of a group is chosen, by gradient descent group by group.

mod fit;
mod params;
#[cfg(test)]
mod tests;

pub use fit::ChoiceTrainer;
pub use params::{ChoiceLearner, ChoiceLoss, ChoiceParams};
