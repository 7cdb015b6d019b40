//! Model files: safetensors whose bytes depend on what is in them alone.

use safetensors::tensor::TensorView;
use std::collections::{BTreeMap, HashMap};

/// What the header of a safetensors file with metadata begins with.
const METADATA: &[u8] = br#"{"__metadata__":"#;

/// The bytes of a safetensors file, the metadata in order of their names.
/// (The crate writes them in the order of a hash map, which differs from run
/// to run.)
pub(crate) fn to_bytes<'a>(
    tensors: impl IntoIterator<Item = (&'a str, TensorView<'a>)>,
    metadata: HashMap<String, String>,
) -> Result<Vec<u8>, safetensors::SafeTensorError> {
    let sorted: BTreeMap<_, _> = metadata.clone().into_iter().collect();
    let sorted = serde_json::to_vec(&sorted).expect("text is JSON");
    let mut bytes = safetensors::serialize(tensors, Some(metadata))?;
    let start = 8 + METADATA.len();
    assert_eq!(&bytes[8..start], METADATA, "metadata come first");
    bytes[start..start + sorted.len()].copy_from_slice(&sorted);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use safetensors::{Dtype, SafeTensors};

    #[test]
    fn the_same_content_is_the_same_bytes() {
        let numbers = [1u8, 2, 3, 4];
        let made = || {
            let notes = ["seed", "rules", "a \"quoted\"\nnote", "games", "features", "札"];
            let notes = notes.map(|name| (name.to_owned(), format!("of {name}"))).into();
            let view = TensorView::new(Dtype::U8, vec![4], &numbers).unwrap();
            to_bytes([("numbers", view)], notes).unwrap()
        };
        let first = made();
        assert!((0..20).all(|_| made() == first));
        let (_, header) = SafeTensors::read_metadata(&first).unwrap();
        let notes = header.metadata().clone().unwrap();
        assert_eq!(notes.len(), 6);
        assert!(notes.iter().all(|(name, note)| *note == format!("of {name}")));
        assert_eq!(
            SafeTensors::deserialize(&first).unwrap().tensor("numbers").unwrap().data(),
            numbers
        );
    }
}
