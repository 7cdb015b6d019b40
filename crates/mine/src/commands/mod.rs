//! What the commands `mine`, `select` and `classify` do, free of any command
//! line: arguments as plain structs, results as structs that serialise.

mod classify;
mod mine;
mod select;

pub use classify::{ClassifyArgs, ClassifyReport, LearnerChoice, SourceReport, run_classify};
pub use mine::{MineArgs, MineReport, run_mine};
pub use select::{ChosenFeature, Method, SelectArgs, SelectReport, run_select};

use crate::cmim::SelectError;
use crate::input::{InputError, PatternFileError};
use crate::lcm::{MineError, Progress};
use fuda_learn::LearnError;
use std::ops::ControlFlow;
use std::path::PathBuf;
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

/// Writes a file whole or not at all: into a temporary file beside it first.
pub(crate) struct WholeFile {
    path: PathBuf,
    pub(crate) out: std::io::BufWriter<tempfile::NamedTempFile>,
}

impl WholeFile {
    pub(crate) fn create(path: &std::path::Path) -> Result<WholeFile, CommandError> {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => std::path::Path::new("."),
        };
        let error = |source| CommandError::Write { path: path.to_owned(), source };
        let file = tempfile::NamedTempFile::new_in(folder).map_err(error)?;
        let out = std::io::BufWriter::with_capacity(1 << 16, file);
        Ok(WholeFile { path: path.to_owned(), out })
    }

    pub(crate) fn error(&self, source: std::io::Error) -> CommandError {
        CommandError::Write { path: self.path.clone(), source }
    }

    pub(crate) fn finish(self) -> Result<(), CommandError> {
        let WholeFile { path, out } = self;
        let written = out.into_inner().map_err(std::io::IntoInnerError::into_error);
        let kept = written.and_then(|file| file.persist(&path).map_err(|error| error.error));
        kept.map(|_| ()).map_err(|source| CommandError::Write { path, source })
    }
}
