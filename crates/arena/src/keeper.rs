//! Records of the games that are played.

use crate::observer::{ChosenMove, GameEnd, GameStart, Observer};
use crate::remote::{Found, Watch};
use fuda_core::{Game, Record};

/// The tag of a record that says which deal of a match it is, counted from 0.
pub const DEAL_TAG: &str = "deal";
/// The tag that says which game of the deal it is, counted from 0.
pub const GAME_TAG: &str = "game";
/// The tag that says who lost the game by rule, and how.
pub const FAULT_TAG: &str = "lost by rule";

/// Keeps the record of every game it watches, in the order they are played.
///
/// A game that was lost by rule or broken off has no scores in its record,
/// as it does not replay to any; the first has [`FAULT_TAG`].
#[derive(Debug)]
pub struct RecordKeeper<G: Game> {
    /// The games so far; the last one may still be going on.
    pub records: Vec<Record<G>>,
}

impl<G: Game> Default for RecordKeeper<G> {
    fn default() -> Self {
        RecordKeeper { records: Vec::new() }
    }
}

impl<G: Game> Observer<G> for RecordKeeper<G> {
    fn start(&mut self, start: &GameStart<'_, G>) {
        let mut record = Record::new(start.game, start.deal.clone());
        if !start.names.is_empty() {
            let name = |&entrant: &u8| start.names[usize::from(entrant)].clone();
            record.players = start.entrants.iter().map(name).collect();
            record.tags.insert(DEAL_TAG.into(), start.block.to_string());
            record.tags.insert(GAME_TAG.into(), start.number.to_string());
        }
        self.records.push(record);
    }

    fn decision(&mut self, decision: &ChosenMove<'_, G>) {
        if let Some(record) = self.records.last_mut() {
            record.moves.push((decision.seat, decision.mv));
        }
    }

    fn end(&mut self, end: &GameEnd<'_, G>) {
        let Some(record) = self.records.last_mut() else { return };
        match end.fault {
            None => record.scores = end.scores.cloned(),
            Some(fault) => drop(record.tags.insert(FAULT_TAG.into(), fault.to_string())),
        }
    }

    fn ask_workers(&self, wanted: &mut Watch) -> bool {
        wanted.records = true;
        true
    }

    fn take_over(&mut self, found: &mut Found<G>) {
        self.records = std::mem::take(&mut found.records);
    }
}
