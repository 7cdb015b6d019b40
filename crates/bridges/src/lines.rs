//! Bytes come in pieces, lines go out.

use crate::{ProcessError, excerpt};

/// What has been read and not yet been taken as lines.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    /// Bytes that have come, and room for more behind them.
    bytes: Vec<u8>,
    /// Where the bytes that have come end.
    end: usize,
    /// Where the next line begins.
    start: usize,
    /// Up to here there is no end of a line.
    searched: usize,
}

/// At least so much is read at once.
const PIECE: usize = 1 << 16;

impl Lines {
    /// Room for more bytes; [`Lines::filled`] says how many came.
    pub fn room(&mut self) -> &mut [u8] {
        self.bytes.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.searched -= self.start;
        self.start = 0;
        if self.bytes.len() < self.end + PIECE {
            self.bytes.resize(self.end + PIECE, 0);
        }
        &mut self.bytes[self.end..]
    }

    /// So many bytes of the room are there.
    pub fn filled(&mut self, count: usize) {
        self.end += count;
    }

    /// What has come and was not taken.
    pub fn rest(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    /// Where the next line is, without its end, if it is whole.
    pub fn next(&mut self, most: usize) -> Result<Option<std::ops::Range<usize>>, ProcessError> {
        let found = self.bytes[self.searched..self.end].iter().position(|byte| *byte == b'\n');
        let end = found.map_or(self.end, |at| self.searched + at);
        if end - self.start > most {
            let beginning = excerpt(&self.bytes[self.start..end]);
            return Err(ProcessError::LongLine { most, beginning });
        }
        self.searched = end;
        if found.is_none() {
            return Ok(None);
        }
        let line = self.start..end;
        (self.start, self.searched) = (end + 1, end + 1);
        let carriage = self.bytes[line.clone()].last() == Some(&b'\r');
        Ok(Some(line.start..line.end - usize::from(carriage)))
    }

    /// A line that was found, until the next bytes come.
    pub fn get(&self, line: std::ops::Range<usize>) -> &[u8] {
        &self.bytes[line]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn feed(lines: &mut Lines, piece: &[u8]) {
        lines.room()[..piece.len()].copy_from_slice(piece);
        lines.filled(piece.len());
    }

    proptest! {
        /// However bytes are cut into pieces, the same lines come out.
        #[test]
        fn pieces_make_lines(
            text in prop::collection::vec(prop_oneof![Just(b'\n'), any::<u8>()], 0..200),
            cuts in prop::collection::vec(1usize..30, 1..50),
        ) {
            let (mut lines, mut got, mut rest) = (Lines::default(), Vec::new(), &text[..]);
            for cut in cuts.iter().cycle() {
                let (piece, after) = rest.split_at((*cut).min(rest.len()));
                feed(&mut lines, piece);
                while let Some(line) = lines.next(1000).unwrap() {
                    got.push(lines.get(line).to_vec());
                }
                rest = after;
                if rest.is_empty() {
                    break;
                }
            }
            let mut wanted: Vec<Vec<u8>> = text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
            wanted.pop();
            wanted.iter_mut().for_each(|line| {
                line.pop_if(|last| *last == b'\r');
            });
            prop_assert_eq!(got, wanted);
        }
    }

    #[test]
    fn a_line_without_an_end_is_refused() {
        let mut lines = Lines::default();
        feed(&mut lines, b"abc");
        assert_eq!(lines.next(3).unwrap(), None);
        feed(&mut lines, b"d");
        let error = lines.next(3).unwrap_err().to_string();
        assert_eq!(error, "a line is longer than 3 bytes; it begins with `abcd`");
    }
}
