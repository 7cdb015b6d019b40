//! `fuda mine`: closed patterns of a table, counted or written.

use super::{CommandError, Listener, Step, WholeFile};
use crate::format::TextFormat;
use crate::input::read_table;
use crate::lcm::{CountGather, MineError, MineParams, Ordered, Plan};
use crate::measure::Filter;
use serde::Serialize;
use std::num::NonZeroUsize;
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
    /// Patterns before the filter, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<u64>,
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
    let progress = |progress| listener(Step::Mining(progress));
    let (found, patterns) = match &args.out {
        None => {
            let gather = CountGather::default();
            (plan.run(args.threads, &gather, &progress)?, gather.patterns())
        }
        Some(path) => {
            let mut file = WholeFile::create(path)?;
            let format = TextFormat { labelled: table.labels().is_some() };
            let ordered = Ordered::new(&mut file.out, format, WAITING_BYTES);
            let outcome = plan.run(args.threads, &ordered, &progress);
            let patterns = ordered.patterns();
            drop(ordered);
            let found = outcome.map_err(|error| match error {
                MineError::Write(source) => file.error(source),
                error => error.into(),
            })?;
            file.finish()?;
            (found, patterns)
        }
    };
    Ok(MineReport {
        rows: table.rows(),
        items: table.columns(),
        min_support: args.min_support,
        patterns,
        found: (!args.filter.is_open()).then_some(found),
        seconds: start.elapsed().as_secs_f64(),
    })
}
