//! GGF, the Generic Game Format of the GGS server.
//!
//! `(;GM[Othello]PB[…]PW[…]TY[8]RE[+2.000]BO[8 … *]B[f5/eval/time]W[d6]…;)`,
//! one game after another, possibly with the number of games before it.

use super::source::{GameFormat, Parsed, RecordedResult, SourceGame, unrolled};
use super::{fault, short};
use crate::position::read_position;
use crate::{Disc, Move, Othello, Position};
use fuda_core::Record;
use fuda_core::formats::{FormatError, RecordFile};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// Games of the GGS server and of many programs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ggf;

impl GameFormat for Ggf {
    const NAME: &'static str = "ggf";
    const ABOUT: &'static str = "GGF, the Generic Game Format of the GGS server";

    fn recognises(file: &RecordFile) -> bool {
        let start = &file.bytes[..file.bytes.len().min(4096)];
        let text = String::from_utf8_lossy(start);
        let gm = text.find("(;").map(|at| &text[at + 2..]);
        gm.is_some_and(|rest| rest.trim_start().to_ascii_uppercase().starts_with("GM[OTHELLO]"))
            || file.extension() == "ggf"
    }

    fn parse(file: &RecordFile) -> Parsed {
        let mut parsed = Parsed::default();
        // Names and comments may be in any encoding: only what is outside
        // ASCII suffers from reading them loosely.
        let text = String::from_utf8_lossy(&file.bytes);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let mut scan = Scan { text, at: 0, line: 1, ahead: None };
        let mut number = 0;
        let mut other_games = 0;
        while scan.find_game(&mut parsed.faults) {
            number += 1;
            let place = format!("game {number} (line {})", scan.line);
            match scan.fields(&place) {
                Ok(fields) => match read_game(place.clone(), &fields) {
                    Ok(Ok(game)) => parsed.games.push(Ok(game)),
                    Ok(Err(refusal)) => {
                        other_games += usize::from(matches!(refusal, Refusal::OtherGame(_)));
                        parsed.refused.push((place, refusal.to_string()));
                    }
                    Err(e) => parsed.games.push(Err(e)),
                },
                Err(e) => {
                    parsed.games.push(Err(e));
                    scan.skip_broken_game();
                }
            }
        }
        if number == 0 {
            parsed.faults.push(fault("the file", "a game that begins with `(;`", "none"));
        } else if other_games == number {
            // A few games of another kind among ours are no fault of the
            // file; nothing but such is another kind of file.
            let got = parsed.refused.first().map_or(String::new(), |(_, reason)| reason.clone());
            parsed.faults.push(fault("the file", "at least one game of Othello", got));
        }
        parsed
    }

    fn write(records: &[Record<Othello>]) -> Result<Vec<u8>, FormatError> {
        let mut text = String::new();
        for (i, record) in records.iter().enumerate() {
            write_game(i + 1, record, &mut text)?;
        }
        Ok(text.into_bytes())
    }
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// The last search for the end of a field: from where, and where it ended.
    ahead: Option<(usize, FieldEnd)>,
}

/// What ends the search for the end of a field.
#[derive(Clone, Copy)]
enum FieldEnd {
    /// The `]` at this byte.
    Closed(usize),
    /// Another game begins at this byte, so that the `]` is missing.
    NextGame(usize),
    /// The file ends.
    EndOfFile,
}

impl<'a> Scan<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn advance(&mut self, bytes: usize) -> &'a str {
        let passed = &self.text[self.at..self.at + bytes];
        self.line += passed.matches('\n').count();
        self.at += bytes;
        passed
    }

    /// Where the field that begins at `from` ends. Searches never go over the
    /// same bytes twice, however many fields lack their `]`.
    fn field_end(&mut self, from: usize) -> FieldEnd {
        if let Some((begun, end)) = self.ahead
            && begun <= from
            && match end {
                FieldEnd::Closed(at) | FieldEnd::NextGame(at) => from <= at,
                FieldEnd::EndOfFile => true,
            }
        {
            return end;
        }
        let bytes = self.text.as_bytes();
        let is_game = |at: usize| {
            let name = bytes.get(at + 2..at + 5);
            bytes[at..].starts_with(b"(;") && name.is_some_and(|n| n.eq_ignore_ascii_case(b"GM["))
        };
        let end = (from..bytes.len()).find(|&at| bytes[at] == b']' || is_game(at));
        let end = match end {
            Some(at) if bytes[at] == b']' => FieldEnd::Closed(at),
            Some(at) => FieldEnd::NextGame(at),
            None => FieldEnd::EndOfFile,
        };
        self.ahead = Some((from, end));
        end
    }

    /// Goes to just after the next `(;`. Between games there may be counts
    /// and blank space; anything else is a fault.
    fn find_game(&mut self, faults: &mut Vec<FormatError>) -> bool {
        let (line, rest) = (self.line, self.rest());
        let found = rest.find("(;");
        let between = self.advance(found.map_or(rest.len(), |at| at + 2));
        let between = between.trim_end_matches("(;").trim();
        if !between.chars().all(|c| c.is_ascii_digit() || c.is_whitespace()) {
            faults.push(fault(format!("line {line}"), "a game `(;…;)`", short(between)));
        }
        found.is_some()
    }

    /// The fields of a game up to its `;)`.
    fn fields(&mut self, place: &str) -> Result<Vec<(&'a str, &'a str)>, FormatError> {
        let mut fields = Vec::new();
        loop {
            let rest = self.rest();
            self.advance(rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace()).len());
            let rest = self.rest();
            if rest.starts_with(";)") {
                self.advance(2);
                return Ok(fields);
            }
            let here = |line| format!("{place}, line {line}");
            let name =
                rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
            let tag = &rest[..name];
            if tag.is_empty() || !rest[name..].starts_with('[') {
                let got = match rest {
                    "" => "the end of the file".to_owned(),
                    // `short` needs no more, and the line may be long.
                    _ => {
                        short(&rest.chars().take_while(|c| *c != '\n').take(50).collect::<String>())
                    }
                };
                return Err(fault(here(self.line), "a field such as `B[f5]`, or `;)`", got));
            }
            let line = self.line;
            let missing = |got: &str| {
                fault(here(line), format!("`]` at the end of the field {}", short(tag)), got)
            };
            let value = self.at + name + 1;
            let end = match self.field_end(value) {
                FieldEnd::Closed(at) => at,
                FieldEnd::NextGame(_) => return Err(missing("the beginning of another game")),
                FieldEnd::EndOfFile => return Err(missing("the end of the file")),
            };
            fields.push((tag, &self.text[value..end]));
            self.advance(end + 1 - self.at);
        }
    }

    /// After a fault: goes on behind the `;)` of this game, but not past the
    /// beginning of another.
    fn skip_broken_game(&mut self) {
        let rest = self.rest();
        let next = rest.find("(;").unwrap_or(rest.len());
        let end = rest[..next].find(";)").map_or(next, |at| at + 2);
        self.advance(end);
    }
}

/// Why a game that is right in itself is not one of ours.
enum Refusal {
    /// It is another game, or none is named.
    OtherGame(String),
    /// It is Othello on another board or by other rules.
    OtherKind(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::OtherGame(reason) | Refusal::OtherKind(reason) => f.write_str(reason),
        }
    }
}

/// A game, or the reason why it is not one of ours.
type Refusable = Result<SourceGame, Refusal>;

fn read_game(place: String, fields: &[(&str, &str)]) -> Result<Refusable, FormatError> {
    let find = |tag: &str| {
        fields.iter().find(|(t, _)| t.eq_ignore_ascii_case(tag)).map(|(_, value)| *value)
    };
    let (black, white) = (find("PB").unwrap_or("?"), find("PW").unwrap_or("?"));
    let place = format!("{place} ({} – {})", clean(black), clean(white));
    match find("GM") {
        Some(game) if game.eq_ignore_ascii_case("othello") => {}
        other => {
            let reason = format!("the game is {}", short(other.unwrap_or("not named")));
            return Ok(Err(Refusal::OtherGame(reason)));
        }
    }
    let kind = find("TY").unwrap_or("8");
    if kind.contains(['a', 'A']) {
        let reason = format!("another game than plain Othello, type {}", short(kind));
        return Ok(Err(Refusal::OtherKind(reason)));
    }
    let board = find("BO").ok_or_else(|| fault(place.clone(), "a field BO", "none"))?;
    let (size, squares) = board.trim().split_once(' ').unwrap_or((board, ""));
    if size != "8" {
        return Ok(Err(Refusal::OtherKind(format!("a board of size {}", short(size)))));
    }
    let start = read_board(squares)
        .map_err(|(expected, got)| fault(format!("{place}, field BO"), expected, got))?;
    let mut moves = Vec::new();
    for (tag, value) in fields {
        let colour = match *tag {
            "B" | "b" => Disc::Black,
            "W" | "w" => Disc::White,
            _ => continue,
        };
        let written = value.split('/').next().unwrap_or_default().trim();
        let mv: Move = written.parse().map_err(|_| {
            let place = format!("{place}, move {}", moves.len() + 1);
            fault(place, "a square from a1 to h8, or a pass", short(written))
        })?;
        moves.push((Some(colour), mv));
    }
    let result = match find("RE") {
        Some(text) => read_result(text)
            .ok_or_else(|| fault(format!("{place}, field RE"), "a number or `?`", short(text)))?,
        None => RecordedResult::Nothing,
    };
    let named = [("PC", "place"), ("DT", "date"), ("RE", "result"), ("TY", "type"), ("TI", "time")];
    let tags = named
        .into_iter()
        .filter_map(|(tag, name)| Some((name.to_owned(), clean(find(tag)?))))
        .collect::<BTreeMap<_, _>>();
    let players = vec![clean(black), clean(white)];
    Ok(Ok(SourceGame { place, players, start, moves, result, tags }))
}

fn read_board(squares: &str) -> Result<Position, (String, String)> {
    match read_position(squares) {
        Ok((position, end)) if squares[end..].trim().is_empty() => Ok(position),
        Ok((_, end)) => Err(("nothing after the side to move".into(), short(&squares[end..]))),
        Err((_, bad)) => Err((bad.expected, bad.got)),
    }
}

/// A result such as `+2.000`. One with a remark (`:r` resigned, `:t` out of
/// time, `:s` by agreement) does not follow from the board.
fn read_result(text: &str) -> Option<RecordedResult> {
    let text = text.trim();
    if text == "?" || text.is_empty() {
        return Some(RecordedResult::Nothing);
    }
    let (number, remark) = text.split_once(':').map_or((text, false), |(n, _)| (n, true));
    let difference: f64 = number.parse().ok().filter(|x: &f64| x.abs() <= 64.0)?;
    Some(if remark { RecordedResult::Nothing } else { RecordedResult::Difference(difference) })
}

/// A text without what would break a line or a field.
fn clean(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && *c != ']' && *c != '[').take(200).collect()
}

fn write_game(
    number: usize,
    record: &Record<Othello>,
    text: &mut String,
) -> Result<(), FormatError> {
    let (first, moves, end) = unrolled(number, record)?;
    let player = |i: usize| clean(record.players.get(i).map_or("?", String::as_str));
    let date = record.tags.get("date").map(|d| format!("DT[{}]", clean(d))).unwrap_or_default();
    let result = match record.scores {
        Some(_) => format!("{:+}.000", end.black_score()),
        None => "?".to_owned(),
    };
    let letters = first.to_string().replace('X', "*");
    let (squares, side) = letters.split_at(64.min(letters.len()));
    let rows: Vec<&str> = (0..8).filter_map(|row| squares.get(row * 8..row * 8 + 8)).collect();
    let mut side_to_move = first.to_move();
    let _ = write!(
        text,
        "(;GM[Othello]PC[fuda]{date}PB[{}]PW[{}]TY[8]RE[{result}]BO[8 {}{side}]",
        player(0),
        player(1),
        rows.join(" ")
    );
    for mv in moves {
        let tag = if side_to_move == Disc::Black { 'B' } else { 'W' };
        let _ = match mv.is_pass() {
            true => write!(text, "{tag}[pa]"),
            false => write!(text, "{tag}[{mv}]"),
        };
        side_to_move = side_to_move.other();
    }
    text.push_str(";)\n");
    Ok(())
}
