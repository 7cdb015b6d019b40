//! The lines of the protocol, read and written.

use crate::excerpt;
use fuda_core::formats::RecordFile;
use fuda_core::{BadText, Position as _, Record, Seat};
use fuda_othello::formats::{GameFormat, Ggf};
use fuda_othello::{Move, Opening, Othello, Position};
use std::fmt;

/// What is sent to a program.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Which version of the protocol is spoken.
    Version(u32),
    /// How many plies to look ahead.
    Depth(u32),
    /// The game so far.
    Game(Box<Position>),
    /// A move was made.
    Move(Move),
    /// Evaluate so many moves.
    Hint(usize),
    /// Choose a move.
    Go,
    /// Answer with the same number once all before is done.
    Ping(String),
    /// Learn the game so far.
    Learn,
    /// End.
    Quit,
    /// Something that may be ignored.
    Other,
}

impl Command {
    /// Reads a line. Unknown commands are [`Command::Other`], as the protocol
    /// wants it; an error is a known command with something wrong in it.
    pub fn read(line: &str) -> Result<Command, BadText> {
        let (word, rest) = split(line);
        let number = |text: &str, what: &str| {
            text.parse().map_err(|_| BadText::new(what, excerpt(text.as_bytes())))
        };
        Ok(match word {
            "nboard" => Command::Version(number(rest, "a version after `nboard`")?),
            "set" => match split(rest) {
                ("depth", depth) => Command::Depth(number(depth, "a depth after `set depth`")?),
                ("game", game) => Command::Game(Box::new(read_game(game)?)),
                _ => Command::Other,
            },
            "move" => Command::Move(first_part(rest).parse()?),
            "hint" => Command::Hint(match rest {
                "" => 1,
                count => number(count, "a number after `hint`")? as usize,
            }),
            "go" => Command::Go,
            "ping" => Command::Ping(rest.to_owned()),
            "learn" => Command::Learn,
            "quit" | "exit" => Command::Quit,
            _ => Command::Other,
        })
    }
}

/// What a program says.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// Its name.
    Name(String),
    /// Everything up to this ping is done.
    Pong(String),
    /// The move it plays, with its value in discs where it says one.
    Move(Move, Option<f64>),
    /// A move it thought about, with its value in discs.
    Search(Move, f64),
    /// How many nodes it searched.
    Nodes(u64),
    /// Something that may be ignored.
    Other,
}

impl Reply {
    /// Reads a line. Only what a game depends on can be wrong.
    pub fn read(line: &str) -> Result<Reply, BadText> {
        let (word, rest) = split(line);
        Ok(match word {
            "set" => match split(rest) {
                ("myname", name) => Reply::Name(name.to_owned()),
                _ => Reply::Other,
            },
            "pong" => Reply::Pong(rest.to_owned()),
            "===" => {
                let mut parts = rest.split(['/', ' ']).filter(|part| !part.is_empty());
                let mv = parts.next().unwrap_or_default();
                let mv = mv.parse().map_err(|_| {
                    BadText::new("a square or PA after `===`", excerpt(line.as_bytes()))
                })?;
                Reply::Move(mv, parts.next().and_then(finite))
            }
            "search" => {
                let mut parts = rest.split_ascii_whitespace();
                let line = parts.next().unwrap_or_default();
                let first = line.get(..2).and_then(|square| square.parse().ok());
                match (first, parts.next().and_then(finite)) {
                    (Some(mv), Some(value)) => Reply::Search(mv, value),
                    _ => Reply::Other,
                }
            }
            "nodestats" => {
                let nodes = rest.split_ascii_whitespace().next().and_then(finite);
                nodes.map_or(Reply::Other, |nodes| Reply::Nodes(nodes.max(0.0) as u64))
            }
            _ => Reply::Other,
        })
    }
}

/// A move as the protocol writes it: `F5`, or `PA`.
pub(super) struct Written(pub Move);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.square() {
            Some(square) => f.write_str(&square.to_string().to_ascii_uppercase()),
            None => f.write_str("PA"),
        }
    }
}

fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

/// The first word of a line, and the rest without blanks around it.
fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    let end = line.find(char::is_whitespace).unwrap_or(line.len());
    (&line[..end], line[end..].trim())
}

/// What stands before a slash or a blank: the move of `F5/0.1/2.3`.
fn first_part(text: &str) -> &str {
    text.split(['/', ' ']).next().unwrap_or_default()
}

/// The position at the end of a game in GGF.
pub fn read_game(ggf: &str) -> Result<Position, BadText> {
    let file = RecordFile { path: "game.ggf".into(), bytes: ggf.as_bytes().to_vec() };
    let wrong = |got: String| BadText::new("one game of Othello in GGF", got);
    let parsed = Ggf::parse(&file);
    let game = match parsed.games.into_iter().next() {
        Some(Ok(game)) => game,
        Some(Err(e)) => return Err(wrong(e.to_string())),
        None => return Err(wrong(excerpt(ggf.as_bytes()))),
    };
    let mut position = game.start;
    for (number, (_, mv)) in game.moves.into_iter().enumerate() {
        play(&mut position, mv).map_err(|bad| {
            BadText::new(format!("a legal move as number {}", number + 1), bad.got)
        })?;
    }
    Ok(position)
}

/// Plays a move; a pass that was left out before it is made.
pub(super) fn play(position: &mut Position, mv: Move) -> Result<(), BadText> {
    if position.must_pass() && !mv.is_pass() {
        let seat = position.to_move().seat();
        position.play(seat, Move::PASS).map_err(|e| BadText::new("a legal pass", e.to_string()))?;
    }
    let seat = position.to_move().seat();
    position.play(seat, mv).map_err(|e| BadText::new("a legal move", e.to_string()))
}

/// A position as a game in GGF that starts from it.
pub fn write_game(position: &Position) -> Result<String, BadText> {
    let record: Record<Othello> =
        Record::new(&Othello::from_position(*position), Opening::default());
    let bytes = Ggf::write(&[record])
        .map_err(|e| BadText::new("a position that GGF can write", e.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).trim_end().to_owned())
}

/// The seat whose turn it is.
pub(super) fn to_move(position: &Position) -> Seat {
    position.to_move().seat()
}
