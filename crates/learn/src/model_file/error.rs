//! Why a model file is refused.

use thiserror::Error;

/// A model file that cannot be used.
#[derive(Debug, Error)]
#[error("{name}: {fault}")]
pub struct ModelError {
    /// Which file.
    pub name: String,
    /// What is wrong with it.
    pub fault: ModelFault,
}

/// What is wrong with a model file.
#[derive(Debug, Error)]
pub enum ModelFault {
    /// The system does not give it.
    #[error(transparent)]
    Unreadable(#[from] std::io::Error),
    /// It is something else.
    #[error("not a model file: expected safetensors with fuda's metadata, got {0}")]
    NotAModel(String),
    /// It is a model in a form of before.
    #[error("a model in an older form ({0}); `fuda models convert` makes a model file of it")]
    Old(String),
    /// It is a model file whose content is not what it should be.
    #[error("a broken model file: {0}")]
    Broken(String),
    /// It is a model for something else.
    #[error("{0}")]
    Misfit(String),
}
