//! What all formats that hold games have in common.

use super::replay::{Broken, Replayed, replay};
use super::{fault, short};
use crate::{Disc, Move, Opening, Othello, Position};
use fuda_core::formats::{Format, FormatError, RecordFile, Stats, Verification};
use fuda_core::{Game, Position as _, Record};
use std::collections::BTreeMap;

/// How a source says a game ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RecordedResult {
    /// Nothing is said.
    Nothing,
    /// Black's discs, empties given to the winner.
    BlackDiscs(u8),
    /// Black's discs minus white's.
    Difference(f64),
    /// Only who won: 1 black, 0 nobody, -1 white.
    Winner(i8),
}

impl RecordedResult {
    /// Whether this final score (for black) is what the source says.
    fn agrees(self, score: i32) -> bool {
        match self {
            RecordedResult::Nothing => true,
            RecordedResult::BlackDiscs(discs) => 2 * i32::from(discs) - 64 == score,
            RecordedResult::Difference(difference) => difference == f64::from(score),
            RecordedResult::Winner(winner) => i32::from(winner) == score.signum(),
        }
    }

    fn describe(self) -> String {
        match self {
            RecordedResult::Nothing => "no result".into(),
            RecordedResult::BlackDiscs(discs) => format!("{discs} discs for black"),
            RecordedResult::Difference(difference) => format!("{difference:+} for black"),
            RecordedResult::Winner(1) => "a win of black".into(),
            RecordedResult::Winner(0) => "a draw".into(),
            RecordedResult::Winner(_) => "a win of white".into(),
        }
    }

    /// The same kind of statement about a final score.
    fn of(self, score: i32) -> RecordedResult {
        match self {
            RecordedResult::BlackDiscs(_) => RecordedResult::BlackDiscs(((64 + score) / 2) as u8),
            RecordedResult::Winner(_) => RecordedResult::Winner(score.signum() as i8),
            RecordedResult::Nothing | RecordedResult::Difference(_) => {
                RecordedResult::Difference(score.into())
            }
        }
    }
}

/// A game as its source has it; nothing of it is checked yet.
#[derive(Clone, PartialEq, Debug)]
pub struct SourceGame {
    /// Where in the file, with names where there are any.
    pub place: String,
    /// Black and white; empty when unknown.
    pub players: Vec<String>,
    /// The first position.
    pub start: Position,
    /// The moves, with the colour where the source has it.
    pub moves: Vec<(Option<Disc>, Move)>,
    /// How it ended.
    pub result: RecordedResult,
    /// What else the source has.
    pub tags: BTreeMap<String, String>,
}

/// A file taken apart.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Parsed {
    /// Each game, or what is wrong with it.
    pub games: Vec<Result<SourceGame, FormatError>>,
    /// What is wrong with the file as a whole.
    pub faults: Vec<FormatError>,
    /// What is right in itself but of another game: place and reason.
    pub refused: Vec<(String, String)>,
}

/// A format whose files hold games.
pub trait GameFormat: Send + Sync {
    /// The format's name on the command line.
    const NAME: &'static str;
    /// One line on what it is.
    const ABOUT: &'static str;

    /// Whether the file looks like this format.
    fn recognises(file: &RecordFile) -> bool;

    /// Takes the file apart. Whatever is in it, this does not panic.
    fn parse(file: &RecordFile) -> Parsed;

    /// The games as a file.
    fn write(records: &[Record<Othello>]) -> Result<Vec<u8>, FormatError>;

    /// Whether [`GameFormat::write`] works.
    const WRITES: bool = true;
}

/// Makes a [`Format`] of a [`GameFormat`].
pub(super) struct Of<F>(pub F);

impl<F: GameFormat> Format<Othello> for Of<F> {
    fn name(&self) -> &'static str {
        F::NAME
    }

    fn about(&self) -> &'static str {
        F::ABOUT
    }

    fn recognises(&self, file: &RecordFile) -> bool {
        F::recognises(file)
    }

    fn verify(&self, file: &RecordFile, into: &mut Verification) {
        let parsed = F::parse(file);
        for e in parsed.faults {
            into.problem(file, e.place, e.expected, e.got);
        }
        for (place, reason) in parsed.refused {
            into.skip(file, place, reason);
        }
        into.count(&format!("{} games", F::NAME), parsed.games.len() as u64);
        for game in parsed.games {
            match game {
                Ok(game) => verify_game(&game, file, into),
                Err(e) => into.problem(file, e.place, e.expected, e.got),
            }
        }
    }

    fn stats(&self, file: &RecordFile, into: &mut Stats) {
        let parsed = F::parse(file);
        for e in parsed.faults {
            into.skip(file, e.place.clone(), e.to_string());
        }
        for (place, reason) in parsed.refused {
            into.skip(file, place, reason);
        }
        for game in parsed.games {
            match game.and_then(|game| replayed(&game).map(|done| (game, done))) {
                Ok((game, done)) => count_game(&game, &done, into),
                Err(e) => into.skip(file, e.place.clone(), e.to_string()),
            }
        }
    }

    fn read(&self, file: &RecordFile) -> Result<Vec<Record<Othello>>, FormatError> {
        let parsed = F::parse(file);
        if let Some(e) = parsed.faults.into_iter().next() {
            return Err(e);
        }
        if let Some((place, reason)) = parsed.refused.into_iter().next() {
            return Err(fault(place, "Othello on the board of 64 squares", reason));
        }
        parsed.games.into_iter().map(|game| game.and_then(record)).collect()
    }

    fn writes(&self) -> bool {
        F::WRITES
    }

    fn write(&self, records: &[Record<Othello>]) -> Result<Vec<u8>, FormatError> {
        F::write(records)
    }
}

fn verify_game(game: &SourceGame, file: &RecordFile, into: &mut Verification) {
    let done = match replay(game.start, &game.moves) {
        Ok(done) => done,
        Err(broken) => {
            into.decisions += broken.replayed;
            let place = format!("{}, move {}", game.place, broken.number);
            into.problem(file, place, broken.expected, broken.got);
            return;
        }
    };
    into.decisions += game.moves.len() as u64;
    into.count("passes filled in", done.filled_in);
    if !done.end.is_over() {
        let reason = format!(
            "the game breaks off after {} moves with {} squares empty; the source says {}",
            game.moves.len(),
            done.end.board().empties(),
            match (game.result, game.tags.get("result")) {
                (RecordedResult::Nothing, Some(remark)) => short(remark),
                (result, _) => result.describe(),
            }
        );
        into.count("games broken off", 1);
        into.skip(file, game.place.clone(), reason);
        return;
    }
    into.games += 1;
    let score = done.end.black_score();
    if !game.result.agrees(score) {
        let expected = game.result.of(score).describe();
        into.problem(file, game.place.clone(), expected, game.result.describe());
    } else if game.result != RecordedResult::Nothing {
        into.count("results confirmed", 1);
    }
}

fn count_game(game: &SourceGame, done: &Replayed, into: &mut Stats) {
    into.games += 1;
    into.count("moves", game.moves.len() as u64);
    into.count("passes", done.moves.iter().filter(|(_, mv)| mv.is_pass()).count() as u64);
    if !done.end.is_over() {
        into.count("games broken off", 1);
        return;
    }
    let score = done.end.black_score();
    let who = ["white wins", "draws", "black wins"][(score.signum() + 1) as usize];
    into.count(who, 1);
    into.value("black's score", score.into());
    into.value("plies", done.moves.len() as f64);
}

fn replayed(game: &SourceGame) -> Result<Replayed, FormatError> {
    replay(game.start, &game.moves).map_err(|broken| {
        let Broken { number, expected, got, .. } = *broken;
        fault(format!("{}, move {number}", game.place), expected, got)
    })
}

/// A game of the source as a record. Scores are those of the rules; what the source
/// said, where it differs, stays in the tag `recorded`.
fn record(game: SourceGame) -> Result<Record<Othello>, FormatError> {
    let done = replayed(&game)?;
    let mut record = Record::new(&Othello::from_position(game.start), Opening::default());
    record.players = game.players;
    record.tags = game.tags;
    record.scores = done.end.scores();
    if !done.end.is_over() || !game.result.agrees(done.end.black_score()) {
        record.tags.insert("recorded".into(), game.result.describe());
    }
    record.moves = done.moves;
    Ok(record)
}

/// A record as its first position and all moves since, the opening included.
pub(super) fn unrolled(
    number: usize,
    record: &Record<Othello>,
) -> Result<(Position, Vec<Move>, Position), FormatError> {
    let place = || format!("game {number}");
    let bad = |e: String| fault(place(), "a record that replays", short(&e));
    let game = Othello::with_rules(&record.rules).map_err(|e| bad(e.to_string()))?;
    game.start(&record.deal).map_err(|e| bad(e.to_string()))?;
    let first = game.first();
    let end = record.replay().map_err(|e| bad(e.to_string()))?;
    let moves = record.deal.0.iter().copied().chain(record.moves.iter().map(|m| m.1));
    Ok((first, moves.collect(), end))
}

/// The same for formats that know only the standard start.
pub(super) fn unrolled_from_standard(
    number: usize,
    record: &Record<Othello>,
) -> Result<(Vec<Move>, Position), FormatError> {
    let (first, moves, end) = unrolled(number, record)?;
    if first != Othello::STANDARD.first() {
        let got = format!("one from {first}");
        return Err(fault(
            format!("game {number}"),
            "a game from the standard start (this format knows no other)",
            got,
        ));
    }
    Ok((moves, end))
}
