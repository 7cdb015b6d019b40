//! Position sets: labelled rows of features with a first line that says what
//! they are, what each item means and where each row comes from.
//!
//! ```text
//! #fuda-positions 1 {"game":"othello","encoder":"othello-squares-1","items":192,"names":{…},…}
//! +0:12 0 4 7 …
//! -1:13 1 4 8 …
//! ```
//!
//! Each row starts with its label (`+` or `-`) and the number of its source,
//! followed by `:` and the number of its game where several rows may be of one.

use super::text::{ITEM, Word, lines, number, words};
use super::{InputError, TableFile};
use crate::names::ItemNames;
use crate::table::{TableBuilder, TableError};
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::path::Path;

/// How the first line starts.
pub(super) const MAGIC: &str = "#fuda-positions ";

/// The version of the format.
const VERSION: &[u8] = b"1";

/// What a position set says about itself.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct PositionSetHeader {
    /// The game the positions are from.
    pub game: String,
    /// What made items of positions, with its version: `othello-squares-1`.
    #[serde(default)]
    pub encoder: String,
    /// Items are numbers below this.
    pub items: u32,
    /// Where rows come from; each row names one by its number.
    pub sources: Vec<String>,
    /// How the set was made.
    #[serde(default)]
    pub note: String,
    /// What the items mean; those that no row has may be left out.
    #[serde(default, skip_serializing_if = "ItemNames::is_empty")]
    pub names: ItemNames,
}

pub(super) fn parse(path: &Path, bytes: &[u8]) -> Result<TableFile, InputError> {
    let mut lines = lines(bytes);
    let table_error = |source| InputError::Table { path: path.to_owned(), source };
    let (line, first) = lines.next().ok_or_else(|| table_error(TableError::Empty))?;
    let header = header(path, line, first)?;
    let mut builder = TableBuilder::default();
    let (mut labels, mut sources, mut games) = (Vec::new(), Vec::new(), Vec::new());
    let mut row = Vec::new();
    for (line, text) in lines {
        let mut words = words(line, text);
        let Some(start) = words.next() else { continue };
        let (label, source, game) = row_start(path, start, header.sources.len())?;
        if !labels.is_empty() && game.is_some() == games.is_empty() {
            return Err(start.instead_of(path, "a row that names its game as all others do"));
        }
        labels.push(label);
        sources.push(source);
        games.extend(game);
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
    Ok(TableFile { table, header: Some(header), sources, games })
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

/// The label of a row, the number of its source and that of its game.
fn row_start(
    path: &Path,
    word: Word<'_>,
    sources: usize,
) -> Result<(bool, u32, Option<u32>), InputError> {
    let wrong = || word.instead_of(path, "`+` or `-` and the number of a source");
    let (label, numbers) = match word.bytes.split_first() {
        Some((b'+', numbers)) => (true, numbers),
        Some((b'-', numbers)) => (false, numbers),
        _ => return Err(wrong()),
    };
    let mut numbers = numbers.splitn(2, |&byte| byte == b':');
    let source = numbers.next().and_then(number).ok_or_else(wrong)?;
    let game = numbers.next().map(|game| number(game).ok_or_else(wrong)).transpose()?;
    if source as usize >= sources {
        let problem = format!("source {source}, but the set names {sources} sources");
        return Err(word.error(path, problem));
    }
    Ok((label, source, game))
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

    /// Writes one row; all rows or none name their game.
    pub fn row(
        &mut self,
        label: bool,
        source: u32,
        game: Option<u32>,
        items: &[u32],
    ) -> io::Result<()> {
        use std::fmt::Write as _;
        self.line.clear();
        // Writing into a string cannot fail.
        let _ = write!(self.line, "{}{source}", if label { '+' } else { '-' });
        if let Some(game) = game {
            let _ = write!(self.line, ":{game}");
        }
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
            encoder: "squares-1".into(),
            items: 9,
            sources: vec!["games".into(), "self-play".into()],
            note: String::new(),
            names: ItemNames::new([(1, "a cross in the first square".into())]),
        }
    }

    fn problem(text: &str) -> String {
        parse(Path::new("f"), text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn what_is_written_is_read() {
        let mut writer = PositionSetWriter::new(Vec::new(), &header()).unwrap();
        writer.row(true, 0, Some(7), &[1, 5]).unwrap();
        writer.row(false, 1, Some(7), &[]).unwrap();
        let bytes = writer.finish().unwrap();
        let set = parse(Path::new("f"), &bytes).unwrap();
        assert_eq!(set.names().item(1), "a cross in the first square");
        assert_eq!(set.header, Some(header()));
        assert_eq!((set.sources, set.games), (vec![0, 1], vec![7, 7]));
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
        assert_eq!(
            problem(&format!("{start}\n+0:4 2\n+0 1")),
            "f:3:1: `+0` where a row that names its game as all others do should be"
        );
        assert!(problem(&format!("{start}\n+0: 2")).contains("the number of a source"));
        assert_eq!(problem("#fuda-positions 2 {}"), "f:1:17: version `2`; only version 1 is known");
        assert!(problem("#fuda-positions 1 {\"game\":3}").starts_with("f:1:"));
        assert_eq!(problem(start), "f: the table has no rows");
    }
}
