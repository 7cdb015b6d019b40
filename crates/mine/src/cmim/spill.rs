//! Patterns on disk, a few bytes each, in random order.
//!
//! Patterns are dealt at random into a number of files as they come. Each
//! file is later read whole and shuffled: together a random order of all,
//! with a small part of them in memory at a time.

use super::SelectError;
use crate::lcm::PatternFormat;
use crate::table::Table;
use fuda_core::{Purpose, Rng, Seed};
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;
use tempfile::tempfile_in;

/// A pattern read back.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SpilledPattern {
    /// The names of the items, ascending.
    pub items: Vec<u32>,
    /// How many rows have all of them.
    pub support: u32,
    /// How many of these rows are positive.
    pub positives: u32,
}

/// The compact bytes of a pattern: numbers of seven bits a byte, items as
/// differences.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SpillFormat;

impl PatternFormat for SpillFormat {
    fn write(&self, items: &mut [u32], support: u32, positives: u32, out: &mut Vec<u8>) {
        items.sort_unstable();
        push_number(support, out);
        push_number(positives, out);
        push_number(items.len() as u32, out);
        let mut last = 0;
        for &item in items.iter() {
            push_number(item - last, out);
            last = item;
        }
    }
}

/// Appends a number, seven bits a byte.
pub(crate) fn push_number(mut number: u32, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads a number off the front.
pub(crate) fn pull_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0u32;
    for shift in (0..32).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let part = u32::from(byte & 0x7f);
        if part > u32::MAX >> shift {
            return None;
        }
        number |= part << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

impl SpilledPattern {
    /// The columns of its items in a table.
    pub fn columns(&self, table: &Table) -> Result<Vec<u32>, SelectError> {
        let column = |&item: &u32| table.column(item).ok_or(SelectError::UnknownItem(item));
        self.items.iter().map(column).collect()
    }

    /// Reads one pattern off the front; `None` when the bytes are none.
    pub fn read(bytes: &mut &[u8]) -> Option<SpilledPattern> {
        let (support, positives, many) =
            (pull_number(bytes)?, pull_number(bytes)?, pull_number(bytes)?);
        // Each item takes at least a byte: no more can follow than are left.
        if many as usize > bytes.len() {
            return None;
        }
        let mut items = Vec::with_capacity(many as usize);
        let mut last = 0u32;
        for _ in 0..many {
            last = last.checked_add(pull_number(bytes)?)?;
            items.push(last);
        }
        Some(SpilledPattern { items, support, positives })
    }
}

/// The number of bytes of the record at the front.
fn record_len(bytes: &[u8]) -> Option<usize> {
    let mut rest = bytes;
    pull_number(&mut rest)?;
    pull_number(&mut rest)?;
    for _ in 0..pull_number(&mut rest)? {
        pull_number(&mut rest)?;
    }
    Some(bytes.len() - rest.len())
}

/// Patterns on disk. Write whole records into it ([`SpillFormat`]); the files
/// have no names and vanish with it.
pub struct Spill {
    files: Vec<BufWriter<File>>,
    rng: Rng,
    patterns: u64,
    bytes: u64,
}

impl Spill {
    /// An empty spill of so many files in a folder.
    pub fn new(folder: &Path, files: usize, seed: Seed) -> io::Result<Spill> {
        let files = (0..files.max(1))
            .map(|_| Ok(BufWriter::with_capacity(1 << 16, tempfile_in(folder)?)))
            .collect::<io::Result<Vec<_>>>()?;
        let rng = seed.stream(Purpose::Sample, &[0]);
        Ok(Spill { files, rng, patterns: 0, bytes: 0 })
    }

    /// How many patterns it holds.
    pub fn patterns(&self) -> u64 {
        self.patterns
    }

    /// How many bytes it takes on disk.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Adds one pattern.
    pub fn push(&mut self, pattern: &SpilledPattern) -> io::Result<()> {
        let mut bytes = Vec::new();
        let mut items = pattern.items.clone();
        SpillFormat.write(&mut items, pattern.support, pattern.positives, &mut bytes);
        self.write_all(&bytes)
    }

    /// The patterns of each file in random order, file by file.
    pub fn shuffled(self, seed: Seed) -> impl Iterator<Item = io::Result<Vec<SpilledPattern>>> {
        self.files.into_iter().enumerate().map(move |(number, file)| {
            let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.seek(SeekFrom::Start(0))?;
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            let mut rest = bytes.as_slice();
            let mut patterns = Vec::new();
            while !rest.is_empty() {
                let broken = || io::Error::new(io::ErrorKind::InvalidData, "a broken spill file");
                patterns.push(SpilledPattern::read(&mut rest).ok_or_else(broken)?);
            }
            seed.stream(Purpose::Sample, &[1, number as u64]).shuffle(&mut patterns);
            Ok(patterns)
        })
    }
}

/// Takes whole records only.
impl Write for Spill {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let len = record_len(rest)
                .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "part of a record"))?;
            let (record, after) = rest.split_at(len);
            let file = self.rng.below(self.files.len() as u32) as usize;
            self.files[file].write_all(record)?;
            self.patterns += 1;
            self.bytes += len as u64;
            rest = after;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.files.iter_mut().try_for_each(Write::flush)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pattern() -> impl Strategy<Value = SpilledPattern> {
        (prop::collection::btree_set(any::<u32>(), 0..6), any::<u32>(), any::<u32>()).prop_map(
            |(items, support, positives)| SpilledPattern {
                items: items.into_iter().collect(),
                support,
                positives,
            },
        )
    }

    proptest! {
        #[test]
        fn everything_comes_back_once(
            mut patterns in prop::collection::vec(pattern(), 0..50),
            files in 1usize..5,
            seed in any::<u64>(),
        ) {
            let mut spill = Spill::new(&std::env::temp_dir(), files, Seed(seed)).unwrap();
            for pattern in &patterns {
                spill.push(pattern).unwrap();
            }
            prop_assert_eq!(spill.patterns(), patterns.len() as u64);
            let back: io::Result<Vec<_>> = spill.shuffled(Seed(seed)).collect();
            let mut back = back.unwrap().concat();
            back.sort();
            patterns.sort();
            prop_assert_eq!(back, patterns);
        }

        #[test]
        fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let mut rest = bytes.as_slice();
            while SpilledPattern::read(&mut rest).is_some() {}
            let mut spill = Spill::new(&std::env::temp_dir(), 2, Seed(1)).unwrap();
            let _ = spill.write(&bytes);
        }
    }
}
