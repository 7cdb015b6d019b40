//! The record files that a command was given.

use crate::failure::Failure;
use crate::screen;
use fuda_core::{Game, Record, RecordSet};
use std::path::PathBuf;

/// Reads every record of the game below the paths, with a progress bar; how
/// many files of folders were left out is printed on stderr.
pub fn read_records<G: Game>(paths: &[PathBuf]) -> Result<RecordSet<G>, Failure> {
    let bar = screen::progress(0, "files");
    let set = RecordSet::<G>::read(paths, |done, all| {
        screen::count(&bar, "files", done, all);
    });
    bar.finish_and_clear();
    let set = set.map_err(|e| Failure::new(e.to_string()))?;
    if let Some(first) = set.left_out.first() {
        let (name, reason) = (screen::tame(&first.file), screen::tame(&first.reason));
        screen::remark(&format!("{} files left out, such as {name}: {reason}", set.left_out.len()));
    }
    Ok(set)
}

/// As [`read_records`]; no records where no path was named.
pub fn read_if_named<G: Game>(paths: &[PathBuf]) -> Result<Vec<Record<G>>, Failure> {
    match paths.is_empty() {
        true => Ok(Vec::new()),
        false => Ok(read_records(paths)?.records),
    }
}
