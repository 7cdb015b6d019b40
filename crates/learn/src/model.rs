//! What learning yields: a score for a row, its sign the class.

use crate::model_file::{Kind, ModelFile, Numbers, Tensor};
use crate::network::Network;
use crate::rows::{Row, Sample};
use crate::{LearnError, ModelError};

/// Learns a model from labelled rows.
pub trait Learner {
    /// The learner's short name.
    fn name(&self) -> &'static str;

    /// Learns.
    fn fit(&self, sample: &Sample<'_>) -> Result<Model, LearnError>;
}

/// One weight per column.
#[derive(Clone, PartialEq, Debug)]
pub struct Linear {
    /// The weights.
    pub weights: Vec<f64>,
    /// Added to every score.
    pub bias: f64,
}

/// A learned model.
#[derive(Clone, PartialEq, Debug)]
pub enum Model {
    /// One weight per column.
    Linear(Linear),
    /// A network of three layers.
    Network(Network),
}

impl Model {
    /// How many columns a row must have.
    pub fn columns(&self) -> usize {
        match self {
            Model::Linear(linear) => linear.weights.len(),
            Model::Network(network) => network.columns(),
        }
    }

    /// The score of a row: above 0 for positive. The row must have no column
    /// that the model has not.
    pub fn score(&self, row: Row<'_>) -> f64 {
        match self {
            Model::Linear(linear) => row.dot(&linear.weights) + linear.bias,
            Model::Network(network) => network.value(row),
        }
    }

    /// The scores of a sample, in its order.
    pub fn scores(&self, sample: &Sample<'_>) -> Result<Vec<f64>, LearnError> {
        if sample.columns() != self.columns() {
            let (model, rows) = (self.columns(), sample.columns());
            return Err(LearnError::ModelColumns { model, rows });
        }
        Ok(sample.iter().map(|(row, _)| self.score(row)).collect())
    }

    /// Its file, without what it is for.
    pub fn to_file(&self) -> ModelFile {
        match self {
            Model::Linear(linear) => linear.to_file(),
            Model::Network(network) => network.to_file(),
        }
    }

    /// The model of a file: a linear one or a network.
    pub fn from_file(file: &ModelFile) -> Result<Model, ModelError> {
        match file.kind {
            Kind::Network => Ok(Model::Network(Network::from_file(file)?)),
            _ => Ok(Model::Linear(Linear::from_file(file)?)),
        }
    }
}

impl Linear {
    /// Its file, without what it is for.
    pub fn to_file(&self) -> ModelFile {
        let tensors = [
            ("weights", Tensor::new([self.weights.len()], Numbers::F64(self.weights.clone()))),
            ("bias", Tensor::new([1], Numbers::F64(vec![self.bias]))),
        ];
        ModelFile::new(Kind::Linear, tensors)
    }

    /// The linear model of a file.
    pub fn from_file(file: &ModelFile) -> Result<Linear, ModelError> {
        file.expect_kind(Kind::Linear)?;
        let weights = file.f64s("weights", file.tensor("weights")?.shape())?.to_vec();
        Ok(Linear { weights, bias: file.f64s("bias", &[1])?[0] })
    }

    /// The linear model of a file that must have a weight for each of so many
    /// columns.
    pub fn of_columns(file: &ModelFile, columns: usize) -> Result<Linear, ModelError> {
        file.f64s("weights", &[columns])?;
        Linear::from_file(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_for_other_rows_is_refused() {
        let model = Model::Linear(Linear { weights: vec![0.1, -2.0], bias: 0.5 });
        let rows = crate::Rows::ones(3, [[1].as_slice()]).unwrap();
        let sample = Sample::new(&rows, &[true]).unwrap();
        assert!(matches!(
            model.scores(&sample),
            Err(LearnError::ModelColumns { model: 2, rows: 3 })
        ));
    }
}
