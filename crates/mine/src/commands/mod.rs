//! What the commands `mine`, `select`, `classify` and `study` do, free of any command
//! line: arguments as plain structs, results as structs that serialise.

mod classify;
mod mine;
mod select;
mod study;

pub use classify::{ClassifyArgs, ClassifyReport, LearnerChoice, SourceReport, run_classify};
pub use mine::{MineArgs, MineReport, run_mine};
pub use select::{ChosenFeature, Method, SelectArgs, SelectReport, run_select};
pub use study::{Choice, StudyArgs, StudyReport, StudyStep, run_study};

use crate::cmim::SelectError;
use crate::input::{InputError, PatternFileError};
use crate::lcm::{MineError, Progress};
use fuda_core::files::NewFile;
use fuda_learn::LearnError;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a command failed.
#[derive(Debug, Error)]
pub enum CommandError {
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
    /// A file could not be written.
    #[error("{path}: {source}")]
    Write {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The arguments ask for something that cannot be.
    #[error("{0}")]
    Arguments(String),
}

/// What a running command tells.
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

/// Hears of steps and may stop the command.
pub type Listener<'a> = &'a (dyn Fn(Step) -> ControlFlow<()> + Sync);

/// A file that is written whole or not at all, with its name for messages.
pub(crate) struct WholeFile {
    path: PathBuf,
    pub(crate) out: std::io::BufWriter<NewFile>,
}

impl WholeFile {
    pub(crate) fn create(path: &Path) -> Result<WholeFile, CommandError> {
        let file = NewFile::create(path)
            .map_err(|source| CommandError::Write { path: path.to_owned(), source })?;
        let out = std::io::BufWriter::with_capacity(1 << 16, file);
        Ok(WholeFile { path: path.to_owned(), out })
    }

    pub(crate) fn error(&self, source: std::io::Error) -> CommandError {
        CommandError::Write { path: self.path.clone(), source }
    }

    pub(crate) fn finish(self) -> Result<(), CommandError> {
        let WholeFile { path, out } = self;
        let written = out.into_inner().map_err(std::io::IntoInnerError::into_error);
        let kept = written.and_then(NewFile::finish);
        kept.map_err(|source| CommandError::Write { path, source })
    }
}
