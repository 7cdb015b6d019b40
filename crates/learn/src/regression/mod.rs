//! A network of three layers (columns, sigmoid units, one linear output) that
//! predicts a number, trained by stochastic gradient descent.

mod fit;
mod params;
#[cfg(test)]
mod tests;

pub use params::{RegressionLearner, RegressionParams};

use crate::{LearnError, Network, Rows};

/// The mean of the squared differences of a network's outputs to the targets.
pub fn mean_squared_error(
    network: &Network,
    rows: &Rows,
    targets: &[f64],
) -> Result<f64, LearnError> {
    check_targets(rows, targets)?;
    let values = network.values(rows)?;
    let squares: f64 = values.iter().zip(targets).map(|(v, t)| (v - t).powi(2)).sum();
    Ok(squares / targets.len().max(1) as f64)
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
