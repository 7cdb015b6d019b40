//! The record files that a command was given, and ways between files.

use crate::failure::Failure;
use crate::screen;
use fuda_core::formats::Skipped;
use fuda_core::{Game, Record, RecordSet, RecordSetError};
use std::path::{Component, Path, PathBuf};

/// Reads every record of the game below the paths, with a progress bar; how
/// many files of folders were left out is printed on stderr.
pub fn read_records<G: Game>(paths: &[PathBuf]) -> Result<RecordSet<G>, Failure> {
    read(|progress| RecordSet::read(paths, progress))
}

/// As [`read_records`]; games that the rules do not lead through are there up
/// to that place, which is printed on stderr.
pub fn read_partly<G: Game>(paths: &[PathBuf]) -> Result<RecordSet<G>, Failure> {
    let set = read(|progress| RecordSet::read_partly(paths, progress))?;
    for cut in set.cut.values().take(MOST_NAMED) {
        screen::remark(&stops_at(cut));
    }
    if let Some(more @ 1..) = set.cut.len().checked_sub(MOST_NAMED) {
        screen::remark(&format!("and {more} more games that stop early"));
    }
    Ok(set)
}

/// Games that stop early and are named.
const MOST_NAMED: usize = 3;

/// Where a game stops, in words.
pub fn stops_at(cut: &Skipped) -> String {
    let Skipped { file, place, reason } = cut;
    screen::tame(&format!("{file}: followed up to {place}: {reason}"))
}

fn read<G: Game>(
    read: impl FnOnce(&mut dyn FnMut(u64, u64)) -> Result<RecordSet<G>, RecordSetError>,
) -> Result<RecordSet<G>, Failure> {
    let bar = screen::progress(0, "files");
    let set = read(&mut |done, all| screen::count(&bar, "files", done, all));
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

/// The way from one whole path to another.
pub fn relative(from: &Path, to: &Path) -> PathBuf {
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(to.components().skip(shared)).collect()
}
