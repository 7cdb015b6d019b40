//! The engine of this process.

use crate::error::QueueError;
use crate::work::{Collect, JobKind, Work, WorkQueue};
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

/// Runs tasks on threads of this process, in order, each on the next free one.
pub struct Threads {
    threads: NonZeroUsize,
    kinds: Vec<Box<dyn JobKind>>,
}

impl Threads {
    /// So many threads that know these kinds of jobs.
    pub fn new(threads: NonZeroUsize, kinds: Vec<Box<dyn JobKind>>) -> Threads {
        Threads { threads, kinds }
    }
}

impl WorkQueue for Threads {
    fn run(&self, work: &Work<'_>, collect: Collect<'_>) -> Result<(), QueueError> {
        let kind = self.kinds.iter().find(|kind| kind.name() == work.kind);
        let kind = kind
            .ok_or_else(|| QueueError::Open(format!("there is no kind of job `{}`", work.kind)))?;
        let job = kind.open(work.data).map_err(QueueError::Open)?;
        let job = &*job;
        let next = &Mutex::new(work.tasks.iter().cloned().flatten());
        let failed = &AtomicBool::new(false);
        // A short channel: results wait for the collector, not in memory.
        let (sender, receiver) = mpsc::sync_channel(self.threads.get());
        std::thread::scope(|scope| {
            for _ in 0..self.threads.get() {
                let sender = sender.clone();
                scope.spawn(move || {
                    let mut run = job.runner();
                    while !failed.load(Ordering::Relaxed) {
                        let task = next.lock().unwrap_or_else(|e| e.into_inner()).next();
                        let Some(task) = task else { break };
                        let result = run(task);
                        failed.fetch_or(result.is_err(), Ordering::Relaxed);
                        if sender.send((task, result)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            // The receiver goes out of scope on the way out, which lets the
            // threads go.
            let mut failure: Option<(u64, String)> = None;
            for (task, result) in receiver {
                let stopped = work.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
                match result {
                    Ok(bytes) => {
                        if stopped || collect(task, vec![bytes]).is_break() {
                            failed.store(true, Ordering::Relaxed);
                            return Err(QueueError::Stopped);
                        }
                    }
                    Err(problem) if failure.as_ref().is_none_or(|(lowest, _)| task < *lowest) => {
                        failure = Some((task, problem));
                    }
                    Err(_) => {}
                }
            }
            match failure {
                Some((task, problem)) => Err(QueueError::Task { task, problem }),
                None => Ok(()),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Job, JobData, Runner};
    use std::ops::ControlFlow;

    /// Task `n` gives `n`, except 13 and 14, which fail.
    struct Unlucky;

    impl JobKind for Unlucky {
        fn name(&self) -> &str {
            "unlucky"
        }

        fn open(&self, data: &JobData) -> Result<Box<dyn Job>, String> {
            if data.spec.is_empty() { Ok(Box::new(Unlucky)) } else { Err("no data wanted".into()) }
        }
    }

    impl Job for Unlucky {
        fn runner(&self) -> Runner<'_> {
            Box::new(|task| match task {
                13 | 14 => Err(format!("{task} is unlucky")),
                _ => Ok(task.to_le_bytes().to_vec()),
            })
        }
    }

    fn run(tasks: u64, spec: &str, collect: Collect<'_>) -> Result<(), QueueError> {
        let queue = Threads::new(NonZeroUsize::new(3).unwrap(), vec![Box::new(Unlucky)]);
        queue.run(&Work::all("unlucky", &JobData::new(spec), tasks), collect)
    }

    #[test]
    fn every_task_comes_once() {
        let mut come = [0; 13];
        run(13, "", &mut |task, results| {
            assert_eq!(results, [task.to_le_bytes()]);
            come[task as usize] += 1;
            ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!(come, [1; 13]);
    }

    #[test]
    fn failures_and_stops_end_the_run() {
        let go = &mut |_, _| ControlFlow::Continue(());
        assert!(matches!(run(40, "", go), Err(QueueError::Task { task: 13, .. })));
        assert!(matches!(run(5, "x", go), Err(QueueError::Open(_))));
        let stop = &mut |_, _| ControlFlow::Break(());
        assert!(matches!(run(5, "", stop), Err(QueueError::Stopped)));
    }
}
