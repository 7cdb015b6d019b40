//! Records turned into examples to learn from.

use super::choices::{alternatives, same_choice};
use super::problems::{DRAWS, HandEnd};
use super::{FeatureSet, Problem};
use fuda_core::{Decision, FeatureRows, MoveFeatures, Position, Record};
use fuda_learn::{Groups, LearnError, Rows};
use fuda_mahjong::{Mahjong, MahjongPosition, MahjongView, Move, Wall};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use thiserror::Error;

/// Why records give no examples.
#[derive(Debug, Error)]
pub enum ExamplesError {
    /// A record the rules refuse.
    #[error("game {game}: the record does not replay: {reason}")]
    Record {
        /// Which record, counted from 1.
        game: usize,
        /// What is wrong.
        reason: String,
    },
    /// There is no decision to learn from.
    #[error("{games} games, and no decision of the kind that is learnt from")]
    NoDecision {
        /// How many games there are.
        games: usize,
    },
    /// Features that do not make a table.
    #[error("{0}")]
    Learn(#[from] LearnError),
}

/// Decisions of records as groups of alternatives, each group with the number
/// of its game as its origin; and what auxiliary problems are learnt from.
#[derive(Clone, Debug)]
pub struct Examples {
    /// The features.
    pub features: FeatureSet,
    /// The alternatives of each decision, what they share left out.
    pub groups: Groups,
    /// Discards while nobody is in riichi, whatever the features, to test on.
    pub tests: Groups,
    /// What auxiliary problems are learnt from, if it was asked for.
    pub auxiliary: Option<Auxiliary>,
}

/// The positions after the recorded moves, one a group, and how they ended.
#[derive(Clone, Debug)]
pub struct Auxiliary {
    /// The features of the position after each recorded move, whole.
    pub rows: Rows,
    /// The game, the hand in [`Auxiliary::ends`], the seat and the own draws
    /// left of each.
    cases: Vec<Case>,
    /// How the hands ended.
    ends: Vec<HandEnd>,
}

#[derive(Clone, Copy, Debug)]
struct Case {
    game: u32,
    hand: u32,
    seat: u8,
    draws: u8,
}

impl Auxiliary {
    /// The label of each row for a problem.
    pub fn labels(&self, problem: &Problem) -> Vec<bool> {
        let answer = |case: &Case| problem.answer(&self.ends[case.hand as usize], case.seat.into());
        self.cases.iter().map(answer).collect()
    }

    /// The rows of these games that a problem is asked of.
    pub fn picks(&self, problem: &Problem, games: &BTreeSet<u32>) -> Vec<u32> {
        let fits = |case: &Case| {
            games.contains(&case.game) && problem.draws.is_none_or(|draws| draws == case.draws)
        };
        (0..self.cases.len() as u32).filter(|&row| fits(&self.cases[row as usize])).collect()
    }

    /// The game that a row is from.
    pub fn game_of(&self, row: u32) -> u32 {
        self.cases[row as usize].game
    }

    /// How the hands of these games ended.
    pub fn ends_of<'a>(&'a self, games: &'a BTreeSet<u32>) -> impl Iterator<Item = &'a HandEnd> {
        let hands: BTreeSet<u32> =
            self.cases.iter().filter(|c| games.contains(&c.game)).map(|c| c.hand).collect();
        hands.into_iter().map(|hand| &self.ends[hand as usize])
    }
}

impl Examples {
    /// Reads the decisions of records. With `auxiliary`, rows of auxiliary
    /// problems too. `done` is called after each record.
    ///
    /// The features of the study are read from discards while nobody is in
    /// riichi; those of the evaluation from every decision with a choice.
    pub fn read(
        records: &[Record<Mahjong>],
        features: FeatureSet,
        auxiliary: bool,
        threads: usize,
        done: &(dyn Fn() + Sync),
    ) -> Result<Examples, ExamplesError> {
        let next = AtomicUsize::new(0);
        let mut parts: Vec<Option<Result<Part, String>>> = Vec::new();
        parts.resize_with(records.len(), || None);
        std::thread::scope(|scope| {
            let work = || {
                let (mut reader, mut mine) = (Reader::new(features, auxiliary), Vec::new());
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(record) = records.get(number) else { break mine };
                    mine.push((number, reader.read(record, number as u32)));
                    done();
                }
            };
            let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
            for worker in workers {
                match worker.join() {
                    Ok(mine) => mine.into_iter().for_each(|(i, part)| parts[i] = Some(part)),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
        let columns = features.columns();
        let (mut groups, mut tests) = (Groups::new(columns), Groups::new(columns));
        let (mut rows, mut cases, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        for (number, part) in parts.into_iter().flatten().enumerate() {
            let part = part.map_err(|reason| ExamplesError::Record { game: number + 1, reason })?;
            groups.append(&part.groups)?;
            tests.append(&part.tests)?;
            let before = ends.len() as u32;
            cases.extend(part.cases.iter().map(|c| Case { hand: c.hand + before, ..*c }));
            rows.extend(part.rows);
            ends.extend(part.ends);
        }
        if groups.is_empty() {
            return Err(ExamplesError::NoDecision { games: records.len() });
        }
        let auxiliary = match auxiliary {
            true => {
                let rows = Rows::sparse(columns, rows.iter().map(Vec::as_slice))?;
                Some(Auxiliary { rows, cases, ends })
            }
            false => None,
        };
        Ok(Examples { features, groups, tests, auxiliary })
    }
}

/// Of records whose first walls are equal only the first is kept: the numbers
/// of the records to keep.
pub(super) fn distinct_walls(records: &[Record<Mahjong>]) -> Vec<usize> {
    let mut seen: Vec<&Wall> = Vec::new();
    let mut keep = Vec::new();
    for (number, record) in records.iter().enumerate() {
        match record.deal.walls.first() {
            Some(wall) if seen.contains(&wall) => {}
            Some(wall) => {
                seen.push(wall);
                keep.push(number);
            }
            None => keep.push(number),
        }
    }
    keep
}

/// What one record gives.
struct Part {
    groups: Groups,
    tests: Groups,
    rows: Vec<Vec<(u32, f64)>>,
    cases: Vec<Case>,
    ends: Vec<HandEnd>,
}

struct Reader {
    features: FeatureSet,
    auxiliary: bool,
    moves: Vec<Move>,
    written: FeatureRows,
    shared: FeatureRows,
}

impl Reader {
    fn new(features: FeatureSet, auxiliary: bool) -> Reader {
        let (written, shared) = (FeatureRows::default(), FeatureRows::default());
        Reader { features, auxiliary, moves: Vec::new(), written, shared }
    }

    fn read(&mut self, record: &Record<Mahjong>, game: u32) -> Result<Part, String> {
        let columns = self.features.columns();
        let mut part = Part {
            groups: Groups::new(columns),
            tests: Groups::new(columns),
            rows: Vec::new(),
            cases: Vec::new(),
            ends: Vec::new(),
        };
        let mut decisions = record.decisions().map_err(|e| e.to_string())?;
        let mut closed = [true; 4];
        while let Some(decision) = decisions.next().map_err(|e| e.to_string())? {
            let position = decision.position;
            part.ends.extend(hand_end(position, part.ends.len(), closed));
            closed = std::array::from_fn(|seat| position.table().seats[seat].is_closed());
            self.decide(&decision, game, &mut part).map_err(|e| e.to_string())?;
        }
        part.ends.extend(hand_end(decisions.position(), part.ends.len(), closed));
        Ok(part)
    }

    fn decide(
        &mut self,
        d: &Decision<'_, Mahjong>,
        game: u32,
        part: &mut Part,
    ) -> Result<(), LearnError> {
        if !d.sure || d.legal.len() < 2 {
            return Ok(());
        }
        let quiet = d.position.table().seats.iter().all(|open| !open.in_riichi());
        let discards = d.chosen.discarded().is_some();
        let every = self.features.has_all_moves();
        if !(every || quiet && discards) {
            return Ok(());
        }
        let wins = |mv: &Move| matches!(mv, Move::Tsumo | Move::Ron);
        if wins(&d.chosen) || every && d.legal.iter().any(wins) {
            return Ok(());
        }
        let view = d.position.view(d.seat);
        if every {
            alternatives(d.legal, &mut self.moves);
            self.push(&view, d.chosen, game, &mut part.groups)?;
        }
        let Some(tile) = d.chosen.discarded() else { return Ok(()) };
        if !quiet {
            return Ok(());
        }
        let plain = |mv: &Move| match *mv {
            Move::Riichi { tile, drawn } | Move::Discard { tile, drawn } => {
                Some(Move::Discard { tile, drawn })
            }
            _ => None,
        };
        let legal: Vec<Move> = d.legal.iter().filter_map(plain).collect();
        alternatives(&legal, &mut self.moves);
        let played = Move::Discard { tile, drawn: false };
        let Some(chosen) = self.push(&view, played, game, &mut part.tests)? else {
            return Ok(());
        };
        if !every {
            let rows = (0..self.written.len()).map(|row| self.written.row(row));
            part.groups.push(game, chosen, rows)?;
        }
        if self.auxiliary {
            self.features.shared(&view, &mut self.shared);
            let shared = self.shared.rows().next().unwrap_or_default();
            part.rows.push(merged(shared, self.written.row(chosen)));
            let draws = (usize::from(view.table.live) / 4).min(DRAWS - 1) as u8;
            let hand = part.ends.len() as u32;
            part.cases.push(Case { game, hand, seat: d.seat.0, draws });
        }
        Ok(())
    }

    /// Adds a group of the moves at hand, if there is a choice; gives which
    /// of them was played.
    fn push(
        &mut self,
        view: &MahjongView,
        played: Move,
        game: u32,
        groups: &mut Groups,
    ) -> Result<Option<usize>, LearnError> {
        let chosen = self.moves.iter().position(|&mv| same_choice(mv, played));
        let Some(chosen) = chosen.filter(|_| self.moves.len() > 1) else { return Ok(None) };
        self.features.encode(view, &self.moves, &mut self.written);
        groups.push(game, chosen, (0..self.written.len()).map(|row| self.written.row(row)))?;
        Ok(Some(chosen))
    }
}

/// How the last hand ended, if a hand has ended since `known` hands had.
fn hand_end(position: &MahjongPosition, known: usize, closed: [bool; 4]) -> Option<HandEnd> {
    let result = position.last_result().filter(|_| position.round() as usize > known)?;
    Some(HandEnd { result: *result, closed })
}

/// Two rows added up.
fn merged(a: &[(u32, f32)], b: &[(u32, f32)]) -> Vec<(u32, f64)> {
    let mut sum: Vec<(u32, f64)> = Vec::with_capacity(a.len() + b.len());
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    loop {
        let cell = match (a.peek(), b.peek()) {
            (Some(x), Some(y)) if x.0 == y.0 => {
                let cell = (x.0, f64::from(x.1) + f64::from(y.1));
                a.next();
                b.next();
                cell
            }
            (Some(&&x), Some(y)) if x.0 < y.0 => {
                a.next();
                (x.0, f64::from(x.1))
            }
            (_, Some(&&y)) => {
                b.next();
                (y.0, f64::from(y.1))
            }
            (Some(&&x), None) => {
                a.next();
                (x.0, f64::from(x.1))
            }
            (None, None) => break sum,
        };
        if cell.1 != 0.0 {
            sum.push(cell);
        }
    }
}
