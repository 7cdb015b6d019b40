//! A network of three layers: columns, hidden units, one output. Trained with
//! RPROP on whole passes over labelled rows, to separate two classes; by
//! [`RegressionParams`](crate::RegressionParams) to predict a number; by
//! [`ChoiceParams`](crate::ChoiceParams) to rank alternatives.

mod fit;
mod params;
mod rprop;
#[cfg(test)]
mod tests;

pub use params::{NetworkLearner, NetworkParams};

use crate::model_file::{Kind, ModelFault, ModelFile, Numbers, Tensor};
use crate::rows::{EachCell, Row};
use crate::{LearnError, ModelError, Rows};

/// What a hidden unit makes of its sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Activation {
    /// The hyperbolic tangent.
    Tanh,
    /// The logistic function.
    Sigmoid,
}

impl Activation {
    /// Its name in model files.
    fn name(self) -> &'static str {
        match self {
            Activation::Tanh => "tanh",
            Activation::Sigmoid => "sigmoid",
        }
    }
}

/// Columns to hidden units to one number.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    pub(crate) columns: usize,
    pub(crate) hidden: usize,
    pub(crate) activation: Activation,
    /// For each column its weights to all hidden units; then, as one more
    /// column, the bias of each unit.
    pub(crate) input: Vec<f64>,
    /// One weight per hidden unit, then the bias of the output.
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

    /// What hidden units make of their sums.
    pub fn activation(&self) -> Activation {
        self.activation
    }

    /// For each column its weights to all hidden units; then, as one more
    /// column, the bias of each unit.
    pub fn input_weights(&self) -> &[f64] {
        &self.input
    }

    /// One weight per hidden unit, then the bias of the output.
    pub fn output_weights(&self) -> &[f64] {
        &self.output
    }

    /// The output for a row, which must have no column that the network has
    /// not. Of a network that separates classes: the logarithm of the odds
    /// of the positive one.
    pub fn value(&self, row: Row<'_>) -> f64 {
        let mut units = vec![0.0; self.hidden];
        self.forward(row, &mut units)
    }

    /// The output for each row.
    pub fn values(&self, rows: &Rows) -> Result<Vec<f64>, LearnError> {
        if rows.columns() != self.columns {
            return Err(LearnError::ModelColumns { model: self.columns, rows: rows.columns() });
        }
        let mut units = vec![0.0; self.hidden];
        Ok((0..rows.len()).map(|row| self.forward(rows.row(row), &mut units)).collect())
    }

    /// The output, with the hidden units' outputs left in `units`.
    ///
    /// # Panics
    /// When there are not as many units as the network has.
    pub fn forward(&self, row: impl EachCell, units: &mut [f64]) -> f64 {
        let hidden = self.hidden;
        units.copy_from_slice(&self.input[self.columns * hidden..]);
        row.each_cell(|column, value| {
            let weights = &self.input[column * hidden..][..hidden];
            for (unit, weight) in units.iter_mut().zip(weights) {
                *unit += weight * value;
            }
        });
        match self.activation {
            Activation::Tanh => units.iter_mut().for_each(|unit| *unit = libm::tanh(*unit)),
            Activation::Sigmoid => {
                units.iter_mut().for_each(|unit| *unit = 1.0 / (1.0 + libm::exp(-*unit)));
            }
        }
        let products = units.iter().zip(&self.output).map(|(unit, weight)| unit * weight);
        products.fold(self.output[hidden], |sum, product| sum + product)
    }

    /// Its file, without what it is for.
    pub fn to_file(&self) -> ModelFile {
        let input = Numbers::F64(self.input.clone());
        let output = Numbers::F64(self.output.clone());
        let tensors = [
            ("input", Tensor::new([self.columns + 1, self.hidden], input)),
            ("output", Tensor::new([self.hidden + 1], output)),
        ];
        let activation = [("activation", self.activation.name())];
        ModelFile::new(Kind::Network, tensors).with_settings(activation)
    }

    /// The network of a file.
    pub fn from_file(file: &ModelFile) -> Result<Network, ModelError> {
        file.expect_kind(Kind::Network)?;
        let [rows, hidden] = file.matrix("input")?;
        let input = file.f64s("input", &[rows, hidden])?.to_vec();
        let output = file.f64s("output", &[hidden + 1])?.to_vec();
        let named = file.settings.get("activation").map_or("nothing", String::as_str);
        let known = [Activation::Tanh, Activation::Sigmoid];
        let Some(activation) = known.into_iter().find(|known| known.name() == named) else {
            let why = format!("expected tanh or sigmoid as `activation`, got `{named}`");
            return Err(file.fault(ModelFault::Broken(why)));
        };
        Ok(Network { columns: rows - 1, hidden, activation, input, output })
    }
}
