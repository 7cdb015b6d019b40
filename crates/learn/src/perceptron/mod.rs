//! The averaged perceptron over groups of alternatives: wherever the chosen
//! alternative does not score above another one, the difference of their rows
//! is added to the weights; the mean of the weights after every such pair is
//! the model.

mod fit;
mod params;
#[cfg(test)]
mod tests;

pub use fit::Perceptron;
pub use params::{AveragedPerceptron, PerceptronParams};
