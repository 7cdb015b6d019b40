//! Linear discriminant analysis: both classes share one covariance.
//!
//! A ridge on the diagonal keeps the covariance invertible where columns
//! depend on each other (of *black*, *white* and *empty* one always holds).

pub(crate) mod cholesky;
mod fit;
mod params;
#[cfg(test)]
mod tests;

pub use params::{Discriminant, DiscriminantParams};
