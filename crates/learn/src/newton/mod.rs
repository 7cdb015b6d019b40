//! Newton's method with conjugate gradients, for any smooth convex objective
//! that can compute its value, its gradient and the product of its second
//! derivatives with a direction (Lin, Weng and Keerthi 2008; Nash and Sofer
//! 1990).
//!
//! This is the solver for many rows and few columns: its passes over the rows
//! can be shared by threads, and how many it needs does not grow with the
//! price of losses as it does for coordinate descent. With more columns than
//! rows, or for losses that are not smooth, coordinate descent in the dual is
//! the better one.

mod minimise;
mod passes;
mod penalty;
#[cfg(test)]
mod tests;

pub use minimise::{Newton, NewtonParams, NewtonStep, minimise};
pub(crate) use passes::Passes;
pub use penalty::Penalty;
#[cfg(test)]
pub(crate) use tests::check_derivatives;

/// A smooth convex function of some weights.
///
/// Calls come in an order: [`Objective::value`] moves to weights, and what the
/// other three compute is at the weights it was last moved to.
pub trait Objective {
    /// How many weights there are.
    fn len(&self) -> usize;

    /// Moves to these weights and gives the value there.
    fn value(&mut self, weights: &[f64]) -> f64;

    /// Writes the gradient.
    fn gradient(&mut self, weights: &[f64], gradient: &mut [f64]);

    /// Writes the product of the second derivatives with a direction.
    fn curve(&mut self, direction: &[f64], product: &mut [f64]);

    /// Writes the diagonal of the second derivatives, or any positive numbers
    /// near it: it scales the search, the result does not depend on it.
    fn diagonal(&mut self, diagonal: &mut [f64]);
}
