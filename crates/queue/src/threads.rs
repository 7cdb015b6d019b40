//! The engine of this process.

use crate::{Collect, QueueError, Work, WorkQueue};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

/// Runs tasks on threads of this process, in order, each on the next free one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threads {
    threads: NonZeroUsize,
}

impl Threads {
    /// So many threads.
    pub fn new(threads: NonZeroUsize) -> Threads {
        Threads { threads }
    }
}

impl WorkQueue for Threads {
    fn run(&self, work: &Work<'_>, collect: Collect<'_>) -> Result<(), QueueError> {
        let job = work.kind.open(work.data).map_err(QueueError::Open)?;
        let job = &*job;
        let next = &AtomicU64::new(0);
        // A short channel: results wait for the collector, not in memory.
        let (sender, receiver) = mpsc::sync_channel(self.threads.get());
        let tasks = work.tasks;
        std::thread::scope(|scope| {
            for _ in 0..self.threads.get() {
                let sender = sender.clone();
                scope.spawn(move || {
                    loop {
                        let task = next.fetch_add(1, Ordering::Relaxed);
                        if task >= tasks || sender.send((task, job.run(task))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            // The receiver goes out of scope on the way out, which lets the
            // threads go.
            for (task, result) in receiver {
                let bytes = result.map_err(|problem| QueueError::Task { task, problem })?;
                if collect(task, bytes).is_break() {
                    return Err(QueueError::Stopped);
                }
            }
            Ok(())
        })
    }
}
