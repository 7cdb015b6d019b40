//! Model files are written so that the same model makes the same bytes.

use super::{MODEL_VERSION, ModelFile, Numbers};
use safetensors::tensor::{Dtype, TensorView};
use std::collections::{BTreeMap, HashMap};

/// What the header of a safetensors file with metadata begins with.
const METADATA: &[u8] = br#"{"__metadata__":"#;

impl ModelFile {
    /// The bytes of the file.
    ///
    /// # Panics
    /// When a setting has the name of one of the file's own entries.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut metadata: BTreeMap<String, String> = self.settings.clone();
        let own = [
            ("fuda-model", MODEL_VERSION),
            ("kind", self.kind.name()),
            ("game", &self.game),
            ("rules", &self.rules),
            ("encoder", &self.encoder),
            ("made_by", &self.made_by),
        ];
        for (key, value) in own.into_iter().filter(|(_, value)| !value.is_empty()) {
            let before = metadata.insert(key.into(), value.into());
            assert_eq!(before, None, "`{key}` cannot be a setting");
        }
        let tensors: Vec<(&str, Dtype, &[usize], Vec<u8>)> = self
            .tensors
            .iter()
            .map(|(name, tensor)| {
                let (dtype, bytes) = match &tensor.numbers {
                    Numbers::F32(list) => (Dtype::F32, bytes(list, |x| x.to_le_bytes())),
                    Numbers::F64(list) => (Dtype::F64, bytes(list, |x| x.to_le_bytes())),
                    Numbers::U64(list) => (Dtype::U64, bytes(list, |x| x.to_le_bytes())),
                };
                (name.as_str(), dtype, tensor.shape.as_slice(), bytes)
            })
            .collect();
        let views = tensors.iter().map(|(name, dtype, shape, bytes)| {
            let view = TensorView::new(*dtype, shape.to_vec(), bytes);
            (*name, view.expect("a tensor has as many numbers as its shape has places"))
        });
        // The crate writes metadata in the order of a hash map, which differs
        // from run to run: in order of their names they take the same room.
        let sorted = serde_json::to_vec(&metadata).expect("texts can be written");
        let metadata: HashMap<String, String> = metadata.into_iter().collect();
        let written = safetensors::serialize(views, Some(metadata));
        let mut file = written.expect("names of tensors differ");
        let start = 8 + METADATA.len();
        assert_eq!(&file[8..start], METADATA, "metadata come first");
        file[start..start + sorted.len()].copy_from_slice(&sorted);
        file
    }
}

fn bytes<T: Copy, const N: usize>(list: &[T], bytes: impl Fn(T) -> [u8; N]) -> Vec<u8> {
    list.iter().flat_map(|&number| bytes(number)).collect()
}
