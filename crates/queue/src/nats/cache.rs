//! Data of jobs that a worker keeps, so that it travels once.

use crate::data::{Blob, hash};
use fuda_core::files;
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A folder of data, each piece in a file named after its hash. What was not
/// used for the longest time goes when there is too much.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cache {
    folder: PathBuf,
    most: u64,
}

/// How much is kept, in bytes.
const MOST: u64 = 4 << 30;

impl Cache {
    /// A folder for data, made when it is needed.
    pub fn new(folder: &Path) -> Cache {
        Cache { folder: folder.to_owned(), most: MOST }
    }

    /// The usual folder of this user.
    pub fn usual() -> Cache {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let home = || set("HOME").or_else(|| set("USERPROFILE")).map(PathBuf::from);
        let caches = set("XDG_CACHE_HOME").map(PathBuf::from);
        let caches = caches.or_else(|| Some(home()?.join(".cache")));
        Cache::new(&caches.unwrap_or_else(std::env::temp_dir).join("fuda").join("data"))
    }

    fn path(&self, hash: &str) -> PathBuf {
        self.folder.join(hash)
    }

    /// The piece of this hash, if it is there and whole.
    pub(super) fn get(&self, hash: &str, size: u64) -> Option<Blob> {
        let path = self.path(hash);
        let blob = Blob::of_file(&path).ok()?;
        if blob.hash() != hash || blob.size() != size {
            // Whatever it is, it is of no use.
            let _ = std::fs::remove_file(&path);
            return None;
        }
        let used = std::fs::File::open(&path).and_then(|file| file.set_modified(SystemTime::now()));
        // A folder that cannot be written keeps things in another order.
        drop(used);
        Some(blob)
    }

    /// Keeps a piece, which must have this hash.
    pub(super) fn put(&self, wanted: &str, bytes: &[u8]) -> Result<Blob> {
        if hash(bytes) != wanted {
            return Err(Error::new(ErrorKind::InvalidData, "the bytes have another hash"));
        }
        std::fs::create_dir_all(&self.folder)?;
        self.make_room(bytes.len() as u64);
        files::write(&self.path(wanted), bytes)?;
        Blob::of_file(&self.path(wanted))
    }

    fn make_room(&self, wanted: u64) {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return };
        let mut all: Vec<(SystemTime, u64, PathBuf)> = entries
            .flatten()
            .filter_map(|entry| {
                let about = entry.metadata().ok().filter(std::fs::Metadata::is_file)?;
                Some((about.modified().ok()?, about.len(), entry.path()))
            })
            .collect();
        all.sort();
        let mut held: u64 = all.iter().map(|(_, size, _)| size).sum();
        for (_, size, path) in all {
            if held.saturating_add(wanted) <= self.most {
                break;
            }
            // Another worker may have been quicker.
            let _ = std::fs::remove_file(path);
            held -= size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_whole_and_not_too_much() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache { folder: folder.path().join("data"), most: 10 };
        let pieces = [b"aaaa", b"bbbb", b"cccc"].map(|bytes| (hash(bytes), bytes));
        for (name, bytes) in &pieces {
            cache.put(name, *bytes).unwrap();
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        assert!(cache.get(&pieces[0].0, 4).is_none(), "the oldest one made room");
        assert_eq!(cache.get(&pieces[2].0, 4).unwrap().bytes().unwrap().as_ref(), b"cccc");
        assert!(cache.put(&pieces[0].0, b"other").is_err());
        std::fs::write(cache.path(&pieces[1].0), b"bxbb").unwrap();
        assert!(cache.get(&pieces[1].0, 4).is_none(), "a spoilt piece is none");
        assert!(!cache.path(&pieces[1].0).exists());
    }
}
