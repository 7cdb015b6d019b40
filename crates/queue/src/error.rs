//! Why a job did not come to its end.

use std::path::PathBuf;
use thiserror::Error;

/// Why a job did not come to its end. Addresses are shown without the user
/// and the password in them.
#[derive(Debug, Error)]
pub enum QueueError {
    /// The data makes no job.
    #[error("the job could not be opened: {0}")]
    Open(String),
    /// A task failed; it would fail everywhere.
    #[error("{problem}")]
    Task {
        /// Which task.
        task: u64,
        /// What it reported.
        problem: String,
    },
    /// Tasks crashed whoever took them.
    #[error(
        "tasks {tasks} crashed three workers each and were set aside; all others that were begun \
         are done"
    )]
    SetAside {
        /// The numbers of the tasks.
        tasks: String,
    },
    /// The caller asked to stop.
    #[error("stopped before the end")]
    Stopped,
    /// Somebody removed the job.
    #[error("{address}: the job {job} was removed from the server (`fuda queue cancel`)")]
    Cancelled {
        /// The server.
        address: String,
        /// The job.
        job: String,
    },
    /// A worker returned something that is no result.
    #[error("{address}: a result of the job is not as workers of this version write it: {problem}")]
    Result {
        /// The server.
        address: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The description is too long to travel.
    #[error("the description of the job has {bytes} bytes; {most} can be sent")]
    Long {
        /// Its length.
        bytes: usize,
        /// The most that travels.
        most: usize,
    },
    /// Data of the job cannot be read.
    #[error("{path}: {problem}")]
    Data {
        /// The file.
        path: PathBuf,
        /// What the system reported.
        problem: String,
    },
    /// Queues of other machines were left out of this build.
    #[error("{address}: this build knows no queues of other machines (feature `nats`)")]
    NotBuilt {
        /// The address that was asked for.
        address: String,
    },
    /// It is no address of a server.
    #[error(
        "the address of the queue: expected nats://HOST:PORT or tls://HOST:PORT, with USER:PASSWORD@ \
         before the host where the server wants them: {0}"
    )]
    Address(&'static str),
    /// A file of credentials or certificates cannot be used.
    #[error("{path}: {problem}")]
    Credentials {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// There is no server at the address.
    #[error("{address}: no NATS server can be reached there: {problem}")]
    Unreachable {
        /// Where it should be.
        address: String,
        /// What was reported.
        problem: String,
    },
    /// No machine has the name.
    #[error("{address}: there is no host of this name: {problem}")]
    UnknownHost {
        /// Where it should be.
        address: String,
        /// What the resolver reported.
        problem: String,
    },
    /// The server lets nobody in with these credentials.
    #[error("{address}: the server refuses the user, the password or the credentials")]
    Refused {
        /// Where it is.
        address: String,
    },
    /// No encrypted connection could be made.
    #[error("{address}: the server's certificate is not accepted: {problem}")]
    Certificate {
        /// Where it is.
        address: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The server refused something.
    #[error("{address}: {doing}: {problem}")]
    Server {
        /// Where it is.
        address: String,
        /// What was attempted.
        doing: &'static str,
        /// What was reported.
        problem: String,
    },
    /// The system gives no threads or sockets.
    #[error("no runtime for the connection: {0}")]
    Runtime(#[from] std::io::Error),
}
