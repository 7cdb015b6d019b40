//! Why nothing could be learned.

use fuda_arena::ArenaError;
use fuda_learn::{LearnError, ModelError};
use fuda_mine::{MineError, TableError};
use thiserror::Error;

/// Why nothing could be learned.
#[derive(Debug, Error)]
pub enum TrainError {
    /// A record that the rules refuse.
    #[error("game {number}: the record does not replay: {reason}")]
    Record {
        /// Which record, counted from 1.
        number: usize,
        /// What is wrong.
        reason: String,
    },
    /// There is too little to learn from.
    #[error("too little to learn from: {0}")]
    TooLittle(String),
    /// A setting is out of its range.
    #[error("{name}: expected {expected}, got {got}")]
    Setting {
        /// Which setting.
        name: &'static str,
        /// What would have been right.
        expected: String,
        /// What was given.
        got: String,
    },
    /// A player failed in self-play.
    #[error("self-play: {0}")]
    Player(String),
    /// A checkpoint of another run.
    #[error("expected a checkpoint of {expected}, got one of {got}")]
    Checkpoint {
        /// What would fit.
        expected: String,
        /// What the file says.
        got: String,
    },
    /// The arena refuses.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The learner refuses.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// A model file is refused.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// Mining was not possible.
    #[error(transparent)]
    Mine(#[from] MineError),
    /// Rows make no table.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Refuses a setting that is out of its range.
pub(crate) fn check(
    holds: bool,
    name: &'static str,
    expected: &str,
    got: impl ToString,
) -> Result<(), TrainError> {
    match holds {
        true => Ok(()),
        false => {
            Err(TrainError::Setting { name, expected: expected.to_owned(), got: got.to_string() })
        }
    }
}
