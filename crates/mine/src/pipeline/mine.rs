//! Closed patterns of a table, counted or written.

use super::{Listener, PipelineError, Step};
use crate::distributed::{MineKind, TaskResult};
use crate::format::{TextFormat, WordsFormat};
use crate::lcm::{CountGather, Gather, MineError, MineParams, Ordered, Plan, Progress};
use crate::names::ItemNames;
use crate::table::Table;
use fuda_queue::{JobKind, QueueError, Work, WorkQueue};
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

/// What to mine, and by whom.
#[derive(Clone, Copy)]
pub struct Mining<'a> {
    /// The table.
    pub table: &'a Table,
    /// Which patterns, and how many threads search.
    pub params: MineParams,
    /// The queue whose workers search instead.
    pub queue: Option<&'a dyn WorkQueue>,
    /// Follows the progress.
    pub listener: Listener<'a>,
}

/// What was mined.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MineReport {
    /// Rows of the table.
    pub rows: usize,
    /// Different items of the table.
    pub items: usize,
    /// The support asked for.
    pub min_support: u32,
    /// Patterns that passed the filter; the closure of the empty pattern is
    /// one of them.
    pub patterns: u64,
    /// Where there is a filter, patterns that were met, kept or not. That is
    /// fewer than there are: nothing is searched where none can pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub met: Option<u64>,
    /// How long mining took.
    pub seconds: f64,
}

/// Bytes of finished tasks that wait for their turn to be written.
pub(super) const WAITING_BYTES: usize = 64 << 20;

impl Mining<'_> {
    /// Counts the patterns.
    pub fn count(&self) -> Result<MineReport, PipelineError> {
        self.timed(|plan| match self.queue {
            None => {
                let gather = CountGather::default();
                Ok((self.threads(plan, &gather)?, gather.patterns()))
            }
            Some(queue) => self.workers(plan, queue, false, |_, _| Ok(())),
        })
    }

    /// Writes the patterns, one per line, as numbers.
    pub fn write(&self, out: &mut (impl Write + Send)) -> Result<MineReport, PipelineError> {
        let format = TextFormat { labelled: self.table.labels().is_some() };
        self.timed(|plan| match self.queue {
            None => {
                let ordered = Ordered::new(out, format, WAITING_BYTES);
                Ok((self.threads(plan, &ordered)?, ordered.patterns()))
            }
            Some(queue) => {
                let ordered = Ordered::new(out, format, usize::MAX);
                self.workers(plan, queue, true, |task, result| {
                    ordered.add(task, &mut result.text, result.patterns).map_err(MineError::Write)
                })
            }
        })
    }

    /// Writes what the patterns mean, one per line. Searched by threads alone.
    pub fn write_words(
        &self,
        out: &mut (impl Write + Send),
        names: &ItemNames,
    ) -> Result<MineReport, PipelineError> {
        let format = WordsFormat { names, labelled: self.table.labels().is_some() };
        self.timed(|plan| {
            let ordered = Ordered::new(out, format, WAITING_BYTES);
            Ok((self.threads(plan, &ordered)?, ordered.patterns()))
        })
    }

    /// Does the work, which gives patterns met and kept.
    fn timed(
        &self,
        work: impl FnOnce(&Plan) -> Result<(u64, u64), PipelineError>,
    ) -> Result<MineReport, PipelineError> {
        let start = Instant::now();
        let (met, patterns) = work(&Plan::new(self.table, &self.params)?)?;
        Ok(MineReport {
            rows: self.table.rows(),
            items: self.table.columns(),
            min_support: self.params.min_support,
            patterns,
            met: (!self.params.filter.is_open()).then_some(met),
            seconds: start.elapsed().as_secs_f64(),
        })
    }

    /// Searches with the threads of this process; gives the patterns met.
    fn threads<G: Gather>(&self, plan: &Plan, gather: &G) -> Result<u64, PipelineError> {
        let progress = |progress| (self.listener)(Step::Mining(progress));
        Ok(plan.run(self.params.threads, gather, &progress)?)
    }

    /// Has workers search; gives patterns met and kept.
    fn workers(
        &self,
        plan: &Plan,
        queue: &dyn WorkQueue,
        write: bool,
        mut take: impl FnMut(usize, &mut TaskResult) -> Result<(), MineError>,
    ) -> Result<(u64, u64), PipelineError> {
        let data = MineKind::data(self.table, &self.params, write).map_err(MineError::Write)?;
        let work = Work::all(MineKind.name(), &data, plan.tasks() as u64);
        let mut progress = Progress { done: 0, tasks: plan.tasks(), met: 0 };
        let mut patterns = 0;
        let mut problem = None;
        let outcome = queue.run(&work, &mut |first, results| {
            for (task, bytes) in (first..).zip(results) {
                let Some(mut result) = TaskResult::from_bytes(bytes) else {
                    problem = Some(PipelineError::Request(format!(
                        "the result of task {task} is not that of a mining task"
                    )));
                    return ControlFlow::Break(());
                };
                progress.done += 1;
                progress.met += result.met;
                patterns += result.patterns;
                if let Err(error) = take(task as usize, &mut result) {
                    problem = Some(error.into());
                    return ControlFlow::Break(());
                }
            }
            (self.listener)(Step::Mining(progress))
        });
        match (problem, outcome) {
            (Some(problem), _) => Err(problem),
            (None, Err(QueueError::Stopped)) => Err(MineError::Stopped.into()),
            (None, Err(error)) => Err(error.into()),
            (None, Ok(())) => Ok((progress.met, patterns)),
        }
    }
}
