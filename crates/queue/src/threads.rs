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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Job, JobKind};
    use std::ops::ControlFlow;

    /// Task `n` gives `n`, except 13, which fails.
    struct Unlucky;

    impl JobKind for Unlucky {
        fn name(&self) -> &str {
            "unlucky"
        }

        fn open(&self, data: &[u8]) -> Result<Box<dyn Job>, String> {
            if data.is_empty() { Ok(Box::new(Unlucky)) } else { Err("no data wanted".into()) }
        }
    }

    impl Job for Unlucky {
        fn run(&self, task: u64) -> Result<Vec<u8>, String> {
            if task == 13 { Err("thirteen".into()) } else { Ok(task.to_le_bytes().to_vec()) }
        }
    }

    fn run(tasks: u64, data: &[u8], collect: Collect<'_>) -> Result<(), QueueError> {
        let queue = Threads::new(NonZeroUsize::new(3).unwrap());
        queue.run(&Work { kind: &Unlucky, data, tasks }, collect)
    }

    #[test]
    fn every_task_comes_once() {
        let mut come = [0; 13];
        run(13, b"", &mut |task, bytes| {
            assert_eq!(bytes, task.to_le_bytes());
            come[task as usize] += 1;
            ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!(come, [1; 13]);
    }

    #[test]
    fn failures_and_stops_end_the_run() {
        let go = &mut |_, _| ControlFlow::Continue(());
        assert!(matches!(run(40, b"", go), Err(QueueError::Task { task: 13, .. })));
        assert!(matches!(run(5, b"x", go), Err(QueueError::Open(_))));
        let stop = &mut |_, _| ControlFlow::Break(());
        assert!(matches!(run(5, b"", stop), Err(QueueError::Stopped)));
    }
}
