//! Lines and words with their places, for pointed messages.

use super::InputError;
use std::path::Path;

/// A word between blanks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) line: usize,
    pub(super) column: usize,
}

/// The lines of a file, counted from 1; a last line break makes no new line.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let none = bytes.is_empty();
    let lines = bytes.split(|&byte| byte == b'\n').enumerate();
    lines.filter(move |_| !none).map(|(at, line)| (at + 1, line))
}

/// The words of a line.
pub(super) fn words(line: usize, text: &[u8]) -> impl Iterator<Item = Word<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while text.get(at)?.is_ascii_whitespace() {
            at += 1;
        }
        let start = at;
        while text.get(at).is_some_and(|byte| !byte.is_ascii_whitespace()) {
            at += 1;
        }
        Some(Word { bytes: &text[start..at], line, column: start + 1 })
    })
}

/// A whole number that fits 32 bits: digits and nothing else.
pub(super) fn number(digits: &[u8]) -> Option<u32> {
    let mut value = 0u32;
    for &digit in digits {
        let digit = digit.is_ascii_digit().then(|| u32::from(digit - b'0'))?;
        value = value.checked_mul(10)?.checked_add(digit)?;
    }
    (!digits.is_empty()).then_some(value)
}

/// A two-class label.
pub(super) fn label(word: &[u8]) -> Option<bool> {
    match word {
        b"1" | b"+1" => Some(true),
        b"0" | b"-1" | b"+0" | b"-0" => Some(false),
        _ => None,
    }
}

impl Word<'_> {
    /// An error at this word.
    pub(super) fn error(&self, path: &Path, problem: String) -> InputError {
        let Word { line, column, .. } = *self;
        InputError::Syntax { path: path.to_owned(), line, column, problem }
    }

    /// The error that something else should be here.
    pub(super) fn instead_of(&self, path: &Path, wanted: &str) -> InputError {
        let shown: String = String::from_utf8_lossy(self.bytes).chars().take(40).collect();
        self.error(path, format!("`{}` where {wanted} should be", shown.escape_debug()))
    }
}

/// What an item should be, for messages.
pub(super) const ITEM: &str = "an item (a whole number up to 4294967295)";

/// What a label should be, for messages.
pub(super) const LABEL: &str = "a label (1, +1, 0 or -1)";
