//! FIMI `.dat`: one row per line, item numbers between blanks.

use super::InputError;
use super::text::{ITEM, lines, number, words};
use crate::table::{Table, TableBuilder};
use std::path::Path;

pub(super) fn parse(path: &Path, bytes: &[u8]) -> Result<Table, InputError> {
    let mut builder = TableBuilder::default();
    let mut row = Vec::new();
    for (line, text) in lines(bytes) {
        row.clear();
        for word in words(line, text) {
            row.push(number(word.bytes).ok_or_else(|| word.instead_of(path, ITEM))?);
        }
        builder.push(&row);
    }
    builder.finish(None).map_err(|source| InputError::Table { path: path.to_owned(), source })
}
