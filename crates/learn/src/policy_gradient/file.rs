//! Policy networks as safetensors files.

use super::{Shape, SparseNetwork};
use crate::LearnError;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use std::collections::HashMap;

const FORMAT: &str = "fuda-policy";
const VERSION: &str = "1";

fn wrong(text: impl ToString) -> LearnError {
    LearnError::NotAModel(text.to_string())
}

impl SparseNetwork {
    /// The bytes of a model file, with `notes` on how it was made in the metadata.
    ///
    /// `more` are further lists of numbers to keep beside the weights, such as
    /// an optimiser's memory, under names of their own.
    pub fn to_bytes(
        &self,
        notes: &[(&str, &str)],
        more: &[(&str, &[f32])],
    ) -> Result<Vec<u8>, LearnError> {
        let mut metadata: HashMap<String, String> =
            notes.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
        metadata.insert(FORMAT.into(), VERSION.into());
        let Shape { inputs, hidden: [first, second], outputs } = self.shape();
        let layers = self.layers();
        let tensors = [
            ("first", vec![inputs, first], layers.first),
            ("first_bias", vec![first], layers.first_bias),
            ("second", vec![first, second], layers.second),
            ("second_bias", vec![second], layers.second_bias),
            ("output", vec![outputs, second], layers.output),
            ("output_bias", vec![outputs], layers.output_bias),
        ];
        let more = more.iter().map(|(name, list)| (*name, vec![list.len()], *list));
        let bytes: Vec<(&str, Vec<usize>, Vec<u8>)> = tensors
            .into_iter()
            .chain(more)
            .map(|(name, shape, list)| {
                (name, shape, list.iter().flat_map(|x| x.to_le_bytes()).collect())
            })
            .collect();
        let mut views = Vec::with_capacity(bytes.len());
        for (name, shape, list) in &bytes {
            let view = TensorView::new(Dtype::F32, shape.clone(), list).map_err(wrong)?;
            views.push((*name, view));
        }
        crate::file::to_bytes(views, metadata).map_err(wrong)
    }

    /// Reads a model file: the network, its metadata, and the further lists
    /// by their names.
    pub fn from_bytes(bytes: &[u8]) -> Result<Read, LearnError> {
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(wrong)?;
        let metadata = header.metadata().clone().unwrap_or_default();
        match metadata.get(FORMAT).map(String::as_str) {
            Some(VERSION) => {}
            Some(other) => return Err(wrong(format!("version {other}; only {VERSION} is known"))),
            None => return Err(wrong("no policy network of fuda")),
        }
        let file = SafeTensors::deserialize(bytes).map_err(wrong)?;
        let mut more = HashMap::new();
        let mut shapes = HashMap::new();
        for (name, view) in file.tensors() {
            if view.dtype() != Dtype::F32 {
                return Err(wrong(format!("`{name}` is {:?}, not F32", view.dtype())));
            }
            let chunks = view.data().as_chunks::<4>().0;
            let list: Vec<f32> = chunks.iter().map(|b| f32::from_le_bytes(*b)).collect();
            shapes.insert(name.clone(), view.shape().to_vec());
            more.insert(name, list);
        }
        let size = |name: &str, at: usize| {
            let size = shapes.get(name).and_then(|shape: &Vec<usize>| shape.get(at));
            size.copied().ok_or_else(|| wrong(format!("the layer `{name}` is missing")))
        };
        let shape = Shape {
            inputs: size("first", 0)?,
            hidden: [size("first", 1)?, size("second", 1)?],
            outputs: size("output", 0)?,
        };
        let mut weights = Vec::new();
        for name in ["first", "first_bias", "second", "second_bias", "output", "output_bias"] {
            let list = more.remove(name);
            weights.extend(list.ok_or_else(|| wrong(format!("the layer `{name}` is missing")))?);
        }
        Ok(Read { network: SparseNetwork::from_weights(shape, weights)?, metadata, more })
    }
}

/// What stands in a model file.
#[derive(Clone, PartialEq, Debug)]
pub struct Read {
    /// The network.
    pub network: SparseNetwork,
    /// What the file says about it.
    pub metadata: HashMap<String, String>,
    /// The further lists of numbers.
    pub more: HashMap<String, Vec<f32>>,
}
