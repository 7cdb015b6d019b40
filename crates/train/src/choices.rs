//! Decisions of records as groups of alternatives.

use crate::TrainError;
use fuda_core::{Decision, DecisionFilter, FeatureRows, Game, MoveFeatures, Record, try_in_order};
use fuda_learn::Groups;

/// The legal moves of each decision that counts, encoded, with the one that
/// was chosen; each group carries the number of its record.
///
/// Moves that the encoder cannot tell from another are left out, so that
/// nobody is asked to rank equal rows.
pub fn choices<G: Game>(
    records: &[Record<G>],
    encoder: &dyn MoveFeatures<G>,
    filter: &DecisionFilter,
    threads: usize,
    progress: &(dyn Fn() + Sync),
) -> Result<Groups, TrainError> {
    let parts = try_in_order(records.len(), threads, |number| {
        let part = of_record(number, &records[number], encoder, filter);
        progress();
        part
    })?;
    let mut all = Groups::new(encoder.columns());
    for part in &parts {
        all.append(part)?;
    }
    match all.is_empty() {
        true => Err(TrainError::TooLittle(format!(
            "{} games without a decision of the kind asked for",
            records.len()
        ))),
        false => Ok(all),
    }
}

fn of_record<G: Game>(
    number: usize,
    record: &Record<G>,
    encoder: &dyn MoveFeatures<G>,
    filter: &DecisionFilter,
) -> Result<Groups, TrainError> {
    let mut groups = Groups::new(encoder.columns());
    each_choice(number, record, encoder, filter, |_, rows, chosen| {
        Ok(groups.push(number as u32, chosen, rows)?)
    })?;
    Ok(groups)
}

/// Calls `each` with every decision of a record that counts, the rows of its
/// different alternatives, and which of them was chosen.
pub(crate) fn each_choice<G: Game>(
    number: usize,
    record: &Record<G>,
    encoder: &dyn MoveFeatures<G>,
    filter: &DecisionFilter,
    mut each: impl FnMut(&Decision<'_, G>, Vec<&[(u32, f32)]>, usize) -> Result<(), TrainError>,
) -> Result<(), TrainError> {
    let refused = |reason: String| TrainError::Record { number: number + 1, reason };
    let mut rows = FeatureRows::default();
    let mut decisions = record.decisions().map_err(|e| refused(e.to_string()))?;
    while let Some(decision) = decisions.next().map_err(|e| refused(e.to_string()))? {
        if filter.turn(&decision).is_none() {
            continue;
        }
        let Some((moves, chosen)) = encoder.alternatives(decision.legal, decision.chosen) else {
            continue;
        };
        encoder.encode(&decision.view(), &moves, &mut rows);
        let mut different: Vec<&[(u32, f32)]> = Vec::with_capacity(moves.len());
        for row in rows.rows() {
            if !different.contains(&row) {
                different.push(row);
            }
        }
        let chosen = different.iter().position(|row| *row == rows.row(chosen)).unwrap_or(0);
        if different.len() > 1 {
            each(&decision, different, chosen)?;
        }
    }
    Ok(())
}
