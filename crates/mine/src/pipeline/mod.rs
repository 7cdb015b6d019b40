//! From tables to patterns, features and classifiers: mining, selecting and
//! classifying as one step each, and [`study`] as all of them in a folder.

mod classify;
mod mine;
mod model;
mod select;
pub mod study;

pub use classify::{
    Classified, ClassifyReport, Classifying, FeatureSet, LearnerChoice, SourceReport,
};
pub use mine::{MineReport, Mining};
pub use model::FeatureModel;
pub use select::{Candidates, ChosenFeature, Method, SelectReport, Selecting, Selection};

use crate::cmim::SelectError;
use crate::input::{InputError, PatternFileError};
use crate::lcm::{MineError, Progress};
use crate::memory::TooLarge;
use fuda_learn::LearnError;
use std::ops::ControlFlow;
use std::path::PathBuf;
use thiserror::Error;

/// Why a step failed.
#[derive(Debug, Error)]
pub enum PipelineError {
    /// A table could not be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A file of patterns could not be read.
    #[error(transparent)]
    Patterns(#[from] PatternFileError),
    /// Mining was not possible.
    #[error(transparent)]
    Mine(#[from] MineError),
    /// Selecting was not possible.
    #[error(transparent)]
    Select(#[from] SelectError),
    /// Learning was not possible.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// The queue of other machines failed.
    #[error(transparent)]
    Queue(#[from] fuda_queue::QueueError),
    /// There is not enough memory.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A file could not be written.
    #[error("{path}: {source}")]
    Write {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Something was asked for that cannot be.
    #[error("{0}")]
    Request(String),
}

/// How far a step is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step {
    /// Mining goes on.
    Mining(Progress),
    /// Selecting goes on.
    Selecting(crate::cmim::RoundReport),
    /// A fold of a cross-validation is done.
    Fold {
        /// How many are done.
        done: usize,
        /// How many there are.
        folds: usize,
    },
}

/// Follows the progress and may stop the work.
pub type Listener<'a> = &'a (dyn Fn(Step) -> ControlFlow<()> + Sync);
