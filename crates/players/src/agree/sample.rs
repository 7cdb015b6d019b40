//! Decisions drawn out of records.

use super::AgreeError;
use fuda_core::{Decision, DecisionFilter, Game, MoveOf, Purpose, Record, Seat, Seed, ViewOf};

/// One decision of a record, as its seat saw it.
#[derive(Clone, Debug)]
pub struct SampledDecision<G: Game> {
    /// Which record, counted from 0.
    pub record: usize,
    /// Which move of it, counted from 0.
    pub number: usize,
    /// The turn, counted from 1.
    pub turn: u32,
    /// Who was to move.
    pub seat: Seat,
    /// What the seat knew.
    pub view: ViewOf<G>,
    /// What it might do.
    pub legal: Vec<MoveOf<G>>,
    /// What it did.
    pub chosen: MoveOf<G>,
}

/// Decisions drawn by seed, each of those that count equally likely.
#[derive(Clone, Debug)]
pub struct Sample<G: Game> {
    /// The decisions drawn, in the order of the records.
    pub decisions: Vec<SampledDecision<G>>,
    /// How many there were to draw from.
    pub from: usize,
}

impl<G: Game> Sample<G> {
    /// Draws at most `count` decisions.
    pub fn draw(
        records: &[Record<G>],
        filter: &DecisionFilter,
        count: usize,
        seed: Seed,
    ) -> Result<Sample<G>, AgreeError> {
        let mut all = Vec::new();
        for (number, record) in records.iter().enumerate() {
            each(record, number, filter, |decision, _| all.push((number, decision.number)))?;
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
        for (number, record) in records.iter().enumerate() {
            if wanted.peek().is_none_or(|(record, _)| *record != number) {
                continue;
            }
            each(record, number, filter, |decision, turn| {
                if wanted.next_if(|next| **next == (number, decision.number)).is_some() {
                    decisions.push(sampled(number, turn, decision));
                }
            })?;
        }
        Ok(Sample { decisions, from })
    }

    /// The decisions of these records and moves, in ascending order.
    pub(super) fn find(
        records: &[Record<G>],
        wanted: &[(usize, usize)],
    ) -> Result<Sample<G>, AgreeError> {
        let mut left = wanted.iter().copied().peekable();
        let mut decisions = Vec::with_capacity(wanted.len());
        for (number, record) in records.iter().enumerate() {
            let mut all = record.decisions().map_err(|e| refused::<G>(number, e))?;
            while let Some(decision) = all.next().map_err(|e| refused::<G>(number, e))? {
                let here = (number, decision.number);
                // Each is asked for once.
                if left.next_if_eq(&here).is_some() {
                    decisions.push(sampled(number, G::turn_of(&decision), &decision));
                }
            }
        }
        match left.next() {
            None => Ok(Sample { decisions, from: wanted.len() }),
            Some((record, move_)) => Err(AgreeError::Record {
                number: record + 1,
                reason: format!("there is no decision {move_} where one is expected"),
            }),
        }
    }
}

fn sampled<G: Game>(record: usize, turn: u32, decision: &Decision<'_, G>) -> SampledDecision<G> {
    SampledDecision {
        record,
        number: decision.number,
        turn,
        seat: decision.seat,
        view: decision.view(),
        legal: decision.legal.to_vec(),
        chosen: decision.chosen,
    }
}

fn refused<G: Game>(number: usize, e: fuda_core::ReplayError<MoveOf<G>>) -> AgreeError {
    AgreeError::Record { number: number + 1, reason: e.to_string() }
}

/// Shows every decision of a record that counts, with its turn.
fn each<G: Game>(
    record: &Record<G>,
    number: usize,
    filter: &DecisionFilter,
    mut show: impl FnMut(&Decision<'_, G>, u32),
) -> Result<(), AgreeError> {
    let mut decisions = record.decisions().map_err(|e| refused::<G>(number, e))?;
    while let Some(decision) = decisions.next().map_err(|e| refused::<G>(number, e))? {
        if let Some(turn) = filter.turn(&decision) {
            show(&decision, turn);
        }
    }
    Ok(())
}
