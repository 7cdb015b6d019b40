//! The queue of a command, over NATS.

use super::version;
use crate::{interrupt, screen};
use fuda_queue::{Collect, Connection, Nats, Notice, QueueError, Work, WorkQueue};
use std::sync::OnceLock;

/// The queue of this command, if it has one.
static QUEUE: OnceLock<Queue> = OnceLock::new();

pub(super) fn open(connection: Connection) -> Result<&'static dyn WorkQueue, QueueError> {
    let queue = Nats::new(connection, &version()).notify(show);
    queue.check()?;
    Ok(QUEUE.get_or_init(|| Queue(queue)))
}

pub(super) fn close() {
    if let Some(Queue(queue)) = QUEUE.get() {
        queue.close();
    }
}

/// Tasks go to the workers; Ctrl-C ends the job first, so that nothing of it
/// stays behind.
struct Queue(Nats);

impl WorkQueue for Queue {
    fn run(&self, work: &Work<'_>, collect: Collect<'_>) -> Result<(), QueueError> {
        interrupt::while_others_work(|stop| {
            let work = Work { stop: Some(work.stop.unwrap_or(stop)), ..work.clone() };
            self.0.run(&work, collect)
        })
    }
}

/// Shows what happens at the workers.
fn show(notice: Notice) {
    let many = |number: usize, what: &str| match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    };
    match notice {
        Notice::Workers { workers: 0, .. } => screen::show_workers(", no workers"),
        Notice::Workers { workers, threads } => screen::show_workers(&format!(
            ", {} with {}",
            many(workers, "worker"),
            many(threads, "thread")
        )),
        Notice::Nobody { waited } => screen::remark(&format!(
            "no worker has come for {} s: start some with `fuda worker ADDRESS`; Ctrl-C ends this \
             command",
            waited.as_secs()
        )),
        Notice::Refused { host, reason } => screen::remark(&screen::tame(&format!(
            "a worker at {host} leaves this job to others: {reason}"
        ))),
        Notice::SetAside { first, count } => screen::remark(&format!(
            "tasks {first} to {} crashed three workers and were set aside",
            first + count - 1
        )),
    }
}
