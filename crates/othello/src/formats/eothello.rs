//! The comma-separated list of games of the eOthello site.

use super::fault;
use super::short;
use super::source::{GameFormat, Parsed, RecordedResult, SourceGame};
use super::transcript::read_moves;
use crate::Othello;
use fuda_core::Record;
use fuda_core::formats::{FormatError, RecordFile};
use std::collections::BTreeMap;

/// The first line of such a file.
const HEADER: &str = "othello_game_id,winner,game_moves";

/// Games with a number, the winner (1 black, -1 white, 0 a draw) and a transcript.
#[derive(Clone, Copy, Debug, Default)]
pub struct Eothello;

fn is_header(line: &str) -> bool {
    line.trim_start_matches('\u{feff}').trim().eq_ignore_ascii_case(HEADER)
}

impl GameFormat for Eothello {
    const NAME: &'static str = "eothello";
    const ABOUT: &'static str = "eOthello's list of games: id,winner,moves";
    const WRITES: bool = false;

    fn recognises(file: &RecordFile) -> bool {
        let end = file.bytes.iter().position(|b| *b == b'\n').unwrap_or(file.bytes.len());
        std::str::from_utf8(&file.bytes[..end]).is_ok_and(is_header)
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
        let mut lines = text.lines().enumerate();
        let first = lines.next().map_or("", |(_, line)| line);
        if !is_header(first) {
            parsed.faults.push(fault("line 1", format!("the header `{HEADER}`"), short(first)));
            return parsed;
        }
        for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            parsed.games.push(read_line(number + 1, line));
        }
        parsed
    }

    fn write(_records: &[Record<Othello>]) -> Result<Vec<u8>, FormatError> {
        Err(fault("eothello", "a format that can be written", "one that is only read"))
    }
}

fn read_line(number: usize, line: &str) -> Result<SourceGame, FormatError> {
    let place = format!("line {number}");
    let mut fields = line.trim_end().splitn(3, ',');
    let (Some(id), Some(winner), Some(moves)) = (fields.next(), fields.next(), fields.next())
    else {
        return Err(fault(place, "three fields: id, winner, moves", short(line)));
    };
    let result = match winner.trim() {
        "1" => RecordedResult::Winner(1),
        "0" => RecordedResult::Winner(0),
        "-1" => RecordedResult::Winner(-1),
        other => return Err(fault(place, "the winner: 1, 0 or -1", short(other))),
    };
    let before = id.chars().count() + winner.chars().count() + 2;
    let moves = read_moves(moves).map_err(|(column, expected, got)| {
        fault(format!("line {number}, column {}", before + column), expected, got)
    })?;
    Ok(SourceGame {
        place: format!("line {number} (game {})", short(id).trim_matches('`')),
        players: Vec::new(),
        start: Othello::STANDARD.first(),
        moves: moves.into_iter().map(|mv| (None, mv)).collect(),
        result,
        tags: BTreeMap::from([("id".to_owned(), id.to_owned())]),
    })
}
