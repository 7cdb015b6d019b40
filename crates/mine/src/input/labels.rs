//! A file of labels: one per line.

use super::InputError;
use super::text::{LABEL, label, lines, words};
use std::path::Path;

pub(super) fn parse(path: &Path, bytes: &[u8]) -> Result<Vec<bool>, InputError> {
    let mut labels = Vec::new();
    for (line, text) in lines(bytes) {
        let mut words = words(line, text);
        match (words.next(), words.next()) {
            (Some(word), None) => {
                labels.push(label(word.bytes).ok_or_else(|| word.instead_of(path, LABEL))?);
            }
            (None, _) => {
                return Err(InputError::Syntax {
                    path: path.to_owned(),
                    line,
                    column: 1,
                    problem: format!("an empty line where {LABEL} should be"),
                });
            }
            (Some(_), Some(second)) => {
                return Err(second.instead_of(path, "the end of the line"));
            }
        }
    }
    Ok(labels)
}
