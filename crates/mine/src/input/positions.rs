//! Position sets: labelled rows of features with a first line that says what
//! they are and where each row comes from.
//!
//! ```text
//! #fuda-positions 1 {"game":"othello","items":192,"sources":["games","self-play"],"note":"…"}
//! +0 0 4 7 …
//! -1 1 4 8 …
//! ```
//!
//! Each row starts with its label (`+` or `-`) and the number of its source.

use super::InputError;
use super::text::{ITEM, Word, lines, number, words};
use crate::table::{Table, TableBuilder, TableError};
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::path::Path;

/// How the first line starts.
pub(super) const MAGIC: &str = "#fuda-positions ";

/// The version of the format.
const VERSION: &[u8] = b"1";

/// What a position set says about itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PositionSetHeader {
    /// The game the positions are from.
    pub game: String,
    /// Items are numbers below this.
    pub items: u32,
    /// Where rows come from; each row names one by its number.
    pub sources: Vec<String>,
    /// How the set was made.
    #[serde(default)]
    pub note: String,
}

/// Labelled positions as rows of items.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionSet {
    /// What it is.
    pub header: PositionSetHeader,
    /// The rows and their labels.
    pub table: Table,
    /// The source of each row, as a number into the header's list.
    pub sources: Vec<u32>,
}

impl PositionSet {
    /// Reads a position set; the path is for messages.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<PositionSet, InputError> {
        let mut lines = lines(bytes);
        let table_error = |source| InputError::Table { path: path.to_owned(), source };
        let (line, first) = lines.next().ok_or_else(|| table_error(TableError::Empty))?;
        let header = header(path, line, first)?;
        let mut builder = TableBuilder::default();
        let (mut labels, mut sources, mut row) = (Vec::new(), Vec::new(), Vec::new());
        for (line, text) in lines {
            let mut words = words(line, text);
            let Some(start) = words.next() else { continue };
            let (label, source) = row_start(path, start, header.sources.len())?;
            labels.push(label);
            sources.push(source);
            row.clear();
            for word in words {
                let item = number(word.bytes).ok_or_else(|| word.instead_of(path, ITEM))?;
                if item >= header.items {
                    let problem = format!("item {item}, but the set has {} items", header.items);
                    return Err(word.error(path, problem));
                }
                row.push(item);
            }
            builder.push(&row);
        }
        let table = builder.finish(Some(labels)).map_err(table_error)?;
        Ok(PositionSet { header, table, sources })
    }
}

fn header(path: &Path, line: usize, text: &[u8]) -> Result<PositionSetHeader, InputError> {
    let syntax =
        |column, problem| InputError::Syntax { path: path.to_owned(), line, column, problem };
    let after = text
        .strip_prefix(MAGIC.as_bytes())
        .ok_or_else(|| syntax(1, format!("a position set starts with `{MAGIC}1 {{…}}`")))?;
    let column = MAGIC.len() + 1;
    let blank = after.iter().position(|&byte| byte == b' ').unwrap_or(after.len());
    let (version, json) = after.split_at(blank);
    if version != VERSION {
        let shown = String::from_utf8_lossy(version);
        return Err(syntax(column, format!("version `{shown}`; only version 1 is known")));
    }
    serde_json::from_slice(json).map_err(|error| {
        let at = column + blank + error.column().saturating_sub(1);
        syntax(at, format!("the description is not as it should be: {error}"))
    })
}

fn row_start(path: &Path, word: Word<'_>, sources: usize) -> Result<(bool, u32), InputError> {
    let wrong = || word.instead_of(path, "`+` or `-` and the number of a source");
    let (label, source) = match word.bytes.split_first() {
        Some((b'+', source)) => (true, source),
        Some((b'-', source)) => (false, source),
        _ => return Err(wrong()),
    };
    let source = number(source).ok_or_else(wrong)?;
    if source as usize >= sources {
        let problem = format!("source {source}, but the set names {sources} sources");
        return Err(word.error(path, problem));
    }
    Ok((label, source))
}

/// Writes a position set row by row.
#[derive(Debug)]
pub struct PositionSetWriter<W> {
    out: W,
    line: String,
}

impl<W: Write> PositionSetWriter<W> {
    /// Writes the first line.
    pub fn new(mut out: W, header: &PositionSetHeader) -> io::Result<Self> {
        let json = serde_json::to_string(header)?;
        writeln!(out, "{MAGIC}1 {json}")?;
        Ok(PositionSetWriter { out, line: String::new() })
    }

    /// Writes one row.
    pub fn row(&mut self, label: bool, source: u32, items: &[u32]) -> io::Result<()> {
        use std::fmt::Write as _;
        self.line.clear();
        // Writing into a string cannot fail.
        let _ = write!(self.line, "{}{source}", if label { '+' } else { '-' });
        for item in items {
            let _ = write!(self.line, " {item}");
        }
        self.line.push('\n');
        self.out.write_all(self.line.as_bytes())
    }

    /// Writes what is left and gives the writer back.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> PositionSetHeader {
        PositionSetHeader {
            game: "tic-tac-toe".into(),
            items: 9,
            sources: vec!["games".into(), "self-play".into()],
            note: String::new(),
        }
    }

    fn problem(text: &str) -> String {
        PositionSet::parse(Path::new("f"), text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn what_is_written_is_read() {
        let mut writer = PositionSetWriter::new(Vec::new(), &header()).unwrap();
        writer.row(true, 0, &[1, 5]).unwrap();
        writer.row(false, 1, &[]).unwrap();
        let bytes = writer.finish().unwrap();
        let set = PositionSet::parse(Path::new("f"), &bytes).unwrap();
        assert_eq!(set.header, header());
        assert_eq!(set.sources, [0, 1]);
        assert_eq!(set.table.labels(), Some([true, false].as_slice()));
        assert_eq!(set.table.row(0), [0, 1]);
    }

    #[test]
    fn bad_places_are_pointed_at() {
        let start = r##"#fuda-positions 1 {"game":"g","items":3,"sources":["a"]}"##;
        assert_eq!(problem(&format!("{start}\n+0 3")), "f:2:4: item 3, but the set has 3 items");
        assert_eq!(
            problem(&format!("{start}\n+1 2")),
            "f:2:1: source 1, but the set names 1 sources"
        );
        assert_eq!(
            problem(&format!("{start}\n1 2")),
            "f:2:1: `1` where `+` or `-` and the number of a source should be"
        );
        assert_eq!(problem("#fuda-positions 2 {}"), "f:1:17: version `2`; only version 1 is known");
        assert!(problem("#fuda-positions 1 {\"game\":3}").starts_with("f:1:"));
        assert_eq!(problem(start), "f: the table has no rows");
    }
}
