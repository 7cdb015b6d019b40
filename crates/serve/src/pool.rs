//! A fixed number of threads on which players think, apart from the threads
//! that answer requests.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

type Job = Box<dyn FnOnce() + Send>;

/// Threads with one queue. What is submitted first is begun first; a game
/// takes one move at a time and queues again, so that no game waits for the
/// whole of another.
pub struct Pool {
    shared: Arc<Shared>,
}

struct Shared {
    queue: Mutex<VecDeque<Job>>,
    waiting: Condvar,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, VecDeque<Job>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pool {
    /// Starts the threads. They end with the program.
    pub fn new(threads: usize) -> std::io::Result<Pool> {
        let shared =
            Arc::new(Shared { queue: Mutex::new(VecDeque::new()), waiting: Condvar::new() });
        for number in 0..threads.max(1) {
            let shared = Arc::clone(&shared);
            std::thread::Builder::new().name(format!("think-{number}")).spawn(move || {
                loop {
                    let mut queue = shared.queue();
                    let job = loop {
                        match queue.pop_front() {
                            Some(job) => break job,
                            None => {
                                queue = shared
                                    .waiting
                                    .wait(queue)
                                    .unwrap_or_else(PoisonError::into_inner);
                            }
                        }
                    };
                    drop(queue);
                    // A job that panics has lost its own game, not the thread.
                    let _ = catch_unwind(AssertUnwindSafe(job));
                }
            })?;
        }
        Ok(Pool { shared })
    }

    /// Queues a job.
    pub fn submit(&self, job: impl FnOnce() + Send + 'static) {
        self.shared.queue().push_back(Box::new(job));
        self.shared.waiting.notify_one();
    }

    /// How many jobs wait.
    pub fn waiting(&self) -> usize {
        self.shared.queue().len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn a_panic_does_not_stop_the_pool() {
        let pool = Pool::new(1).unwrap();
        let (tell, heard) = channel();
        pool.submit(|| panic!("on purpose"));
        pool.submit(move || tell.send(7).unwrap());
        assert_eq!(heard.recv_timeout(std::time::Duration::from_secs(20)), Ok(7));
    }
}
