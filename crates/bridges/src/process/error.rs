//! What can go wrong with a program.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;
use thiserror::Error;

/// Why a program gave no answer.
#[derive(Debug, Error)]
pub enum ProcessError {
    /// It cannot be started.
    #[error("`{program}` cannot be started: {source}")]
    Start {
        /// The program.
        program: String,
        /// What the system said.
        source: io::Error,
    },
    /// It has ended.
    #[error("the program has ended ({0})")]
    Ended(ExitStatus),
    /// It goes on without its standard output.
    #[error("the program has closed its standard output")]
    Closed,
    /// It has closed the connection it came by.
    #[error("the client has closed its connection")]
    Disconnected,
    /// It never connected.
    #[error("no client has joined within {:.3} s", .0.as_secs_f64())]
    NobodyCame(Duration),
    /// It took too long.
    #[error("no answer after {:.3} s", .0.as_secs_f64())]
    Time(Duration),
    /// It does not read what it is sent.
    #[error("the program has not read what it was sent for {:.3} s", .0.as_secs_f64())]
    Deaf(Duration),
    /// It printed a line without an end.
    #[error("a line is longer than {most} bytes; it begins with `{beginning}`")]
    LongLine {
        /// The most bytes a line may have.
        most: usize,
        /// The first of them.
        beginning: String,
    },
    /// It said something although nothing was asked.
    #[error("a line came before anything was asked: `{0}`")]
    Unasked(String),
    /// It printed too much on standard error.
    #[error("more than {0} bytes on standard error between two answers")]
    Flood(u64),
    /// The system failed.
    #[error("the pipes to the program failed: {0}")]
    Pipe(#[from] io::Error),
    /// The network failed.
    #[error("the connection failed: {0}")]
    Socket(io::Error),
}
