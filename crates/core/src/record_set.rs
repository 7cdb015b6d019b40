//! Sets of records: files and folders opened in one way for every command.

use crate::formats::{FileError, Format, FormatError, PartialRecord, RecordFile, Skipped};
use crate::{Game, Record};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A file that may hold records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordPath {
    /// Where it is.
    pub path: PathBuf,
    /// Its place below the folder that was named; its name if it was named
    /// itself.
    pub below: PathBuf,
    /// Named by the user, not found in a folder.
    pub named: bool,
}

impl RecordPath {
    /// Every file of the paths, folders searched to the bottom, in a fixed
    /// order. Links to folders are not followed: they could lead in a circle.
    pub fn find(paths: &[PathBuf]) -> Result<Vec<RecordPath>, RecordSetError> {
        let mut found = Vec::new();
        for path in paths {
            let unreadable = |source| FileError::Unreadable { path: path.clone(), source };
            if std::fs::metadata(path).map_err(unreadable)?.is_dir() {
                walk(path, path, &mut found)?;
            } else {
                let below = path.file_name().map(PathBuf::from).unwrap_or_default();
                found.push(RecordPath { path: path.clone(), below, named: true });
            }
        }
        match found.is_empty() {
            true => Err(RecordSetError::NoFile),
            false => Ok(found),
        }
    }

    /// The games of the file; partly, when games may stop early.
    fn read<G: Game>(
        &self,
        formats: &[Box<dyn Format<G>>],
        partly: bool,
    ) -> Result<Vec<PartialRecord<G>>, String> {
        let name = self.path.display().to_string();
        let file = RecordFile::read(&self.path).map_err(|e| {
            let text = e.to_string();
            text.strip_prefix(&format!("{name}: ")).unwrap_or(&text).to_owned()
        })?;
        match formats.iter().find(|format| format.recognises(&file)) {
            Some(format) if partly => format.read_partly(&file).map_err(|e| e.to_string()),
            Some(format) => {
                let records = format.read(&file).map_err(|e| e.to_string())?;
                let whole = |record| PartialRecord { record, stops: None };
                Ok(records.into_iter().map(whole).collect())
            }
            None => {
                let known: Vec<&str> = formats.iter().map(|format| format.name()).collect();
                let known = known.join(", ");
                Err(format!("not a record of {} in a known format ({known})", G::NAME))
            }
        }
    }
}

fn walk(top: &Path, folder: &Path, found: &mut Vec<RecordPath>) -> Result<(), FileError> {
    let unreadable = |source| FileError::Unreadable { path: folder.to_owned(), source };
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        entries.push((entry.path(), entry.file_type().map_err(unreadable)?));
    }
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    for (path, kind) in entries {
        if kind.is_dir() {
            walk(top, &path, found)?;
        } else if kind.is_file() || (kind.is_symlink() && !path.is_dir()) {
            let below = path.strip_prefix(top).unwrap_or(&path).to_owned();
            found.push(RecordPath { path, below, named: false });
        }
    }
    Ok(())
}

/// Why there is no set of records.
#[derive(Debug, Error)]
pub enum RecordSetError {
    /// A path that the system does not give.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file that was named is not a record of the game.
    #[error("{path}: {reason}", path = path.display())]
    Named {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// There is no file at all.
    #[error("there is no file in the folders named")]
    NoFile,
    /// No file holds a record of the game.
    #[error("there is no record of {game} among the {files} files named")]
    NoRecord {
        /// The game.
        game: &'static str,
        /// How many files there were.
        files: usize,
    },
}

/// The records of one game from files and folders, gzipped or not.
///
/// A file that was named and cannot be read as a record of the game is an
/// error; a file found in a folder is left out, with its reason.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordSet<G: Game> {
    /// The records in the order of their files.
    pub records: Vec<Record<G>>,
    /// What was left out, and why.
    pub left_out: Vec<Skipped>,
    /// The records (counted from 0) that stop before their game does: where,
    /// and why. There are some only after [`RecordSet::read_partly`].
    pub cut: BTreeMap<usize, Skipped>,
    files: Vec<(usize, PathBuf)>,
}

impl<G: Game> RecordSet<G> {
    /// Reads every record below the paths in one of the game's formats.
    /// `progress` gets the number of files done and of all files.
    pub fn read(
        paths: &[PathBuf],
        progress: impl FnMut(u64, u64),
    ) -> Result<RecordSet<G>, RecordSetError> {
        RecordSet::read_all(paths, false, progress)
    }

    /// As [`RecordSet::read`], but a game that the rules do not lead through
    /// is there up to the place where they no longer do, see
    /// [`RecordSet::cut`].
    pub fn read_partly(
        paths: &[PathBuf],
        progress: impl FnMut(u64, u64),
    ) -> Result<RecordSet<G>, RecordSetError> {
        RecordSet::read_all(paths, true, progress)
    }

    fn read_all(
        paths: &[PathBuf],
        partly: bool,
        mut progress: impl FnMut(u64, u64),
    ) -> Result<RecordSet<G>, RecordSetError> {
        let sources = RecordPath::find(paths)?;
        let formats = G::formats();
        let mut set = RecordSet {
            records: Vec::new(),
            left_out: Vec::new(),
            cut: BTreeMap::new(),
            files: Vec::new(),
        };
        for (done, source) in sources.iter().enumerate() {
            match source.read(&formats, partly) {
                Ok(records) => {
                    set.files.push((set.records.len(), source.path.clone()));
                    for PartialRecord { record, stops } in records {
                        if let Some(FormatError { place, expected, got }) = stops {
                            let file = source.path.display().to_string();
                            let reason = format!("expected {expected}, got {got}");
                            set.cut.insert(set.records.len(), Skipped { file, place, reason });
                        }
                        set.records.push(record);
                    }
                }
                Err(reason) if source.named => {
                    return Err(RecordSetError::Named { path: source.path.clone(), reason });
                }
                Err(reason) => set.left_out.push(Skipped {
                    file: source.path.display().to_string(),
                    place: String::new(),
                    reason,
                }),
            }
            progress(done as u64 + 1, sources.len() as u64);
        }
        match set.records.is_empty() {
            true => Err(RecordSetError::NoRecord { game: G::NAME, files: sources.len() }),
            false => Ok(set),
        }
    }

    /// The file that a record (counted from 0) is from.
    pub fn file_of(&self, record: usize) -> &Path {
        let after = self.files.partition_point(|(first, _)| *first <= record);
        self.files.get(after.saturating_sub(1)).map_or(Path::new(""), |(_, path)| path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OwnFormat;
    use crate::kuhn::{Kuhn, KuhnMove};
    use crate::{Position, Seat};
    use std::fs;

    fn record() -> Record<Kuhn> {
        let mut record = Record::new(&Kuhn, [2, 0]);
        record.moves = vec![(Seat(0), KuhnMove::Bet), (Seat(1), KuhnMove::Bet)];
        record.scores = record.position_after(2).unwrap().scores();
        record
    }

    #[test]
    fn folders_leave_out_and_named_files_fail() {
        let home = tempfile::tempdir().unwrap();
        let own = home.path().join("own.jsonl");
        fs::write(&own, OwnFormat.write(&[record(), record()]).unwrap()).unwrap();
        let below = home.path().join("sub");
        fs::create_dir(&below).unwrap();
        fs::write(below.join("notes.md"), "no game").unwrap();
        fs::write(below.join("z.jsonl"), OwnFormat.write(&[record()]).unwrap()).unwrap();
        let folder = [home.path().to_owned()];
        let mut told = Vec::new();
        let set = RecordSet::<Kuhn>::read(&folder, |done, all| told.push((done, all))).unwrap();
        assert_eq!((set.records.len(), set.left_out.len()), (3, 1));
        assert_eq!(told, [(1, 3), (2, 3), (3, 3)]);
        assert!(set.left_out[0].reason.contains("not a record of kuhn"), "{:?}", set.left_out);
        assert_eq!(set.file_of(1), own);
        assert_eq!(set.file_of(2), below.join("z.jsonl"));

        let mut wrong = record();
        wrong.moves.push((Seat(0), KuhnMove::Bet));
        let cut = home.path().join("cut.jsonl");
        fs::write(&cut, OwnFormat.write(&[record(), wrong]).unwrap()).unwrap();
        let partly = RecordSet::<Kuhn>::read_partly(&[cut], |_, _| {}).unwrap();
        assert_eq!((partly.records.len(), partly.records[1].moves.len()), (2, 2));
        assert_eq!(partly.cut.keys().collect::<Vec<_>>(), [&1]);
        assert_eq!(partly.cut[&1].place, "line 2, move 3");

        let read = |path: PathBuf| RecordSet::<Kuhn>::read(&[path], |_, _| {}).unwrap_err();
        let wrong = read(below.join("notes.md")).to_string();
        assert!(wrong.ends_with("notes.md: not a record of kuhn in a known format (fuda)"));
        assert!(read(home.path().join("none")).to_string().contains("none: "));
        fs::write(&own, b"{\"game\":\"kuhn\",\"rules\":3}").unwrap();
        assert!(read(own).to_string().contains("own.jsonl: line 1, column"));
        let empty = tempfile::tempdir().unwrap();
        assert!(matches!(read(empty.path().to_owned()), RecordSetError::NoFile));
        fs::write(empty.path().join("a.txt"), "x").unwrap();
        let wrong = read(empty.path().to_owned()).to_string();
        assert_eq!(wrong, "there is no record of kuhn among the 1 files named");
    }
}
