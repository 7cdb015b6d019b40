//! Decisions as rows: sets of items to mine, and arrays for networks.

mod arrays;
mod endgames;
mod items;
mod npy;

pub use arrays::{ArrayReport, DecisionRows, TargetRows, Targets, decision_rows, write_arrays};
pub use endgames::endgame_set;
pub use items::{ItemParams, ItemRow, ItemSet, Level, item_set};

use fuda_core::{Game, Record};
use std::path::PathBuf;
use thiserror::Error;

/// The games that decisions are taken from.
#[derive(Clone, PartialEq, Debug)]
pub struct Games<G: Game> {
    /// The games.
    pub records: Vec<Record<G>>,
    /// What each is called: its file, or its number.
    pub names: Vec<String>,
    /// Where they come from, in words.
    pub source: String,
}

/// Why there are no rows.
#[derive(Debug, Error)]
pub enum PositionsError {
    /// A record that the rules refuse.
    #[error("{game}: the record does not replay: {reason}")]
    Record {
        /// What the game is called.
        game: String,
        /// What is wrong.
        reason: String,
    },
    /// No decision counts.
    #[error("{games} games of {game}, but no decision that counts (finished: {finished})")]
    Nothing {
        /// The game.
        game: &'static str,
        /// How many games there were.
        games: usize,
        /// How many of them were played to the end.
        finished: usize,
    },
    /// A file could not be written.
    #[error("{path}: {source}")]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

impl<G: Game> Games<G> {
    fn broken(&self, number: usize, reason: impl ToString) -> PositionsError {
        let game = self.names.get(number).cloned().unwrap_or_default();
        PositionsError::Record { game, reason: reason.to_string() }
    }

    fn nothing(&self) -> PositionsError {
        let finished = self.records.iter().filter(|record| record.scores.is_some()).count();
        PositionsError::Nothing { game: G::NAME, games: self.records.len(), finished }
    }
}
