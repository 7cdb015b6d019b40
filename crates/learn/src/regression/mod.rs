//! A network of three layers (columns, sigmoid units, one linear output) that
//! predicts a number, trained by stochastic gradient descent.

mod file;
mod fit;
mod params;
#[cfg(test)]
mod tests;

pub use params::{RegressionLearner, RegressionParams};

use crate::rows::{EachCell, Row};
use crate::{LearnError, Rows};

/// Columns to hidden units (sigmoid) to one number.
#[derive(Clone, PartialEq, Debug)]
pub struct RegressionNetwork {
    pub(crate) columns: usize,
    pub(crate) hidden: usize,
    /// For each column its weights to all hidden units; then, as one more
    /// column, the bias of each unit.
    pub(crate) input: Vec<f64>,
    /// One weight a hidden unit, then the bias of the output.
    pub(crate) output: Vec<f64>,
}

impl RegressionNetwork {
    /// How many columns a row must have.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many hidden units there are.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// For each column its weights to all hidden units; then, as one more
    /// column, the bias of each unit.
    pub fn input_weights(&self) -> &[f64] {
        &self.input
    }

    /// One weight a hidden unit, then the bias of the output.
    pub fn output_weights(&self) -> &[f64] {
        &self.output
    }

    /// What the network says of a row. The row must have no column that the
    /// network has not.
    pub fn value(&self, row: Row<'_>) -> f64 {
        let mut units = vec![0.0; self.hidden];
        self.forward(row, &mut units)
    }

    /// What the network says of each row.
    pub fn values(&self, rows: &Rows) -> Result<Vec<f64>, LearnError> {
        if rows.columns() != self.columns {
            return Err(LearnError::ModelColumns { model: self.columns, rows: rows.columns() });
        }
        let mut units = vec![0.0; self.hidden];
        Ok((0..rows.len()).map(|row| self.forward(rows.row(row), &mut units)).collect())
    }

    /// The mean of the squared differences to the targets.
    pub fn mean_squared_error(&self, rows: &Rows, targets: &[f64]) -> Result<f64, LearnError> {
        check_targets(rows, targets)?;
        let values = self.values(rows)?;
        let squares: f64 = values.iter().zip(targets).map(|(v, t)| (v - t).powi(2)).sum();
        Ok(squares / targets.len().max(1) as f64)
    }

    /// The value, with the hidden units' outputs left in `units`.
    pub(crate) fn forward(&self, row: impl EachCell, units: &mut [f64]) -> f64 {
        let hidden = self.hidden;
        units.copy_from_slice(&self.input[self.columns * hidden..]);
        row.each_cell(|column, value| {
            let weights = &self.input[column * hidden..][..hidden];
            for (unit, weight) in units.iter_mut().zip(weights) {
                *unit += weight * value;
            }
        });
        let mut sum = self.output[hidden];
        for (unit, weight) in units.iter_mut().zip(&self.output) {
            *unit = 1.0 / (1.0 + (-*unit).exp());
            sum += *unit * weight;
        }
        sum
    }
}

fn check_targets(rows: &Rows, targets: &[f64]) -> Result<(), LearnError> {
    if rows.len() != targets.len() {
        return Err(LearnError::LabelCount { labels: targets.len(), rows: rows.len() });
    }
    match targets.iter().find(|target| !target.is_finite()) {
        Some(&value) => {
            Err(LearnError::Parameter { name: "target", value, wanted: "a finite number" })
        }
        None => Ok(()),
    }
}
