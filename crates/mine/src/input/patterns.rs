//! Files of patterns as `mine` and `select` write them: one per line, items,
//! then counts in brackets, then what is not needed to read it back.

use super::InputError;
use super::text::{ITEM, Word, number, words};
use crate::cmim::SpilledPattern;
use flate2::bufread::MultiGzDecoder;
use fuda_core::formats::FileError;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a file is not a list of patterns.
#[derive(Debug, Error)]
pub enum PatternFileError {
    /// It cannot be read at all.
    #[error(transparent)]
    File(#[from] FileError),
    /// A place in it is not as it should be.
    #[error(transparent)]
    Syntax(#[from] InputError),
    /// There is nothing in it.
    #[error("{path}: no patterns in it")]
    Empty {
        /// Which file.
        path: PathBuf,
    },
}

/// The most bytes a line may have: no pattern has so many items.
const LONGEST_LINE: u64 = 1 << 24;

/// The patterns of a file one after the other, whatever its size. Counts that
/// a line does not give are 0.
pub struct PatternReader<'a> {
    path: PathBuf,
    input: Box<dyn BufRead + 'a>,
    text: Vec<u8>,
    line: usize,
}

impl<'a> PatternReader<'a> {
    /// Opens a file, plain or gzipped.
    pub fn open(path: &Path) -> Result<PatternReader<'static>, PatternFileError> {
        let unreadable = |source| FileError::Unreadable { path: path.to_owned(), source };
        let mut file = BufReader::with_capacity(1 << 16, File::open(path).map_err(unreadable)?);
        let packed = file.fill_buf().map_err(unreadable)?.starts_with(&[0x1f, 0x8b]);
        Ok(match packed {
            true => PatternReader::new(path, BufReader::new(MultiGzDecoder::new(file))),
            false => PatternReader::new(path, file),
        })
    }

    /// The patterns that something gives; the path is for messages.
    pub fn new(path: &Path, input: impl BufRead + 'a) -> PatternReader<'a> {
        PatternReader { path: path.to_owned(), input: Box::new(input), text: Vec::new(), line: 0 }
    }

    fn read(&mut self) -> Result<Option<SpilledPattern>, PatternFileError> {
        loop {
            self.text.clear();
            let mut input = (&mut self.input).take(LONGEST_LINE);
            let read = input.read_until(b'\n', &mut self.text);
            self.line += 1;
            let path = || self.path.clone();
            match read.map_err(|source| FileError::Unreadable { path: path(), source })? as u64 {
                0 => return Ok(None),
                LONGEST_LINE => {
                    let problem = format!("a line of more than {LONGEST_LINE} bytes");
                    let (line, column) = (self.line, 1);
                    return Err(InputError::Syntax { path: path(), line, column, problem }.into());
                }
                _ if self.text.trim_ascii().is_empty() => {}
                _ => return Ok(Some(pattern(&self.path, self.line, &self.text)?)),
            }
        }
    }

    /// The next patterns, up to so many; none at the end.
    pub fn batch(&mut self, most: usize) -> Result<Vec<SpilledPattern>, PatternFileError> {
        self.take(most).collect()
    }

    /// All that are left; a file without any is refused.
    fn all(self) -> Result<Vec<SpilledPattern>, PatternFileError> {
        let path = self.path.clone();
        let patterns: Vec<SpilledPattern> = self.collect::<Result<_, _>>()?;
        match patterns.is_empty() {
            true => Err(PatternFileError::Empty { path }),
            false => Ok(patterns),
        }
    }
}

impl Iterator for PatternReader<'_> {
    type Item = Result<SpilledPattern, PatternFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// Reads a whole file of patterns, plain or gzipped.
pub fn read_patterns(path: &Path) -> Result<Vec<SpilledPattern>, PatternFileError> {
    PatternReader::open(path)?.all()
}

/// The patterns in the bytes of a file; the path is for messages.
pub fn parse_patterns(path: &Path, bytes: &[u8]) -> Result<Vec<SpilledPattern>, PatternFileError> {
    PatternReader::new(path, bytes).all()
}

fn pattern(path: &Path, line: usize, text: &[u8]) -> Result<SpilledPattern, InputError> {
    let open = text.iter().position(|&byte| byte == b'(');
    let (items, counts) = text.split_at(open.unwrap_or(text.len()));
    let mut pattern = SpilledPattern { items: Vec::new(), support: 0, positives: 0 };
    for word in words(line, items) {
        let item = number(word.bytes).ok_or_else(|| word.instead_of(path, ITEM))?;
        if pattern.items.last().is_some_and(|&last| last >= item) {
            return Err(word.error(path, format!("item {item}, but items must ascend")));
        }
        pattern.items.push(item);
    }
    let Some(open) = open else { return Ok(pattern) };
    let wrong = |length: usize| {
        let bytes = &counts[..length];
        Word { bytes, line, column: open + 1 }.instead_of(path, "`(rows)` or `(rows positives)`")
    };
    let close = counts.iter().position(|&byte| byte == b')').ok_or_else(|| wrong(counts.len()))?;
    let inside: Option<Vec<u32>> =
        words(line, &counts[1..close]).map(|word| number(word.bytes)).collect();
    match inside.as_deref() {
        Some(&[support]) => pattern.support = support,
        Some(&[support, positives]) if positives <= support => {
            (pattern.support, pattern.positives) = (support, positives);
        }
        _ => return Err(wrong(close + 1)),
    }
    Ok(pattern)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lcm::PatternFormat;
    use proptest::prelude::*;

    fn parse(text: &str) -> Result<Vec<SpilledPattern>, String> {
        parse_patterns(Path::new("f"), text.as_bytes()).map_err(|error| error.to_string())
    }

    #[test]
    fn lines_of_all_kinds_are_read() {
        let patterns = parse("1 7 9 (3)\n\n(6 2)\n2 (4 1) 0.25\n5 6\n").unwrap();
        let items: Vec<&[u32]> = patterns.iter().map(|p| p.items.as_slice()).collect();
        assert_eq!(items, [[1, 7, 9].as_slice(), &[], &[2], &[5, 6]]);
        assert_eq!((patterns[2].support, patterns[2].positives), (4, 1));
    }

    #[test]
    fn bad_places_are_pointed_at() {
        assert_eq!(parse("\n").unwrap_err(), "f: no patterns in it");
        assert_eq!(parse("1 1 (2)").unwrap_err(), "f:1:3: item 1, but items must ascend");
        assert_eq!(
            parse("1 (2 3)").unwrap_err(),
            "f:1:3: `(2 3)` where `(rows)` or `(rows positives)` should be"
        );
        assert!(parse("1 (2").is_err() && parse("1 ()").is_err() && parse("a").is_err());
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            items in prop::collection::btree_set(any::<u32>(), 0..6),
            counts in (any::<u32>(), any::<u32>()),
        ) {
            let items: Vec<u32> = items.into_iter().collect();
            let (support, positives) = (counts.0.max(counts.1), counts.0.min(counts.1));
            let mut bytes = Vec::new();
            let format = crate::TextFormat { labelled: true };
            format.write(&mut items.clone(), support, positives, &mut bytes);
            let back = parse_patterns(Path::new("f"), &bytes).unwrap();
            prop_assert_eq!(back, vec![SpilledPattern { items, support, positives }]);
        }

        #[test]
        fn arbitrary_bytes_never_panic(
            bytes in prop::collection::vec(any::<u8>(), 0..80),
            text in "[0-9() \n]{0,40}",
        ) {
            let _ = parse_patterns(Path::new("f"), &bytes);
            let _ = parse_patterns(Path::new("f"), text.as_bytes());
        }
    }
}
