//! Record formats: what reads, checks, counts and writes games in files.
//!
//! A game's crate implements [`Format`] once for each format it knows; the
//! command line finds the right one with [`Format::recognises`].

use crate::{Game, Record};
use flate2::read::MultiGzDecoder;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The most bytes a record file may have once unpacked.
pub const LARGEST_FILE: u64 = 1 << 30;

/// A file's content, unpacked if it was gzipped.
#[derive(Clone, Debug)]
pub struct RecordFile {
    /// Where it came from.
    pub path: PathBuf,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// A file that cannot be read at all.
#[derive(Debug, Error)]
pub enum FileError {
    /// The system refuses to give it.
    #[error("{path}: {source}")]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// It starts like gzip but does not unpack.
    #[error("{path}: broken gzip data after {unpacked} unpacked bytes: {source}")]
    BrokenGzip {
        /// Which file.
        path: PathBuf,
        /// How much could be unpacked.
        unpacked: usize,
        /// What the unpacker said.
        source: std::io::Error,
    },
    /// It is larger than any record file should be.
    #[error("{path}: more than {most} bytes unpacked")]
    TooLarge {
        /// Which file.
        path: PathBuf,
        /// The most there may be.
        most: u64,
    },
}

impl RecordFile {
    /// Reads a file, unpacking gzip when its first bytes say so.
    pub fn read(path: &Path) -> Result<RecordFile, FileError> {
        let unreadable = |source| FileError::Unreadable { path: path.to_owned(), source };
        let mut raw = Vec::new();
        std::fs::File::open(path)
            .map_err(unreadable)?
            .take(LARGEST_FILE + 1)
            .read_to_end(&mut raw)
            .map_err(unreadable)?;
        RecordFile::unpack(path, raw, LARGEST_FILE)
    }

    /// A file from its bytes, gzip unpacked when the first of them say so; at
    /// most so many bytes.
    pub fn unpack(path: &Path, raw: Vec<u8>, most: u64) -> Result<RecordFile, FileError> {
        let gzipped = raw.starts_with(&[0x1f, 0x8b]);
        let bytes = if gzipped { gunzip(path, &raw, most)? } else { raw };
        if bytes.len() as u64 > most {
            return Err(FileError::TooLarge { path: path.to_owned(), most });
        }
        Ok(RecordFile { path: path.to_owned(), bytes })
    }

    /// The path as text, for reports.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// The ending of the file's name in lower case, ignoring `gz`.
    pub fn extension(&self) -> String {
        let plain = match self.path.extension() {
            Some(e) if e.eq_ignore_ascii_case("gz") => self.path.with_extension(""),
            _ => self.path.clone(),
        };
        plain.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default()
    }

    /// The content as text, or the byte at which it stops being UTF-8. The
    /// byte-order mark some editors put first is left out.
    pub fn text(&self) -> Result<&str, FormatError> {
        let text = std::str::from_utf8(&self.bytes).map_err(|e| FormatError {
            place: format!("byte {}", e.valid_up_to()),
            expected: "UTF-8 text".into(),
            got: "other bytes".into(),
        })?;
        Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
    }
}

fn gunzip(path: &Path, raw: &[u8], most: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    match MultiGzDecoder::new(raw).take(most.saturating_add(1)).read_to_end(&mut bytes) {
        Ok(_) => Ok(bytes),
        Err(source) => {
            Err(FileError::BrokenGzip { path: path.to_owned(), unpacked: bytes.len(), source })
        }
    }
}

/// Something in a file that is not as the format wants it.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize)]
#[error("{place}: expected {expected}, got {got}")]
pub struct FormatError {
    /// Where in the file: line, byte, game, hand, event.
    pub place: String,
    /// What would have been right.
    pub expected: String,
    /// What was there.
    pub got: String,
}

/// A record that may stop before the game does.
#[derive(Clone, PartialEq, Debug)]
pub struct PartialRecord<G: Game> {
    /// The game as far as it can be followed.
    pub record: Record<G>,
    /// Where it can no longer be followed, and why.
    pub stops: Option<FormatError>,
}

/// A record format of one game.
pub trait Format<G: Game>: Send + Sync {
    /// The format's name on the command line, such as `wthor`.
    fn name(&self) -> &'static str;

    /// One line on what it is and who uses it.
    fn about(&self) -> &'static str;

    /// Whether the file looks like this format: by content first, then by name.
    fn recognises(&self, file: &RecordFile) -> bool;

    /// Replays every game of the file against the rules and writes down what
    /// was checked and what did not agree. Never stops at the first problem.
    fn verify(&self, file: &RecordFile, into: &mut Verification);

    /// Counts what is in the file.
    fn stats(&self, file: &RecordFile, into: &mut Stats);

    /// The games of the file.
    fn read(&self, file: &RecordFile) -> Result<Vec<Record<G>>, FormatError>;

    /// The games of the file as far as the rules lead through them. A game
    /// whose first move is wrong already is an error.
    fn read_partly(&self, file: &RecordFile) -> Result<Vec<PartialRecord<G>>, FormatError> {
        let whole = |record| PartialRecord { record, stops: None };
        Ok(self.read(file)?.into_iter().map(whole).collect())
    }

    /// Whether [`Format::write`] works for this format.
    fn writes(&self) -> bool {
        false
    }

    /// The games as a file of this format.
    fn write(&self, _records: &[Record<G>]) -> Result<Vec<u8>, FormatError> {
        Err(FormatError {
            place: self.name().into(),
            expected: "a format that can be written".into(),
            got: "one that is only read".into(),
        })
    }
}

/// A file or game that was not checked, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Skipped {
    /// Which file.
    pub file: String,
    /// Where in it, when it is not the whole file.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// Why it was left out.
    pub reason: String,
}

/// A place where a record and the rules disagree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Problem {
    /// Which file.
    pub file: String,
    /// Where in it: game, hand, event.
    pub place: String,
    /// What the rules say.
    pub expected: String,
    /// What the record says.
    pub got: String,
}

/// What a verification found.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Verification {
    /// Files looked at, skipped ones included.
    pub files: u64,
    /// Games replayed to their end.
    pub games: u64,
    /// Decisions replayed: recorded moves found among the legal ones.
    pub decisions: u64,
    /// How many [`Problem`]s there are.
    pub mismatches: u64,
    /// Whatever else a format counts: hands, wins, walls rebuilt.
    pub counts: BTreeMap<String, u64>,
    /// What was left out.
    pub skipped: Vec<Skipped>,
    /// What did not agree.
    pub problems: Vec<Problem>,
}

impl Verification {
    /// Adds to one of the format's own counts.
    pub fn count(&mut self, what: &str, n: u64) {
        *self.counts.entry(what.to_owned()).or_default() += n;
    }

    /// Writes down a disagreement.
    pub fn problem(
        &mut self,
        file: &RecordFile,
        place: impl Into<String>,
        expected: impl Into<String>,
        got: impl Into<String>,
    ) {
        self.mismatches += 1;
        self.problems.push(Problem {
            file: file.name(),
            place: place.into(),
            expected: expected.into(),
            got: got.into(),
        });
    }

    /// Writes down that a file (or a place in it) was left out.
    pub fn skip(&mut self, file: &RecordFile, place: impl Into<String>, reason: impl Into<String>) {
        self.skipped.push(Skipped {
            file: file.name(),
            place: place.into(),
            reason: reason.into(),
        });
    }

    /// Adds what another part of the work found.
    pub fn merge(&mut self, other: Verification) {
        self.files += other.files;
        self.games += other.games;
        self.decisions += other.decisions;
        self.mismatches += other.mismatches;
        for (what, n) in other.counts {
            self.count(&what, n);
        }
        self.skipped.extend(other.skipped);
        self.problems.extend(other.problems);
    }
}

/// How often, how large, how spread: one number seen many times.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Tally {
    /// How many values.
    pub count: u64,
    /// Their sum.
    pub sum: f64,
    /// The least.
    pub min: f64,
    /// The greatest.
    pub max: f64,
}

/// What is in a set of record files.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Stats {
    /// Files counted.
    pub files: u64,
    /// Games in them.
    pub games: u64,
    /// Plain counts by name.
    pub counts: BTreeMap<String, u64>,
    /// Values by name.
    pub values: BTreeMap<String, Tally>,
    /// What was left out.
    pub skipped: Vec<Skipped>,
}

impl Stats {
    /// Adds to a plain count.
    pub fn count(&mut self, what: &str, n: u64) {
        *self.counts.entry(what.to_owned()).or_default() += n;
    }

    /// Adds one value under a name.
    pub fn value(&mut self, what: &str, x: f64) {
        let tally = self.values.entry(what.to_owned()).or_insert(Tally {
            count: 0,
            sum: 0.0,
            min: x,
            max: x,
        });
        tally.count += 1;
        tally.sum += x;
        tally.min = tally.min.min(x);
        tally.max = tally.max.max(x);
    }

    /// Writes down that a file (or a place in it) was left out.
    pub fn skip(&mut self, file: &RecordFile, place: impl Into<String>, reason: impl Into<String>) {
        self.skipped.push(Skipped {
            file: file.name(),
            place: place.into(),
            reason: reason.into(),
        });
    }

    /// Adds what another part of the work counted.
    pub fn merge(&mut self, other: Stats) {
        self.files += other.files;
        self.games += other.games;
        for (what, n) in other.counts {
            self.count(&what, n);
        }
        for (what, t) in other.values {
            self.values
                .entry(what)
                .and_modify(|mine| {
                    mine.count += t.count;
                    mine.sum += t.sum;
                    mine.min = mine.min.min(t.min);
                    mine.max = mine.max.max(t.max);
                })
                .or_insert(t);
        }
        self.skipped.extend(other.skipped);
    }
}
