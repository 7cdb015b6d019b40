//! Numbered work by threads or by workers, written once for both.

use crate::data::JobData;
use crate::error::QueueError;
use crate::work::{Job, Runner, Work, WorkQueue};
use fuda_core::try_in_order_with;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::marker::PhantomData;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

/// A job that the workers of a queue can do: they make it again from its kind
/// and its data.
#[derive(Clone, Copy)]
pub struct Remote<'a> {
    /// Who does it.
    pub queue: &'a dyn WorkQueue,
    /// The name of its kind.
    pub kind: &'a str,
    /// Its description and data.
    pub data: &'a JobData,
    /// Raised when everything is to end soon.
    pub stop: Option<&'a AtomicBool>,
}

impl Remote<'_> {
    /// Has the workers run tasks, whose results are read as JSON.
    pub fn run<T: DeserializeOwned>(
        &self,
        tasks: Vec<Range<u64>>,
        collect: &mut dyn FnMut(u64, T) -> ControlFlow<()>,
    ) -> Result<(), QueueError> {
        let Remote { queue, kind, data, stop } = *self;
        let mut problem = None;
        let outcome = queue.run(&Work { kind, data, tasks, stop }, &mut |first, results| {
            for (task, bytes) in (first..).zip(results) {
                match serde_json::from_slice(&bytes) {
                    Ok(result) => {
                        if collect(task, result).is_break() {
                            return ControlFlow::Break(());
                        }
                    }
                    Err(e) => {
                        problem = Some(format!("the result of task {task} of `{kind}`: {e}"));
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(())
        });
        match problem {
            Some(problem) => Err(QueueError::Open(problem)),
            None => outcome,
        }
    }
}

/// Does numbered work and gives its results in order: by threads, or where
/// there is a remote job by its workers, whose task of a number is this work
/// ([`job_of`]). `done` is called after each.
///
/// `begin` makes what a thread keeps from one piece of work to the next; no
/// result may depend on it. Of work that fails, the error of the lowest number
/// is given.
pub fn in_order<S, T, E>(
    count: usize,
    threads: usize,
    remote: Option<&Remote<'_>>,
    begin: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, u64) -> Result<T, E> + Sync,
    done: &(dyn Fn() + Sync),
) -> Result<Vec<T>, E>
where
    T: DeserializeOwned + Send,
    E: From<QueueError> + Send,
{
    let Some(remote) = remote else {
        return try_in_order_with(count, threads, begin, |kept, number| {
            let result = work(kept, number as u64)?;
            done();
            Ok(result)
        });
    };
    let mut results: Vec<Option<T>> = (0..count).map(|_| None).collect();
    let all = std::iter::once(0..count as u64).collect();
    remote.run(all, &mut |task, result| {
        results[task as usize] = Some(result);
        done();
        ControlFlow::Continue(())
    })?;
    Ok(results.into_iter().flatten().collect())
}

/// The job whose tasks are this numbered work, with results as JSON.
pub fn job_of<S, T, E>(
    begin: impl Fn() -> S + Send + Sync + 'static,
    work: impl Fn(&mut S, u64) -> Result<T, E> + Send + Sync + 'static,
) -> Box<dyn Job>
where
    S: 'static,
    T: Serialize + 'static,
    E: ToString + 'static,
{
    Box::new(Numbered { begin, work, types: PhantomData::<fn() -> (S, T, E)> })
}

struct Numbered<B, W, P> {
    begin: B,
    work: W,
    types: PhantomData<P>,
}

impl<S, T, E, B, W> Job for Numbered<B, W, fn() -> (S, T, E)>
where
    S: 'static,
    T: Serialize,
    E: ToString,
    B: Fn() -> S + Send + Sync,
    W: Fn(&mut S, u64) -> Result<T, E> + Send + Sync,
{
    fn runner(&self) -> Runner<'_> {
        let mut kept = (self.begin)();
        Box::new(move |task| {
            let result = (self.work)(&mut kept, task).map_err(|e| e.to_string())?;
            serde_json::to_vec(&result).map_err(|e| e.to_string())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{JobKind, Threads};

    struct Squares;

    fn square(number: u64) -> Result<(u64, f64), QueueError> {
        match number {
            0..50 => Ok((number * number, (number as f64).sqrt())),
            task => Err(QueueError::Task { task, problem: format!("{task} is too large") }),
        }
    }

    impl JobKind for Squares {
        fn name(&self) -> &str {
            "squares"
        }

        fn open(&self, _: &JobData) -> Result<Box<dyn Job>, String> {
            Ok(job_of(|| (), |(), number| square(number)))
        }
    }

    #[test]
    fn workers_give_what_threads_give() {
        let queue = Threads::new(2.try_into().unwrap(), vec![Box::new(Squares)]);
        let data = JobData::default();
        let remote = Remote { queue: &queue, kind: "squares", data: &data, stop: None };
        let run =
            |count, remote| in_order(count, 3, remote, || (), |(), number| square(number), &|| {});
        assert_eq!(run(50, None).unwrap(), run(50, Some(&remote)).unwrap());
        let errors = [None, Some(&remote)].map(|remote| run(70, remote).unwrap_err().to_string());
        assert_eq!(errors, ["50 is too large", "50 is too large"]);
    }
}
