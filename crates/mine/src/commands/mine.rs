//! `fuda mine`: closed patterns of a table, counted or written.

use super::{CommandError, Listener, Step, WholeFile};
use crate::distributed::{MineKind, TaskResult};
use crate::format::TextFormat;
use crate::input::read_table;
use crate::lcm::{CountGather, Gather, MineError, MineParams, Ordered, Plan, Progress};
use crate::measure::Filter;
use crate::table::Table;
use fuda_queue::{QueueError, Work, open_queue};
use serde::Serialize;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

/// What to mine, and where the patterns go.
#[derive(Clone, PartialEq, Debug)]
pub struct MineArgs {
    /// The table: FIMI, svmlight or a position set, plain or gzipped.
    pub file: PathBuf,
    /// A file of labels, one a line, if the table carries none.
    pub labels: Option<PathBuf>,
    /// The least number of rows a pattern must hold in.
    pub min_support: u32,
    /// Which patterns are kept.
    pub filter: Filter,
    /// Where patterns are written, one a line; without it they are counted.
    pub out: Option<PathBuf>,
    /// How many threads search.
    pub threads: NonZeroUsize,
    /// The address of a NATS server whose workers search instead, such as
    /// `nats://127.0.0.1:4222`.
    pub queue: Option<String>,
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
    /// How long mining took, reading not counted.
    pub seconds: f64,
}

/// Bytes of finished tasks that wait for their turn to be written.
const WAITING_BYTES: usize = 64 << 20;

/// Mines.
pub fn run_mine(args: &MineArgs, listener: Listener<'_>) -> Result<MineReport, CommandError> {
    let table = read_table(&args.file, args.labels.as_deref())?;
    let params =
        MineParams { min_support: args.min_support, filter: args.filter, threads: args.threads };
    let start = Instant::now();
    let plan = Plan::new(&table, &params)?;
    let run = Run { args, plan: &plan, table: &table, params: &params, listener };
    let (met, patterns) = match &args.out {
        None => {
            let gather = CountGather::default();
            match &args.queue {
                None => (run.threads(&gather)?, gather.patterns()),
                Some(address) => run.queue(address, |_, _| Ok(()))?,
            }
        }
        Some(path) => {
            let mut file = WholeFile::create(path)?;
            let format = TextFormat { labelled: table.labels().is_some() };
            let waiting = if args.queue.is_some() { usize::MAX } else { WAITING_BYTES };
            let ordered = Ordered::new(&mut file.out, format, waiting);
            let outcome = match &args.queue {
                None => run.threads(&ordered).map(|met| (met, ordered.patterns())),
                Some(address) => run.queue(address, |task, result| {
                    ordered.add(task, &mut result.text, result.patterns).map_err(MineError::Write)
                }),
            };
            drop(ordered);
            let counts = outcome.map_err(|error| match error {
                CommandError::Mine(MineError::Write(source)) => file.error(source),
                error => error,
            })?;
            file.finish()?;
            counts
        }
    };
    Ok(MineReport {
        rows: table.rows(),
        items: table.columns(),
        min_support: args.min_support,
        patterns,
        met: (!args.filter.is_open()).then_some(met),
        seconds: start.elapsed().as_secs_f64(),
    })
}

struct Run<'a> {
    args: &'a MineArgs,
    plan: &'a Plan,
    table: &'a Table,
    params: &'a MineParams,
    listener: Listener<'a>,
}

impl Run<'_> {
    /// Searches with the threads of this process.
    fn threads<G: Gather>(&self, gather: &G) -> Result<u64, CommandError> {
        let progress = |progress| (self.listener)(Step::Mining(progress));
        Ok(self.plan.run(self.args.threads, gather, &progress)?)
    }

    /// Has workers search; returns patterns met and kept.
    fn queue(
        &self,
        address: &str,
        mut take: impl FnMut(usize, &mut TaskResult) -> Result<(), MineError>,
    ) -> Result<(u64, u64), CommandError> {
        let data = MineKind::data(self.table, self.params, self.args.out.is_some())
            .map_err(MineError::Write)?;
        let work = Work { kind: &MineKind, data: &data, tasks: self.plan.tasks() as u64 };
        let mut progress = Progress { done: 0, tasks: self.plan.tasks(), met: 0 };
        let mut patterns = 0;
        let mut problem = None;
        let outcome = open_queue(address)?.run(&work, &mut |task, bytes| {
            let Some(mut result) = TaskResult::from_bytes(bytes) else {
                problem = Some(CommandError::Arguments(format!(
                    "{address}: the result of task {task} is not that of a mining task"
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
