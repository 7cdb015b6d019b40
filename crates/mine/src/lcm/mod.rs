//! Closed frequent patterns by prefix-preserving closure extension (LCM).

mod dense;
mod gather;
mod reach;
mod sparse;
mod tasks;
#[cfg(test)]
mod tests;
mod worker;

pub use gather::{CountGather, Gather, Ordered, OrderedSink, PatternFormat};
pub(crate) use reach::Need;

use crate::bits::{Count, Isa};
use crate::measure::{Filter, ReadyFilter};
use crate::pattern::Sink;
use crate::table::{Table, TableError};
use reach::Reach;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tasks::{Layout, Root, Task};
use thiserror::Error;
use worker::Worker;

/// What to mine.
///
/// | parameter | meaning | default |
/// |---|---|---|
/// | `min_support` | the least number of rows a pattern must hold in | – |
/// | `filter` | what counts must say about the label | everything passes |
/// | `threads` | how many threads search | 1 |
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MineParams {
    /// The least number of rows a pattern must hold in.
    pub min_support: u32,
    /// Which patterns are handed over.
    pub filter: Filter,
    /// How many threads search. The result does not depend on it.
    pub threads: NonZeroUsize,
}

impl MineParams {
    /// One thread, no filter.
    pub fn new(min_support: u32) -> MineParams {
        MineParams { min_support, filter: Filter::default(), threads: NonZeroUsize::MIN }
    }
}

/// Why nothing was mined.
#[derive(Debug, Error)]
pub enum MineError {
    /// Every set of items would be frequent.
    #[error("the minimum support is 0; it must be at least 1")]
    SupportZero,
    /// No pattern can hold in that many rows.
    #[error("the minimum support is {min_support}, but there are only {rows} rows")]
    SupportAboveRows {
        /// What was asked for.
        min_support: u32,
        /// What there is.
        rows: usize,
    },
    /// A limit of the filter is not a number or below 0.
    #[error("the filter's {name} is {value}; it must be a number from 0 up")]
    BadFilter {
        /// Which limit.
        name: &'static str,
        /// What it is.
        value: f64,
    },
    /// A filter needs labels of two classes.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Patterns could not be written.
    #[error("patterns could not be written: {0}")]
    Write(#[from] std::io::Error),
    /// The caller asked to stop.
    #[error("stopped before the end")]
    Stopped,
}

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Tasks finished.
    pub done: usize,
    /// Tasks in all.
    pub tasks: usize,
    /// Patterns met in them, kept or not. Where no pattern can pass the
    /// filter none are met.
    pub met: u64,
}

/// A table made ready for mining: its root and the tasks below it.
///
/// Tasks are the same wherever they are made from the same table and the
/// same parameters, so they can be searched on any machine, by number.
///
/// ```
/// use fuda_mine::{MineParams, OwnedPattern, Plan, Table};
/// let rows: [&[u32]; 6] =
///     [&[1, 2, 5, 6, 7, 9], &[2, 3, 4, 5], &[2], &[1, 2, 7, 8, 9], &[1, 7, 9], &[2, 7, 9]];
/// let table = Table::new(rows, None)?;
/// let plan = Plan::new(&table, &MineParams::new(3))?;
/// let mut patterns: Vec<OwnedPattern> = Vec::new();
/// plan.run_all(&mut patterns);
/// let mut items: Vec<_> = patterns.into_iter().map(|pattern| pattern.items).collect();
/// items.sort();
/// assert_eq!(items, [vec![], vec![1, 7, 9], vec![2], vec![2, 7, 9], vec![7, 9]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    root: Root,
    tasks: Vec<Task>,
    reach: Reach,
    filter: Option<ReadyFilter>,
    isa: Isa,
}

impl Plan {
    /// Checks the parameters and prepares the search.
    pub fn new(table: &Table, params: &MineParams) -> Result<Plan, MineError> {
        Plan::with_layout(table, params, Isa::best(), Layout::ByDensity)
    }

    fn with_layout(
        table: &Table,
        params: &MineParams,
        isa: Isa,
        layout: Layout,
    ) -> Result<Plan, MineError> {
        let MineParams { min_support, filter, .. } = *params;
        if min_support == 0 {
            return Err(MineError::SupportZero);
        }
        if min_support as usize > table.rows() {
            return Err(MineError::SupportAboveRows { min_support, rows: table.rows() });
        }
        let limits = [
            ("largest entropy", filter.max_entropy),
            ("least information gain", filter.min_gain),
            ("least chi-square", filter.min_chi_square),
        ];
        for (name, value) in limits {
            if let Some(value) = value
                && !(value.is_finite() && value >= 0.0)
            {
                return Err(MineError::BadFilter { name, value });
            }
        }
        let ready = if filter.is_open() {
            None
        } else {
            table.two_classes()?;
            let all = Count::new(table.rows() as u32, table.positives() as u32);
            Some(ReadyFilter::new(&filter, all))
        };
        let reach = Reach::new(min_support, ready.as_ref());
        let root = Root::new(table, &reach, isa, layout);
        let tasks = root.tasks(&reach);
        Ok(Plan { root, tasks, reach, filter: ready, isa })
    }

    /// How many tasks there are.
    pub fn tasks(&self) -> usize {
        self.tasks.len()
    }

    fn worker<S: Sink>(&self, sink: S) -> Worker<'_, S> {
        Worker::new(self.isa, &self.reach, self.filter.as_ref(), &self.root, sink)
    }

    /// Searches everything in this thread; returns how many patterns were
    /// met, kept or not.
    pub fn run_all(&self, sink: &mut impl Sink) -> u64 {
        let mut worker = self.worker(sink);
        for task in &self.tasks {
            worker.run(&self.root, task);
        }
        worker.met
    }

    /// Searches one task by its number; returns how many patterns were met,
    /// kept or not.
    ///
    /// # Panics
    /// When there is no such task.
    pub fn run_task(&self, task: usize, sink: &mut impl Sink) -> u64 {
        let mut worker = self.worker(sink);
        worker.run(&self.root, &self.tasks[task]);
        worker.met
    }

    /// Searches everything with some threads. Tasks are taken in order, each
    /// by the next free thread; `progress` hears of each one finished and may
    /// stop the run.
    pub fn run<G: Gather>(
        &self,
        threads: NonZeroUsize,
        gather: &G,
        progress: &(dyn Fn(Progress) -> ControlFlow<()> + Sync),
    ) -> Result<u64, MineError> {
        let next = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        let state = Mutex::new((Progress { done: 0, tasks: self.tasks.len(), met: 0 }, Ok(())));
        let work = || {
            let mut worker = self.worker(None::<G::Sink<'_>>);
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(task) = self.tasks.get(number) else { break };
                if stop.load(Ordering::Relaxed) {
                    // Whoever waits for this task's turn must not wait for ever.
                    gather.abandon();
                    break;
                }
                worker.sink = Some(gather.open(number));
                let before = worker.met;
                worker.run(&self.root, task);
                let closed = worker.sink.take().map_or(Ok(()), |sink| gather.close(number, sink));
                let mut state = state.lock().unwrap_or_else(|poison| poison.into_inner());
                state.0.done += 1;
                state.0.met += worker.met - before;
                if let Err(error) = closed {
                    stop.store(true, Ordering::Relaxed);
                    gather.abandon();
                    if state.1.is_ok() {
                        state.1 = Err(MineError::Write(error));
                    }
                } else if progress(state.0).is_break() && state.0.done < self.tasks.len() {
                    stop.store(true, Ordering::Relaxed);
                    gather.abandon();
                    if state.1.is_ok() {
                        state.1 = Err(MineError::Stopped);
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.get() {
                scope.spawn(work);
            }
            work();
        });
        let (progress, outcome) = state.into_inner().unwrap_or_else(|poison| poison.into_inner());
        outcome.map(|()| progress.met)
    }
}

impl<S: Sink> Sink for Option<S> {
    #[inline]
    fn pattern(&mut self, pattern: crate::pattern::Pattern<'_>) {
        if let Some(sink) = self {
            sink.pattern(pattern);
        }
    }
}

impl<S: Sink> Sink for &mut S {
    #[inline]
    fn pattern(&mut self, pattern: crate::pattern::Pattern<'_>) {
        (**self).pattern(pattern);
    }
}

/// Counts the closed patterns of a table that pass the filter.
pub fn count_patterns(table: &Table, params: &MineParams) -> Result<u64, MineError> {
    let plan = Plan::new(table, params)?;
    let gather = CountGather::default();
    plan.run(params.threads, &gather, &|_| ControlFlow::Continue(()))?;
    Ok(gather.patterns())
}
