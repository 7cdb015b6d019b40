//! Model files are read with every check that can be made without knowing
//! what the model is for.

use super::{Kind, MODEL_VERSION, ModelError, ModelFault, ModelFile, Numbers, Tensor};
use safetensors::SafeTensorError;
use safetensors::tensor::{Dtype, SafeTensors};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

/// The most bytes a model file may have.
const LARGEST_FILE: u64 = 1 << 30;
/// The most bytes its header may have.
const LARGEST_HEADER: u64 = 1 << 24;

/// What marked the safetensors files of before: with version 1 each.
const OLD_MARKS: [&str; 4] = ["fuda-model", "fuda-regression", "fuda-policy", "fuda-network"];

impl ModelFile {
    /// Reads a file.
    pub fn open(path: impl AsRef<Path>) -> Result<ModelFile, ModelError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        match read_bytes(path) {
            Ok(bytes) => ModelFile::from_bytes(&name, &bytes),
            Err(e) => Err(ModelError { name, fault: e.into() }),
        }
    }

    /// Reads the bytes of a file; messages call it `name`.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<ModelFile, ModelError> {
        read(name, bytes).map_err(|fault| ModelError { name: name.to_owned(), fault })
    }
}

fn read_bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    let file = std::fs::File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(std::io::Error::other("expected a model file, got a folder"));
    }
    let mut bytes = Vec::new();
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > LARGEST_FILE {
        true => Err(std::io::Error::other(format!("more than {LARGEST_FILE} bytes"))),
        false => Ok(bytes),
    }
}

/// What stands in a safetensors file, whatever it is: the metadata and the
/// tensors.
pub fn read_safetensors(bytes: &[u8]) -> Result<(Metadata, Tensors), ModelFault> {
    let metadata = read_metadata(bytes)?;
    Ok((metadata, read_tensors(bytes)?))
}

type Metadata = BTreeMap<String, String>;
type Tensors = BTreeMap<String, Tensor>;

fn read_metadata(bytes: &[u8]) -> Result<Metadata, ModelFault> {
    match bytes.first_chunk::<8>().map(|length| u64::from_le_bytes(*length)) {
        None => return Err(ModelFault::NotAModel(format!("{} bytes", bytes.len()))),
        Some(header) if header > LARGEST_HEADER => {
            return Err(ModelFault::NotAModel(format!("a header of {header} bytes")));
        }
        Some(header) if header > bytes.len() as u64 - 8 => {
            let got = bytes.len();
            return Err(ModelFault::NotAModel(format!("{got} bytes with a header of {header}")));
        }
        Some(_) => {}
    }
    let (_, header) = SafeTensors::read_metadata(bytes).map_err(|e| match e {
        SafeTensorError::MetadataIncompleteBuffer => {
            let got = bytes.len();
            ModelFault::Broken(format!(
                "truncated or damaged: {got} bytes are not what its header says"
            ))
        }
        e => ModelFault::NotAModel(e.to_string()),
    })?;
    Ok(header.metadata().clone().unwrap_or_default().into_iter().collect())
}

fn read_tensors(bytes: &[u8]) -> Result<Tensors, ModelFault> {
    let file = SafeTensors::deserialize(bytes)
        .map_err(|e| ModelFault::Broken(format!("truncated or damaged: {e}")))?;
    let mut tensors = BTreeMap::new();
    for (name, view) in file.tensors() {
        let data = view.data();
        let numbers = match view.dtype() {
            Dtype::F32 => Numbers::F32(numbers(data, f32::from_le_bytes)),
            Dtype::F64 => Numbers::F64(numbers(data, f64::from_le_bytes)),
            Dtype::U64 => Numbers::U64(numbers(data, u64::from_le_bytes)),
            dtype => {
                let expected = "expected F32, F64 or U64";
                return Err(ModelFault::Broken(format!("`{name}` is of {dtype:?}, {expected}")));
            }
        };
        let finite = match &numbers {
            Numbers::F32(list) => list.iter().all(|x| x.is_finite()),
            Numbers::F64(list) => list.iter().all(|x| x.is_finite()),
            Numbers::U64(_) => true,
        };
        if !finite {
            return Err(ModelFault::Broken(format!("`{name}` has a number that is not finite")));
        }
        let shape = view.shape().to_vec();
        tensors.insert(name, Tensor { shape, numbers });
    }
    Ok(tensors)
}

fn read(name: &str, bytes: &[u8]) -> Result<ModelFile, ModelFault> {
    if let Some(format) = old_json(bytes) {
        return Err(ModelFault::Old(format!("JSON, {format}")));
    }
    let mut settings = read_metadata(bytes)?;
    match settings.remove("fuda-model").as_deref() {
        Some(MODEL_VERSION) => {}
        Some("1") => return Err(ModelFault::Old("fuda-model 1".into())),
        Some(version) => {
            let known = format!("version {version}; only {MODEL_VERSION} is known");
            return Err(ModelFault::NotAModel(known));
        }
        None => {
            return Err(match OLD_MARKS.iter().find(|mark| settings.contains_key(**mark)) {
                Some(mark) => ModelFault::Old(format!("{mark} 1")),
                None => ModelFault::NotAModel("safetensors without them".into()),
            });
        }
    }
    let kind = settings.remove("kind").unwrap_or_default();
    let Some(kind) = Kind::ALL.into_iter().find(|known| known.name() == kind) else {
        let names = Kind::ALL.map(Kind::name).join(", ");
        return Err(ModelFault::Broken(format!("expected a kind among {names}, got `{kind}`")));
    };
    let tensors = read_tensors(bytes)?;
    let mut take = |key: &str| settings.remove(key).unwrap_or_default();
    let (game, rules) = (take("game"), take("rules"));
    let (encoder, made_by) = (take("encoder"), take("made_by"));
    let name = name.to_owned();
    Ok(ModelFile { name, kind, game, rules, encoder, made_by, settings, tensors })
}

fn numbers<T, const N: usize>(data: &[u8], number: impl Fn([u8; N]) -> T) -> Vec<T> {
    data.as_chunks::<N>().0.iter().map(|bytes| number(*bytes)).collect()
}

/// The format that a JSON model of before names.
fn old_json(bytes: &[u8]) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Named {
        format: String,
    }
    let start = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    let named: Named = (start == Some(&b'{')).then(|| serde_json::from_slice(bytes).ok())??;
    named.format.starts_with("fuda-").then_some(named.format)
}
