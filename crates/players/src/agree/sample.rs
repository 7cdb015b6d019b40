//! Decisions drawn out of records.

use super::{AgreeError, Study};
use fuda_core::{Game, MoveOf, Position, Purpose, Record, Seat, Seed, ViewOf};

/// One decision of a record, as its seat saw it.
#[derive(Clone, Debug)]
pub struct Decision<G: Game> {
    /// Which record, counted from 0.
    pub record: usize,
    /// Which move of it, counted from 0.
    pub at: usize,
    /// The turn, counted from 1.
    pub turn: u32,
    /// Who was to move.
    pub seat: Seat,
    /// What the seat knew.
    pub view: ViewOf<G>,
    /// What it might do.
    pub legal: Vec<MoveOf<G>>,
    /// What it did.
    pub played: MoveOf<G>,
}

/// Decisions drawn by seed, each of those that count equally likely.
#[derive(Clone, Debug)]
pub struct Sample<G: Game> {
    /// The decisions drawn, in the order of the records.
    pub decisions: Vec<Decision<G>>,
    /// How many there were to draw from.
    pub from: usize,
}

impl<G: Game> Sample<G> {
    /// Draws at most `count` decisions.
    pub fn draw(
        records: &[Record<G>],
        study: &dyn Study<G>,
        count: usize,
        seed: Seed,
    ) -> Result<Sample<G>, AgreeError> {
        let mut all = Vec::new();
        for number in 0..records.len() {
            walk(records, number, study, |decision| all.push((decision.record, decision.at)))?;
        }
        if all.is_empty() || count == 0 {
            return Err(AgreeError::NoDecision { games: records.len() });
        }
        let from = all.len();
        seed.stream(Purpose::Sample, &[]).shuffle(&mut all);
        all.truncate(count);
        all.sort_unstable();
        let mut decisions = Vec::with_capacity(all.len());
        let mut wanted = all.iter().peekable();
        for number in 0..records.len() {
            if wanted.peek().is_none_or(|(record, _)| *record != number) {
                continue;
            }
            walk(records, number, study, |found| {
                if wanted.next_if(|next| **next == (found.record, found.at)).is_some() {
                    decisions.push(found.keep());
                }
            })?;
        }
        Ok(Sample { decisions, from })
    }
}

/// A decision while its record is replayed.
struct Found<'a, G: Game> {
    record: usize,
    at: usize,
    turn: u32,
    position: &'a G::Position,
    legal: &'a [MoveOf<G>],
    played: (Seat, MoveOf<G>),
}

impl<G: Game> Found<'_, G> {
    fn keep(&self) -> Decision<G> {
        let (seat, played) = self.played;
        Decision {
            record: self.record,
            at: self.at,
            turn: self.turn,
            seat,
            view: self.position.view(seat),
            legal: self.legal.to_vec(),
            played,
        }
    }
}

/// Replays a record and shows every decision that counts.
fn walk<G: Game>(
    records: &[Record<G>],
    number: usize,
    study: &dyn Study<G>,
    mut show: impl FnMut(Found<'_, G>),
) -> Result<(), AgreeError> {
    let record = &records[number];
    let refused = |reason: String| AgreeError::Record { number: number + 1, reason };
    let mut position = record.position_after(0).map_err(|e| refused(e.to_string()))?;
    let mut legal = Vec::new();
    for (at, &(seat, mv)) in record.moves.iter().enumerate() {
        position.legal_moves(seat, &mut legal);
        if !legal.contains(&mv) {
            return Err(refused(format!("move {}: seat {seat} may not play {mv}", at + 1)));
        }
        if let Some(turn) = study.turn(&position, record, at, &legal) {
            let played = (seat, mv);
            show(Found { record: number, at, turn, position: &position, legal: &legal, played });
        }
        position.play_unchecked(seat, mv);
    }
    Ok(())
}
