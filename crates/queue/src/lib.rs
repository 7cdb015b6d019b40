//! Tasks by number, run by threads of this process or by any number of
//! machines.
//!
//! **What.** A job is some data and a number of tasks over it. Whoever has the
//! data can run any of the tasks and gets the same bytes. A [`WorkQueue`]
//! runs all tasks of a job and hands over each result once, in any order.
//!
//! **Why.** The search trees of mining, the games of a match, the sets of a
//! divided selection: all fall apart into tasks that know nothing of each
//! other. One trait serves them all, on two engines.
//!
//! | type | what it is |
//! |---|---|
//! | [`JobKind`] | makes a job from data; a worker knows several by name |
//! | [`Job`] | runs a task by its number |
//! | [`WorkQueue`] | runs a whole job |
//! | [`Threads`] | the engine of this process: needs nothing else |
//! | `Nats` | the engine of many machines, over NATS JetStream (feature `nats`) |
//! | `Worker` | works on what a `Nats` queue holds, for any submitter (feature `nats`) |
//! | [`Results`] | puts results together as they come from workers |
//! | [`open_queue`] | the queue at an address |
//!
//! ```
//! use fuda_queue::{Job, JobKind, Threads, Work, WorkQueue};
//! use std::ops::ControlFlow;
//!
//! /// Task `n` of this job is the data `n` times.
//! struct Repeat;
//! struct Repeated(Vec<u8>);
//! impl JobKind for Repeat {
//!     fn name(&self) -> &str {
//!         "repeat"
//!     }
//!     fn open(&self, data: &[u8]) -> Result<Box<dyn Job>, String> {
//!         Ok(Box::new(Repeated(data.to_vec())))
//!     }
//! }
//! impl Job for Repeated {
//!     fn run(&self, task: u64) -> Result<Vec<u8>, String> {
//!         Ok(self.0.repeat(task as usize))
//!     }
//! }
//!
//! let queue = Threads::new(2.try_into()?);
//! let mut results = vec![Vec::new(); 3];
//! queue.run(&Work { kind: &Repeat, data: b"ab", tasks: 3 }, &mut |task, bytes| {
//!     results[task as usize] = bytes;
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(results, [b"".to_vec(), b"ab".to_vec(), b"abab".to_vec()]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **How it works.** Over NATS a job has a stream of its own for its data and
//! its results; the tasks of all jobs wait in one work-queue stream. A worker
//! takes a task, says every few seconds that it is still at it, publishes the
//! result, and only when the server has that, acknowledges the task. A worker
//! that dies acknowledges nothing, so the task goes to another one; a result
//! that comes twice is the same twice, and the submitter takes the first.
//!
//! **Sources.** <https://docs.nats.io/nats-concepts/jetstream>.

#[cfg(feature = "nats")]
mod nats;
mod results;
mod threads;

#[cfg(feature = "nats")]
pub use nats::{Nats, Worker, WorkerReport};
pub use results::{MOST_PARTS, ResultError, ResultHead, Results};
pub use threads::Threads;

use std::ops::ControlFlow;
use thiserror::Error;

/// Runs tasks over the data it was made from.
pub trait Job: Send + Sync {
    /// Runs a task: the same bytes wherever and however often it is run.
    fn run(&self, task: u64) -> Result<Vec<u8>, String>;
}

/// Makes jobs of one kind from their data.
pub trait JobKind: Send + Sync {
    /// The name by which workers know it.
    fn name(&self) -> &str;

    /// Makes a job.
    fn open(&self, data: &[u8]) -> Result<Box<dyn Job>, String>;
}

/// A job to be done.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// What kind of job.
    pub kind: &'a dyn JobKind,
    /// Its data.
    pub data: &'a [u8],
    /// Its tasks are numbered from 0 up to this.
    pub tasks: u64,
}

/// Takes the result of each task, in any order, each once; may stop the run.
pub type Collect<'a> = &'a mut dyn FnMut(u64, Vec<u8>) -> ControlFlow<()>;

/// Runs all tasks of a job.
pub trait WorkQueue {
    /// Runs all tasks and hands over their results.
    fn run(&self, work: &Work<'_>, collect: Collect<'_>) -> Result<(), QueueError>;
}

/// The queue at an address such as `nats://127.0.0.1:4222`.
pub fn open_queue(address: &str) -> Result<Box<dyn WorkQueue>, QueueError> {
    #[cfg(feature = "nats")]
    {
        Ok(Box::new(Nats::new(address)))
    }
    #[cfg(not(feature = "nats"))]
    {
        Err(QueueError::NotBuilt { address: address.to_owned() })
    }
}

/// Why a job did not come to its end.
#[derive(Debug, Error)]
pub enum QueueError {
    /// The data makes no job.
    #[error("the job could not be opened: {0}")]
    Open(String),
    /// A task failed; it would fail everywhere.
    #[error("task {task} failed: {problem}")]
    Task {
        /// Which task.
        task: u64,
        /// What it said.
        problem: String,
    },
    /// The caller asked to stop.
    #[error("stopped before the end")]
    Stopped,
    /// Queues of other machines were left out of this build.
    #[error("{address}: this build knows no queues of other machines (feature `nats`)")]
    NotBuilt {
        /// The address that was asked for.
        address: String,
    },
    /// There is no server at the address.
    #[error("{address}: no NATS server can be reached there: {problem}")]
    Unreachable {
        /// Where it should be.
        address: String,
        /// What was said.
        problem: String,
    },
    /// The server refused something.
    #[error("{address}: {doing}: {problem}")]
    Server {
        /// Where it is.
        address: String,
        /// What was attempted.
        doing: &'static str,
        /// What was said.
        problem: String,
    },
    /// The system gives no threads or sockets.
    #[error("no runtime for the connection: {0}")]
    Runtime(#[from] std::io::Error),
}
