//! Where public data sets are, when they are at hand.

use std::path::PathBuf;

/// A file of the data folder's `mining` part; says so when it is not there.
pub fn data(name: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("FUDA_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let path = folder.join("mining").join(name);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: {} is not there", path.display());
    None
}
