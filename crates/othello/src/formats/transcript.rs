//! Plain transcripts: `f5d6c3…`, one game per line.

use super::source::{GameFormat, Parsed, RecordedResult, SourceGame, unrolled_from_standard};
use super::{fault, short};
use crate::{Disc, Move, Othello};
use fuda_core::Record;
use fuda_core::formats::{FormatError, RecordFile};
use std::collections::BTreeMap;

/// One game per line; spaces, either case, move numbers and passes are allowed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Transcript;

impl GameFormat for Transcript {
    const NAME: &'static str = "transcript";
    const ABOUT: &'static str = "plain transcripts such as f5d6c3d3c4, one game per line";

    fn recognises(file: &RecordFile) -> bool {
        let Ok(text) = file.text() else { return false };
        let mut lines = text.lines().filter(|line| !is_remark(line));
        match lines.next() {
            // A broken game is still a game: two good moves are enough.
            Some(line) => match leading_moves(line) {
                (moves, None) => !moves.is_empty(),
                (moves, Some(_)) => moves.len() >= 2,
            },
            None => false,
        }
    }

    fn parse(file: &RecordFile) -> Parsed {
        let mut parsed = Parsed::default();
        let text = match file.text() {
            Ok(text) => text,
            Err(e) => {
                parsed.faults.push(e);
                return parsed;
            }
        };
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !is_remark(line)) {
            parsed.games.push(read_game(number + 1, line));
        }
        if parsed.games.is_empty() {
            parsed.faults.push(fault("the file", "a game on at least one line", "none"));
        }
        parsed
    }

    fn write(records: &[Record<Othello>]) -> Result<Vec<u8>, FormatError> {
        let mut text = String::new();
        for (i, record) in records.iter().enumerate() {
            let (moves, _) = unrolled_from_standard(i + 1, record)?;
            if moves.iter().all(|mv| mv.is_pass()) {
                // Its line would be empty, and an empty line is no game.
                return Err(fault(format!("record {}", i + 1), "a game with a move", "none"));
            }
            text.extend(moves.iter().filter(|mv| !mv.is_pass()).map(Move::to_string));
            text.push('\n');
        }
        Ok(text.into_bytes())
    }
}

/// Empty lines and lines that begin with `#` hold no game.
fn is_remark(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#')
}

fn read_game(line_number: usize, line: &str) -> Result<SourceGame, FormatError> {
    let moves = read_moves(line).map_err(|(column, expected, got)| {
        fault(format!("line {line_number}, column {column}"), expected, got)
    })?;
    Ok(SourceGame {
        place: format!("line {line_number}"),
        players: Vec::new(),
        start: Othello::STANDARD.first(),
        moves: moves.into_iter().map(|mv| (None::<Disc>, mv)).collect(),
        result: RecordedResult::Nothing,
        tags: BTreeMap::new(),
    })
}

/// The column (from 1) of a fault, what was expected there and what was there.
type Fault = (usize, String, String);

/// The moves of a transcript.
pub(super) fn read_moves(line: &str) -> Result<Vec<Move>, Fault> {
    match leading_moves(line) {
        (moves, None) => Ok(moves),
        (_, Some(fault)) => Err(fault),
    }
}

/// The moves up to the first fault, and the fault.
fn leading_moves(line: &str) -> (Vec<Move>, Option<Fault>) {
    let bytes = line.as_bytes();
    let mut moves = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte.is_ascii_whitespace() || b",;".contains(&byte) {
            at += 1;
            continue;
        }
        // A move number is digits and a full stop, or digits before a space.
        if byte.is_ascii_digit() {
            let end = at + bytes[at..].iter().take_while(|b| b.is_ascii_digit()).count();
            match bytes.get(end) {
                Some(b'.') => at = end + 1,
                Some(b' ' | b'\t') => at = end,
                _ => return (moves, Some(unexpected(line, at))),
            }
            continue;
        }
        let length = if starts_with_pass(&bytes[at..], "pass") { 4 } else { 2 };
        let word = bytes.get(at..at + length).and_then(|word| std::str::from_utf8(word).ok());
        match word.and_then(|word| word.parse().ok()) {
            Some(mv) => moves.push(mv),
            None => return (moves, Some(unexpected(line, at))),
        }
        at += length;
    }
    (moves, None)
}

fn starts_with_pass(bytes: &[u8], word: &str) -> bool {
    bytes.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
}

fn unexpected(line: &str, at: usize) -> Fault {
    let column = String::from_utf8_lossy(&line.as_bytes()[..at]).chars().count() + 1;
    let rest = String::from_utf8_lossy(&line.as_bytes()[at..]).into_owned();
    let rest: String = rest.chars().take(4).collect();
    (column, "a square from a1 to h8, or a pass".into(), short(&rest))
}
