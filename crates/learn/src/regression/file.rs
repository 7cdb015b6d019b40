//! Regression networks as safetensors files.

use super::RegressionNetwork;
use crate::LearnError;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use std::collections::HashMap;

const FORMAT: &str = "fuda-regression";
const VERSION: &str = "1";

fn wrong(text: impl ToString) -> LearnError {
    LearnError::NotAModel(text.to_string())
}

impl RegressionNetwork {
    /// The bytes of a model file, with `notes` on how it was made in the metadata.
    pub fn to_bytes(&self, notes: &[(&str, &str)]) -> Result<Vec<u8>, LearnError> {
        let mut metadata: HashMap<String, String> =
            notes.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
        metadata.insert(FORMAT.into(), VERSION.into());
        let bytes = |numbers: &[f64]| -> Vec<u8> {
            numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
        };
        let (input, output) = (bytes(&self.input), bytes(&self.output));
        let shape = vec![self.columns + 1, self.hidden];
        let views = [
            ("input", TensorView::new(Dtype::F64, shape, &input).map_err(wrong)?),
            ("output", TensorView::new(Dtype::F64, vec![self.hidden + 1], &output).map_err(wrong)?),
        ];
        crate::file::to_bytes(views, metadata).map_err(wrong)
    }

    /// Reads a model file, with its metadata.
    pub fn from_bytes(
        bytes: &[u8],
    ) -> Result<(RegressionNetwork, HashMap<String, String>), LearnError> {
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(wrong)?;
        let metadata = header.metadata().clone().unwrap_or_default();
        match metadata.get(FORMAT).map(String::as_str) {
            Some(VERSION) => {}
            Some(other) => return Err(wrong(format!("version {other}; only {VERSION} is known"))),
            None => return Err(wrong("no regression network of fuda")),
        }
        let file = SafeTensors::deserialize(bytes).map_err(wrong)?;
        let tensor = |name: &str| -> Result<(Vec<usize>, Vec<f64>), LearnError> {
            let view = file.tensor(name).map_err(wrong)?;
            if view.dtype() != Dtype::F64 {
                return Err(wrong(format!("`{name}` is {:?}, not F64", view.dtype())));
            }
            let chunks = view.data().as_chunks::<8>().0;
            let numbers: Vec<f64> = chunks.iter().map(|b| f64::from_le_bytes(*b)).collect();
            match numbers.iter().all(|number| number.is_finite()) {
                true => Ok((view.shape().to_vec(), numbers)),
                false => Err(wrong(format!("`{name}` has a number that is not finite"))),
            }
        };
        let ((shape, input), (_, output)) = (tensor("input")?, tensor("output")?);
        match *shape.as_slice() {
            [rows, hidden] if rows > 0 && output.len().checked_sub(1) == Some(hidden) => {
                Ok((RegressionNetwork { columns: rows - 1, hidden, input, output }, metadata))
            }
            _ => Err(wrong(format!("layers of {shape:?} and [{}] do not fit", output.len()))),
        }
    }
}
