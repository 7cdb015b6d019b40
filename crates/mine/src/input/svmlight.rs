//! svmlight: a label, then `index:value` for each item; `#` starts a comment.

use super::InputError;
use super::text::{ITEM, LABEL, Word, label, lines, number, words};
use crate::table::{Table, TableBuilder};
use std::path::Path;

pub(super) fn parse(path: &Path, bytes: &[u8]) -> Result<Table, InputError> {
    let mut builder = TableBuilder::default();
    let mut labels = Vec::new();
    let mut row = Vec::new();
    let mut seen = Vec::new();
    for (line, text) in lines(bytes) {
        let text = text.split(|&byte| byte == b'#').next().unwrap_or(text);
        let mut words = words(line, text);
        let Some(first) = words.next() else { continue };
        labels.push(label(first.bytes).ok_or_else(|| first.instead_of(path, LABEL))?);
        row.clear();
        seen.clear();
        for word in words {
            // A query number belongs to ranking; rows here stand alone.
            if word.bytes.starts_with(b"qid:") {
                continue;
            }
            let (item, present) = cell(path, word)?;
            seen.push((item, word.column));
            if present {
                row.push(item);
            }
        }
        if let Some((item, column)) = twice(&mut seen) {
            let problem = format!("item {item} comes twice in this row");
            return Err(InputError::Syntax { path: path.to_owned(), line, column, problem });
        }
        builder.push(&row);
    }
    builder
        .finish(Some(labels))
        .map_err(|source| InputError::Table { path: path.to_owned(), source })
}

fn cell(path: &Path, word: Word<'_>) -> Result<(u32, bool), InputError> {
    let wrong = || word.instead_of(path, "`item:value`");
    let colon = word.bytes.iter().position(|&byte| byte == b':').ok_or_else(wrong)?;
    let (item, value) = (&word.bytes[..colon], &word.bytes[colon + 1..]);
    let item = number(item).ok_or_else(|| word.instead_of(path, ITEM))?;
    let value = std::str::from_utf8(value).ok().and_then(|text| text.parse::<f64>().ok());
    match value.ok_or_else(wrong)? {
        0.0 => Ok((item, false)),
        1.0 => Ok((item, true)),
        value => {
            let shown = String::from_utf8_lossy(word.bytes);
            let problem = format!("`{shown}` has the value {value}; only 0 and 1 can be mined");
            Err(word.error(path, problem))
        }
    }
}

/// The second place of an item that comes twice, if any does.
fn twice(seen: &mut [(u32, usize)]) -> Option<(u32, usize)> {
    if seen.is_sorted_by(|a, b| a.0 < b.0) {
        return None;
    }
    seen.sort_unstable();
    seen.windows(2).find(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1])
}
