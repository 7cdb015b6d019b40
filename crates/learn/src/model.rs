//! What learning yields: a score for a row, its sign the class.

use crate::LearnError;
use crate::network::Network;
use crate::rows::{Row, Sample};
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use std::collections::HashMap;

/// Learns a model from labelled rows.
pub trait Learner {
    /// The learner's short name.
    fn name(&self) -> &'static str;

    /// Learns.
    fn fit(&self, sample: &Sample<'_>) -> Result<Model, LearnError>;
}

/// One weight a column.
#[derive(Clone, PartialEq, Debug)]
pub struct Linear {
    /// The weights.
    pub weights: Vec<f64>,
    /// Added to every score.
    pub bias: f64,
}

/// A learnt model.
#[derive(Clone, PartialEq, Debug)]
pub enum Model {
    /// One weight a column.
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
            Model::Network(network) => network.score(row),
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

    /// The bytes of a model file: safetensors, with what the model is and
    /// how it was made (`notes`) in the metadata.
    pub fn to_bytes(&self, notes: &[(&str, &str)]) -> Vec<u8> {
        let mut metadata: HashMap<String, String> =
            notes.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
        metadata.insert(FORMAT.into(), VERSION.into());
        let tensors: Vec<(&str, Vec<usize>, &[f64])> = match self {
            Model::Linear(Linear { weights, bias }) => {
                metadata.insert("kind".into(), "linear".into());
                let bias = std::slice::from_ref(bias);
                vec![("weights", vec![weights.len()], weights), ("bias", vec![1], bias)]
            }
            Model::Network(network) => {
                metadata.insert("kind".into(), "network".into());
                network.tensors()
            }
        };
        let bytes: Vec<Vec<u8>> = tensors
            .iter()
            .map(|(_, _, numbers)| numbers.iter().flat_map(|n| n.to_le_bytes()).collect())
            .collect();
        let views = tensors.iter().zip(&bytes).map(|((name, shape, _), bytes)| {
            let view = TensorView::new(Dtype::F64, shape.clone(), bytes)
                .expect("a tensor has as many bytes as its shape says");
            (*name, view)
        });
        crate::file::to_bytes(views, metadata).expect("tensors of a model fit a file")
    }

    /// Reads a model file, with its metadata.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Model, HashMap<String, String>), LearnError> {
        let wrong = |text: &str| LearnError::NotAModel(text.to_owned());
        let broken = |error: safetensors::SafeTensorError| LearnError::NotAModel(error.to_string());
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(broken)?;
        let metadata = header.metadata().clone().unwrap_or_default();
        match metadata.get(FORMAT).map(String::as_str) {
            Some(VERSION) => {}
            Some(other) => return Err(wrong(&format!("version {other}; only {VERSION} is known"))),
            None => return Err(wrong("no model of fuda")),
        }
        let file = SafeTensors::deserialize(bytes).map_err(broken)?;
        let tensor = |name: &str| -> Result<(Vec<usize>, Vec<f64>), LearnError> {
            let view = file.tensor(name).map_err(broken)?;
            if view.dtype() != Dtype::F64 {
                return Err(wrong(&format!("`{name}` is {:?}, not F64", view.dtype())));
            }
            let numbers: Vec<f64> = view
                .data()
                .as_chunks::<8>()
                .0
                .iter()
                .map(|bytes| f64::from_le_bytes(*bytes))
                .collect();
            if !numbers.iter().all(|number| number.is_finite()) {
                return Err(wrong(&format!("`{name}` has a number that is not finite")));
            }
            Ok((view.shape().to_vec(), numbers))
        };
        let model = match metadata.get("kind").map(String::as_str) {
            Some("linear") => {
                let (weights, bias) = (tensor("weights")?.1, tensor("bias")?.1);
                let &[bias] = bias.as_slice() else { return Err(wrong("one bias is needed")) };
                Model::Linear(Linear { weights, bias })
            }
            Some("network") => Model::Network(Network::from_tensors(tensor)?),
            _ => return Err(wrong("its kind is not known")),
        };
        Ok((model, metadata))
    }
}

const FORMAT: &str = "fuda-model";
const VERSION: &str = "1";

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_written_is_read() {
        let model = Model::Linear(Linear { weights: vec![0.1, -2.0], bias: 0.5 });
        let bytes = model.to_bytes(&[("learner", "svm")]);
        let (back, metadata) = Model::from_bytes(&bytes).unwrap();
        assert_eq!(back, model);
        assert_eq!(metadata["learner"], "svm");
        let mut other = bytes;
        let version = b"\"fuda-model\":\"1";
        let at = other.windows(version.len()).position(|window| window == version).unwrap();
        other[at + version.len() - 1] = b'7';
        let message = Model::from_bytes(&other).unwrap_err().to_string();
        assert_eq!(message, "not a model: version 7; only 1 is known");
    }

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

    proptest! {
        #[test]
        fn broken_files_never_panic(
            cut in 0usize..400,
            at in 0usize..400,
            byte in any::<u8>(),
            junk in prop::collection::vec(any::<u8>(), 0..100),
        ) {
            let _ = Model::from_bytes(&junk);
            let model = Model::Linear(Linear { weights: vec![0.1, -2.0], bias: 0.5 });
            let mut bytes = model.to_bytes(&[]);
            bytes.truncate(cut);
            if let Some(place) = bytes.get_mut(at) {
                *place = byte;
            }
            let _ = Model::from_bytes(&bytes);
        }
    }
}
