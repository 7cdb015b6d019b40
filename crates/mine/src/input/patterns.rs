//! Files of patterns as `mine` and `select` write them: one a line, items,
//! then counts in brackets, then what is not needed to read it back.

use super::InputError;
use super::text::{ITEM, Word, lines, number, words};
use crate::cmim::SpilledPattern;
use fuda_core::formats::{FileError, RecordFile};
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

/// Reads a file of patterns, plain or gzipped.
pub fn read_patterns(path: &Path) -> Result<Vec<SpilledPattern>, PatternFileError> {
    parse_patterns(path, &RecordFile::read(path)?.bytes)
}

/// The patterns in the bytes of a file; the path is for messages. Counts that
/// a line does not give are 0.
pub fn parse_patterns(path: &Path, bytes: &[u8]) -> Result<Vec<SpilledPattern>, PatternFileError> {
    let mut patterns = Vec::new();
    for (line, text) in lines(bytes) {
        if text.trim_ascii().is_empty() {
            continue;
        }
        patterns.push(pattern(path, line, text)?);
    }
    if patterns.is_empty() {
        return Err(PatternFileError::Empty { path: path.to_owned() });
    }
    Ok(patterns)
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
