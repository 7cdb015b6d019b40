//! Tables from files: FIMI `.dat`, svmlight, and fuda's own position sets,
//! plain or gzipped.

mod fimi;
mod labels;
mod patterns;
mod positions;
mod svmlight;
mod text;

pub use patterns::{PatternFileError, PatternReader, parse_patterns, read_patterns};
pub use positions::{PositionSetHeader, PositionSetWriter};

use crate::names::ItemNames;
use crate::table::{Table, TableError};
use fuda_core::formats::{FileError, RecordFile};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a file is not a table.
#[derive(Debug, Error)]
pub enum InputError {
    /// It cannot be read at all.
    #[error(transparent)]
    File(#[from] FileError),
    /// A place in it is not as it should be.
    #[error("{path}:{line}:{column}: {problem}")]
    Syntax {
        /// Which file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The byte in the line, counted from 1.
        column: usize,
        /// What was found and what was expected.
        problem: String,
    },
    /// Its rows make no table.
    #[error("{path}: {source}")]
    Table {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: TableError,
    },
    /// It has rows, but no row has an item.
    #[error("{path}: no row has an item")]
    NoItems {
        /// Which file.
        path: PathBuf,
    },
    /// It carries labels, and a file of labels was given too.
    #[error("{path}: carries labels of its own; a file of labels cannot be given beside it")]
    LabelsTwice {
        /// Which file.
        path: PathBuf,
    },
}

/// How a file writes its rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableFormat {
    /// One row per line, item numbers between blanks.
    Fimi,
    /// A label, then `index:1` for each item.
    Svmlight,
    /// fuda's own, with a first line that says what it holds.
    Positions,
}

impl TableFormat {
    /// The format a file's first line speaks of.
    pub fn recognise(bytes: &[u8]) -> TableFormat {
        if bytes.starts_with(positions::MAGIC.as_bytes()) {
            return TableFormat::Positions;
        }
        let lines = bytes.split(|&byte| byte == b'\n');
        let mut lines = lines.map(|line| line.split(|&byte| byte == b'#').next().unwrap_or(line));
        match lines.find(|line| !line.trim_ascii().is_empty()) {
            Some(line) if line.contains(&b':') => TableFormat::Svmlight,
            // A row without items still has its sign.
            Some(line) if matches!(line.trim_ascii(), b"+1" | b"-1") => TableFormat::Svmlight,
            _ => TableFormat::Fimi,
        }
    }
}

/// A table with what its file says about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableFile {
    /// The rows, and their labels if they carry any.
    pub table: Table,
    /// What a position set says about itself; other formats say nothing.
    pub header: Option<PositionSetHeader>,
    /// The source of each row of a position set, as a number into the
    /// header's list.
    pub sources: Vec<u32>,
    /// The game of each row, where the set names it: rows of one game are not
    /// independent.
    pub games: Vec<u32>,
}

impl TableFile {
    /// The game whose positions the rows are; empty where it is not said.
    pub fn game(&self) -> &str {
        self.header.as_ref().map_or("", |header| &header.game)
    }

    /// What made the items, with its version; empty where it is not said.
    pub fn encoder(&self) -> &str {
        self.header.as_ref().map_or("", |header| &header.encoder)
    }

    /// What the items mean, as far as it is said.
    pub fn names(&self) -> ItemNames {
        self.header.as_ref().map(|header| header.names.clone()).unwrap_or_default()
    }
}

/// Reads a table of any of the formats, with labels from a second file where
/// the first carries none.
pub fn read_table(path: &Path, labels: Option<&Path>) -> Result<TableFile, InputError> {
    let file = RecordFile::read(path)?;
    let read = parse_table(path, &file.bytes)?;
    match labels {
        None => Ok(read),
        Some(_) if read.table.labels().is_some() => {
            Err(InputError::LabelsTwice { path: path.to_owned() })
        }
        Some(labels) => {
            let file = RecordFile::read(labels)?;
            let values = labels::parse(labels, &file.bytes)?;
            let path = labels.to_owned();
            let table = read.table.with_labels(values);
            let table = table.map_err(|source| InputError::Table { path, source })?;
            Ok(TableFile { table, ..read })
        }
    }
}

/// The table in the bytes of a file; the path is for messages.
pub fn parse_table(path: &Path, bytes: &[u8]) -> Result<TableFile, InputError> {
    let plain = |table| TableFile { table, header: None, sources: Vec::new(), games: Vec::new() };
    let read = match TableFormat::recognise(bytes) {
        TableFormat::Fimi => plain(fimi::parse(path, bytes)?),
        TableFormat::Svmlight => plain(svmlight::parse(path, bytes)?),
        TableFormat::Positions => positions::parse(path, bytes)?,
    };
    match read.table.columns() {
        0 => Err(InputError::NoItems { path: path.to_owned() }),
        _ => Ok(read),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(text: &str) -> Result<Table, String> {
        let read = parse_table(Path::new("f"), text.as_bytes());
        read.map(|read| read.table).map_err(|error| error.to_string())
    }

    #[test]
    fn fimi_rows_are_lines() {
        let table = parse("3 1 2\n\n2 7 \r\n").unwrap();
        assert_eq!((table.rows(), table.columns()), (3, 4));
        assert_eq!(table.row(2), [1, 3]);
        assert_eq!(table.labels(), None);
    }

    #[test]
    fn svmlight_carries_labels() {
        let table = parse("# made by hand\n+1 1:1 5:1\n-1 # nothing\n0 5:1 6:0\n").unwrap();
        assert_eq!(table.labels(), Some([true, false, false].as_slice()));
        assert_eq!((table.rows(), table.columns(), table.name(1)), (3, 2, 5));
    }

    #[test]
    fn bad_places_are_pointed_at() {
        for (text, message) in [
            (
                "1 2\n3 -4\n",
                "f:2:3: `-4` where an item (a whole number up to 4294967295) should be",
            ),
            ("1 x2\n", "f:1:3: `x2` where an item (a whole number up to 4294967295) should be"),
            (
                "1 4294967296",
                "f:1:3: `4294967296` where an item (a whole number up to 4294967295) should be",
            ),
            ("", "f: the table has no rows"),
            ("\n \n", "f: no row has an item"),
            ("1 2:1\n1 3:0.5", "f:2:3: `3:0.5` has the value 0.5; only 0 and 1 can be mined"),
            ("1 2:1\n1 3:x", "f:2:3: `3:x` where `item:value` should be"),
            ("1 2:1\nq 3:1", "f:2:1: `q` where a label (1, +1, 0 or -1) should be"),
            ("1 2:1 2:1", "f:1:7: item 2 comes twice in this row"),
        ] {
            assert_eq!(parse(text).unwrap_err(), message);
        }
    }

    #[test]
    fn files_may_be_gzipped_and_labels_apart() {
        use std::io::Write;
        let folder = tempfile::tempdir().unwrap();
        let [data, labels] = ["data.gz", "labels"].map(|name| folder.path().join(name));
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(b"1 2\n2 3\n").unwrap();
        std::fs::write(&data, gzip.finish().unwrap()).unwrap();
        std::fs::write(&labels, "1\n-1\n").unwrap();
        let table = read_table(&data, Some(&labels)).unwrap().table;
        assert_eq!(table.labels(), Some([true, false].as_slice()));
        std::fs::write(&labels, "1\n").unwrap();
        let message = read_table(&data, Some(&labels)).unwrap_err().to_string();
        assert!(message.ends_with("labels: 1 labels for 2 rows; there must be one label per row"));
        std::fs::write(&labels, "1\n2\n").unwrap();
        let message = read_table(&data, Some(&labels)).unwrap_err().to_string();
        assert!(message.ends_with("labels:2:1: `2` where a label (1, +1, 0 or -1) should be"));
        std::fs::write(&data, "1 1:1\n0 2:1\n").unwrap();
        assert!(matches!(read_table(&data, Some(&labels)), Err(InputError::LabelsTwice { .. })));
    }

    proptest! {
        #[test]
        fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = parse_table(Path::new("f"), &bytes);
        }

        #[test]
        fn nearly_right_text_never_panics(text in "[-+0-9:.# \n]{0,80}") {
            let _ = parse_table(Path::new("f"), text.as_bytes());
        }

        #[test]
        fn broken_position_sets_never_panic(rest in "[-+0-9a-z{}\":, \n]{0,80}") {
            let text = format!("{}{rest}", positions::MAGIC);
            let _ = parse_table(Path::new("f"), text.as_bytes());
        }
    }
}
