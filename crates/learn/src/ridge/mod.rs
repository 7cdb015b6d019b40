//! Ridge regression: the linear function with the least squared error, held
//! back by a penalty on large weights.

mod fit;
mod params;
#[cfg(test)]
mod tests;

pub use params::{Ridge, RidgeParams};
