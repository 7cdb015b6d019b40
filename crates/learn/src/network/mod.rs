//! A network of three layers (columns, hidden units, one output) trained with
//! RPROP on whole passes over the rows.

mod fit;
mod params;
mod rprop;
#[cfg(test)]
mod tests;

pub use params::{NetworkLearner, NetworkParams};

use crate::LearnError;
use crate::rows::Row;

/// Columns to hidden units (tanh) to one number.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    pub(crate) columns: usize,
    pub(crate) hidden: usize,
    /// For each column its weights to all hidden units; then, as one more
    /// column, the bias of each unit.
    pub(crate) input: Vec<f64>,
    /// One weight a hidden unit, then the bias of the output.
    pub(crate) output: Vec<f64>,
}

impl Network {
    /// How many columns a row must have.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many hidden units there are.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// The score of a row: the logarithm of the odds of the positive class.
    pub fn score(&self, row: Row<'_>) -> f64 {
        let mut units = vec![0.0; self.hidden];
        self.forward(row, &mut units)
    }

    /// The score, with the hidden units' outputs left in `units`.
    pub(crate) fn forward(&self, row: Row<'_>, units: &mut [f64]) -> f64 {
        let hidden = self.hidden;
        units.copy_from_slice(&self.input[self.columns * hidden..]);
        row.for_each(|column, value| {
            let weights = &self.input[column * hidden..][..hidden];
            for (unit, weight) in units.iter_mut().zip(weights) {
                *unit += weight * value;
            }
        });
        let mut score = self.output[hidden];
        for (unit, weight) in units.iter_mut().zip(&self.output) {
            *unit = unit.tanh();
            score += *unit * weight;
        }
        score
    }

    pub(crate) fn tensors(&self) -> Vec<(&str, Vec<usize>, &[f64])> {
        vec![
            ("input", vec![self.columns + 1, self.hidden], &self.input),
            ("output", vec![self.hidden + 1], &self.output),
        ]
    }

    pub(crate) fn from_tensors(
        tensor: impl Fn(&str) -> Result<(Vec<usize>, Vec<f64>), LearnError>,
    ) -> Result<Network, LearnError> {
        let (shape, input) = tensor("input")?;
        let output = tensor("output")?.1;
        match *shape.as_slice() {
            [rows, hidden] if rows > 0 && output.len().checked_sub(1) == Some(hidden) => {
                Ok(Network { columns: rows - 1, hidden, input, output })
            }
            _ => Err(LearnError::NotAModel(format!(
                "layers of shapes {shape:?} and [{}] do not fit",
                output.len()
            ))),
        }
    }
}
