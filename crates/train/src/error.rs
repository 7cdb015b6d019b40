//! Why nothing could be learned.

use fuda_arena::ArenaError;
use fuda_learn::{LearnError, ModelError};
use fuda_mine::{Memory, MineError, TableError, TooLarge};
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
    /// Memory does not hold it.
    #[error(transparent)]
    Memory(#[from] TooLarge),
}

/// Refuses to learn networks that take more bytes than there are.
pub(crate) fn fits(memory: Memory, needed: u64) -> Result<(), TrainError> {
    let what = || "learning so many hidden units".to_owned();
    Ok(memory.check(needed, what, "ask for fewer of them")?)
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

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_learn::policy_gradient::Shape;

    #[test]
    fn a_network_that_memory_does_not_hold_is_refused_with_the_number() {
        let shape = |hidden| Shape { inputs: 30, hidden: [hidden; 2], outputs: 4 };
        let needed = |hidden| shape(hidden).memory().map_err(TrainError::from);
        let memory = Memory::bytes(2_000_000_000);
        let check = |hidden| needed(hidden).and_then(|needed| fits(memory, needed));
        check(1_000).unwrap();
        assert_eq!(
            check(65_535).unwrap_err().to_string(),
            "learning so many hidden units needs 343.8 GB of memory, and 2.0 GB is free; \
             ask for fewer of them"
        );
        assert!(check(usize::MAX).unwrap_err().to_string().contains("from 1 to 65535"));
    }
}
