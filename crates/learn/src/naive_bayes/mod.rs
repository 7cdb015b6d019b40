//! Naive Bayes over zeros and ones, in its linear form.
//!
//! Each column votes with the logarithm of how much likelier its value is in
//! the positive class. Columns are not independent, so the sum of votes is
//! too sure of itself: the threshold is fitted on the training rows.

mod fit;
mod params;
#[cfg(test)]
mod tests;

pub use params::{NaiveBayes, NaiveBayesParams};
