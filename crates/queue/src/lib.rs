//! Tasks by number, run by threads of this process or by any number of
//! machines.
//!
//! **What.** A job is a description, some large data and a number of tasks
//! over them. Whoever has the description and the data can run any of the
//! tasks and gets the same bytes. A [`WorkQueue`] runs the tasks of a job and
//! hands over each result once, in any order.
//!
//! **Why.** The games of a match, the decisions a player is asked about, the
//! search trees of mining: all can be cut into independent tasks. One trait
//! serves them all, on two engines.
//!
//! | type | what it is |
//! |---|---|
//! | [`JobKind`] | makes a job from its data; a worker knows several by name |
//! | [`Job`] | runs tasks by their numbers |
//! | [`JobData`] | a description, and [`Blob`]s: models, tables, records |
//! | [`WorkQueue`] | runs the tasks of a [`Work`] |
//! | [`Remote`] | a job that the workers of a queue can do |
//! | [`in_order`] | numbered work by threads or by workers, results in order |
//! | [`Threads`] | the engine of this process: needs nothing else |
//! | [`Connection`] | the address of a server, with what it takes to be let in |
//! | `Nats` | the engine of many machines, over NATS JetStream (feature `nats`) |
//! | `Worker` | works on what `Nats` queues hold, for any submitter (feature `nats`) |
//! | `Admin` | looks at a server's jobs, and removes them (feature `nats`) |
//!
//! ```
//! use fuda_queue::{Job, JobData, JobKind, Runner, Threads, Work, WorkQueue};
//! use std::ops::ControlFlow;
//!
//! /// Task `n` of this job is the description `n` times.
//! struct Repeat;
//! struct Repeated(String);
//! impl JobKind for Repeat {
//!     fn name(&self) -> &str {
//!         "repeat"
//!     }
//!     fn open(&self, data: &JobData) -> Result<Box<dyn Job>, String> {
//!         Ok(Box::new(Repeated(data.spec.clone())))
//!     }
//! }
//! impl Job for Repeated {
//!     fn runner(&self) -> Runner<'_> {
//!         Box::new(|task| Ok(self.0.repeat(task as usize).into_bytes()))
//!     }
//! }
//!
//! let queue = Threads::new(2.try_into()?, vec![Box::new(Repeat)]);
//! let data = JobData::new("ab");
//! let mut results = vec![Vec::new(); 3];
//! queue.run(&Work::all("repeat", &data, 3), &mut |first, found| {
//!     for (task, bytes) in (first as usize..).zip(found) {
//!         results[task] = bytes;
//!     }
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(results, [b"".to_vec(), b"ab".to_vec(), b"abab".to_vec()]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **How it works.** Over NATS a job has a stream of its own, in which its
//! tasks wait and its results come back; large data lies in an object store
//! under the hash of its bytes, and workers keep what they fetched. Tasks that
//! take little time travel in groups. A submitter calls every second, so that
//! workers know of its jobs and it of them. A worker takes a group, reports
//! every few seconds that it is still at it, publishes the results, and only
//! when the server has them, acknowledges the group. A worker that dies
//! acknowledges nothing, so the group goes to another one; a result that comes
//! twice is the same twice, and the submitter takes the first. A group that
//! three workers died over is set aside. When a job ends, in whatever way, its
//! stream and its objects are removed.
//!
//! **Sources.** <https://docs.nats.io/nats-concepts/jetstream>.

mod address;
mod data;
mod error;
mod groups;
mod limits;
#[cfg(feature = "nats")]
mod nats;
mod numbered;
mod results;
mod threads;
mod work;

pub use address::Connection;
pub use data::{Blob, JobData};
pub use error::QueueError;
pub use groups::Groups;
pub use limits::limit_memory;
#[cfg(feature = "nats")]
pub use nats::{
    Admin, Cache, JobReport, Nats, Notice, ServerReport, Worker, WorkerEvent, WorkerInfo,
    WorkerReport,
};
pub use numbered::{Remote, in_order, job_of};
pub use results::{GroupResult, MOST_PARTS, Outcome, ResultHead, Results, pack, unpack};
pub use threads::Threads;
pub use work::{Collect, Job, JobKind, Runner, Work, WorkQueue};
