//! What a job is made from.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a job is made from: a description, and large data it speaks of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct JobData {
    /// The description, as its kind writes it.
    pub spec: String,
    /// The data, in the order the description counts it.
    pub blobs: Vec<Blob>,
}

impl JobData {
    /// A description that needs nothing else.
    pub fn new(spec: impl Into<String>) -> JobData {
        JobData { spec: spec.into(), blobs: Vec::new() }
    }

    /// A description as JSON, with its data.
    pub fn json(spec: &impl Serialize, blobs: Vec<Blob>) -> Result<JobData, String> {
        Ok(JobData { spec: serde_json::to_string(spec).map_err(|e| e.to_string())?, blobs })
    }

    /// The description read as JSON.
    pub fn read<T: for<'de> Deserialize<'de>>(&self) -> Result<T, String> {
        serde_json::from_str(&self.spec)
            .map_err(|e| format!("the description of the job cannot be read: {e}"))
    }

    /// The blob of a number.
    pub fn blob(&self, number: usize) -> Result<&Blob, String> {
        let many = self.blobs.len();
        self.blobs.get(number).ok_or_else(|| format!("the job has {many} blobs, not {number} more"))
    }
}

/// Bytes that are known by their hash, in memory or in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blob {
    hash: String,
    size: u64,
    place: Place,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    Memory(Arc<[u8]>),
    File(PathBuf),
}

impl Blob {
    /// Bytes in memory.
    pub fn new(bytes: Vec<u8>) -> Blob {
        let (hash, size) = (hash(&bytes), bytes.len() as u64);
        Blob { hash, size, place: Place::Memory(bytes.into()) }
    }

    /// The bytes of a file, which is read now.
    pub fn of_file(path: &Path) -> std::io::Result<Blob> {
        let mut file = std::fs::File::open(path)?;
        let (mut hasher, mut size, mut buffer) = (Sha256::new(), 0, vec![0; 1 << 16]);
        loop {
            let read = file.read(&mut buffer)?;
            if read == 0 {
                break;
            }
            hasher.update(&buffer[..read]);
            size += read as u64;
        }
        Ok(Blob { hash: hex(&hasher.finalize()), size, place: Place::File(path.to_owned()) })
    }

    /// The SHA-256 of the bytes, in hexadecimal digits.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// How many bytes there are.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The bytes; those of a file must still be those they were.
    pub fn bytes(&self) -> Result<Cow<'_, [u8]>, String> {
        match &self.place {
            Place::Memory(bytes) => Ok(Cow::Borrowed(bytes)),
            Place::File(path) => {
                let wrong = |problem: String| format!("{}: {problem}", path.display());
                let bytes = std::fs::read(path).map_err(|e| wrong(e.to_string()))?;
                match hash(&bytes) == self.hash {
                    true => Ok(Cow::Owned(bytes)),
                    false => Err(wrong("the file has changed since it was first read".into())),
                }
            }
        }
    }

    /// The file the bytes are in; none for those in memory.
    pub fn file(&self) -> Option<&Path> {
        match &self.place {
            Place::Memory(_) => None,
            Place::File(path) => Some(path),
        }
    }
}

/// The SHA-256 of bytes, in hexadecimal digits.
pub(crate) fn hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_files_are_known_by_the_same_hash() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m");
        std::fs::write(&path, b"abc").unwrap();
        let (file, memory) = (Blob::of_file(&path).unwrap(), Blob::new(b"abc".to_vec()));
        assert_eq!((file.hash(), file.size()), (memory.hash(), 3));
        assert!(memory.hash().starts_with("ba7816bf8f01cfea"));
        assert_eq!(file.bytes(), memory.bytes());
        std::fs::write(&path, b"abd").unwrap();
        assert!(file.bytes().unwrap_err().contains("has changed"));
    }
}
