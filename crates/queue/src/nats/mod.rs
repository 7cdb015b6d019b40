//! The engine of many machines, over NATS JetStream.

mod admin;
mod cache;
mod connect;
mod drive;
mod job_loop;
mod names;
mod server;
mod submit;
mod wire;
mod worker;

pub use admin::{Admin, JobReport, ServerReport};
pub use cache::Cache;
pub use submit::{Nats, Notice};
pub use wire::WorkerInfo;
pub use worker::{Worker, WorkerEvent, WorkerReport};

use std::time::Duration;

/// Messages stay well below the server's usual limit of a mebibyte.
const PART: usize = 512 << 10;

/// The longest description that travels in a message.
const LONGEST_SPEC: usize = 512 << 10;

/// How long the server waits for a word from a worker before a group of tasks
/// goes to another one.
const ACK_WAIT: Duration = Duration::from_secs(6);

/// How often a worker reports that it is still at it.
const STILL_AT_IT: Duration = Duration::from_secs(2);

/// How often a submitter calls the workers.
const CALL: Duration = Duration::from_secs(1);

/// How long a submitter that does not call is waited for.
const SILENCE: Duration = Duration::from_secs(20);

/// How often a group may be delivered: after so many crashes it is set aside.
const DELIVERIES: i64 = 3;

/// After so many groups set aside the job itself is taken for the cause.
const MOST_SET_ASIDE: usize = 3;

/// How long to wait before something is tried again.
const PAUSE: Duration = Duration::from_millis(300);

/// How often a stream may be missing before it is taken for gone: a server
/// that starts again does not know its streams at once.
const STREAM_MISSING: u32 = 10;

/// How long cleaning up may take.
const CLEANING: Duration = Duration::from_secs(5);
