//! What can go wrong, in words for the person who asked.

use thiserror::Error;

/// Why a request was not answered as asked.
#[derive(Debug, Error)]
pub enum ServeError {
    /// What was sent is not what is expected.
    #[error("{0}")]
    Bad(String),
    /// There is no such thing.
    #[error("there is no {0}")]
    Missing(String),
    /// It cannot be done now; later it can.
    #[error("{0}")]
    Conflict(String),
    /// There is too much of it already.
    #[error("{0}")]
    TooMany(String),
    /// The request comes from another site or by a name that is not ours.
    #[error("{0}")]
    Refused(String),
    /// It took too long to arrive.
    #[error("{0}")]
    TooSlow(String),
    /// More bytes than allowed.
    #[error("{0}")]
    TooLarge(String),
    /// The store cannot be read or written.
    #[error("the store: {0}")]
    Store(#[from] rusqlite::Error),
    /// Something in the server failed.
    #[error("{0}")]
    Internal(String),
}

impl ServeError {
    /// A fault in what was sent.
    pub fn bad(message: impl ToString) -> ServeError {
        ServeError::Bad(message.to_string())
    }

    /// A fault of the server.
    pub fn internal(message: impl ToString) -> ServeError {
        ServeError::Internal(message.to_string())
    }
}
