//! What can go wrong.

use fuda_queue::QueueError;
use std::path::PathBuf;
use thiserror::Error;

/// Why an entry could not be measured, or a run not begun.
#[derive(Debug, Error)]
pub enum ExperimentError {
    /// No entry has that name.
    #[error("there is no entry `{name}`{meant}")]
    UnknownEntry {
        /// What was asked for.
        name: String,
        /// The nearest right name, as a question.
        meant: String,
    },
    /// The folder is not one of ours, or of another run.
    #[error("{}: {reason}", folder.display())]
    Folder {
        /// Which folder.
        folder: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file could not be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Records are missing or cannot be used.
    #[error("{0}")]
    Records(String),
    /// A changed setting does not fit.
    #[error("{0}")]
    Setting(String),
    /// An entry failed.
    #[error("{entry}: {reason}")]
    Entry {
        /// Which entry.
        entry: String,
        /// What is wrong.
        reason: String,
    },
    /// Somebody raised the stop flag.
    #[error("stopped; what is finished is kept, and --resume goes on")]
    Stopped,
}

impl ExperimentError {
    /// A failure while measuring; the entry's name is added later.
    pub fn measuring(reason: impl ToString) -> ExperimentError {
        ExperimentError::Entry { entry: String::new(), reason: reason.to_string() }
    }

    /// The same error with the entry it happened in.
    pub fn in_entry(self, name: &str) -> ExperimentError {
        match self {
            ExperimentError::Entry { entry, reason } if entry.is_empty() => {
                ExperimentError::Entry { entry: name.to_owned(), reason }
            }
            other => other,
        }
    }
}

impl From<QueueError> for ExperimentError {
    fn from(error: QueueError) -> ExperimentError {
        match error {
            QueueError::Stopped => ExperimentError::Stopped,
            other => ExperimentError::measuring(other),
        }
    }
}
