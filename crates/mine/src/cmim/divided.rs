//! CMIM over more patterns than memory holds: dealt at random into sets, the
//! best of each set kept, and again with what is left.

use super::remote::{self, SelectKind};
use super::spill::{Spill, SpilledPattern};
use super::{InformativeFormat, SelectParams, select};
use crate::features::Features;
use crate::table::{Table, TableError};
use fuda_core::{Purpose, Seed};
use fuda_queue::{Blob, JobKind, QueueError, Remote, WorkQueue};
use serde::Serialize;
use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use thiserror::Error;

/// One round: how large the sets are. Memory is this times the rows, in bits,
/// for each thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    /// The number of patterns in a set.
    pub set_size: NonZeroUsize,
}

/// How to divide.
///
/// | parameter | meaning | default (as published) |
/// |---|---|---|
/// | `rounds` | the size of sets, round by round | 2,000 four times, then 10,000 |
/// | `cutoff` | a pattern must give more information than this (bits) beside each kept before | 0.001 |
/// | `seed` | how patterns are dealt into sets | 0 |
/// | `threads` | sets worked on at a time | 1 |
/// | `folder` | where patterns are spilled | the system's |
#[derive(Clone, PartialEq, Debug)]
pub struct Division {
    /// The rounds.
    pub rounds: Vec<Round>,
    /// A pattern must give more bits of information than this.
    pub cutoff: f64,
    /// How patterns are dealt into sets.
    pub seed: Seed,
    /// Sets worked on at a time. The result does not depend on it.
    pub threads: NonZeroUsize,
    /// Where patterns are spilled between rounds.
    pub folder: PathBuf,
}

impl Default for Division {
    fn default() -> Division {
        let round = |size| Round { set_size: NonZeroUsize::new(size).unwrap_or(NonZeroUsize::MIN) };
        Division {
            rounds: [2_000, 2_000, 2_000, 2_000, 10_000].map(round).to_vec(),
            cutoff: 0.001,
            seed: Seed(0),
            threads: NonZeroUsize::MIN,
            folder: std::env::temp_dir(),
        }
    }
}

/// Why nothing was chosen.
#[derive(Debug, Error)]
pub enum SelectError {
    /// Labels of two classes are needed.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Patterns could not be spilled or read back.
    #[error("patterns could not be kept in {folder}: {source}")]
    Spill {
        /// Where.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A pattern has an item that no row of the table has.
    #[error("a pattern has item {0}, which no row of the table has")]
    UnknownItem(u32),
    /// The cut-off is no cut-off.
    #[error("the cut-off is {0}; it must be a number from 0 up")]
    BadCutoff(f64),
    /// There must be something to do.
    #[error("no rounds to divide in")]
    NoRounds,
    /// The caller asked to stop.
    #[error("stopped before the end")]
    Stopped,
    /// The queue of other machines failed.
    #[error(transparent)]
    Queue(QueueError),
}

impl From<QueueError> for SelectError {
    fn from(error: QueueError) -> SelectError {
        match error {
            QueueError::Stopped => SelectError::Stopped,
            other => SelectError::Queue(other),
        }
    }
}

/// What a round did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct RoundReport {
    /// The round, counted from 1.
    pub round: usize,
    /// How many patterns came in: of mined ones those with more information than
    /// the cut-off alone.
    pub came: u64,
    /// How many sets they made.
    pub sets: u64,
    /// How many were kept.
    pub kept: u64,
}

/// What is left after all rounds, with the information of each pattern when it was
/// chosen in the last one.
#[derive(Clone, PartialEq, Debug)]
pub struct Survivors {
    /// The patterns, set by set, in the order of choice.
    pub patterns: Vec<(SpilledPattern, f64)>,
    /// What each round did.
    pub rounds: Vec<RoundReport>,
}

/// How many files patterns are dealt into between rounds, at most.
const MOST_FILES: u64 = 256;

/// Patterns of one file, at about this number a file.
const PATTERNS_A_FILE: u64 = 500_000;

/// Chooses from the spilled patterns of a table in rounds. `progress` hears
/// of every finished set and may stop the run. With a queue its workers choose
/// from the sets, which changes nothing that is chosen.
pub fn select_divided(
    table: &Table,
    spill: Spill,
    division: &Division,
    queue: Option<&dyn WorkQueue>,
    progress: &(dyn Fn(RoundReport) -> ControlFlow<()> + Sync),
) -> Result<Survivors, SelectError> {
    table.two_classes()?;
    if !(division.cutoff.is_finite() && division.cutoff >= 0.0) {
        return Err(SelectError::BadCutoff(division.cutoff));
    }
    if division.rounds.is_empty() {
        return Err(SelectError::NoRounds);
    }
    let items = Features::of_items(table);
    let (rows, positives) = (table.rows() as u32, table.positives() as u32);
    let informative = InformativeFormat::new(rows, positives, division.cutoff);
    let folder = || division.folder.clone();
    let packed = queue.map(|_| remote::table(table)).transpose();
    let packed = packed.map_err(|source| SelectError::Spill { folder: folder(), source })?;
    let workers = queue.zip(packed);
    let run = Run { table, items: &items, division, informative, workers, progress };
    let mut spill = spill;
    let mut reports = Vec::new();
    for (number, round) in division.rounds.iter().enumerate() {
        let last = number + 1 == division.rounds.len();
        let mut kept = Vec::new();
        let next = run.next_spill(number, spill.patterns());
        let mut next = if last { None } else { Some(next?) };
        let report = run.round(number, *round, spill, &mut |pattern, score| {
            match &mut next {
                Some(next) => next.push(&pattern).map_err(|source| run.spill_error(source))?,
                None => kept.push((pattern, score)),
            }
            Ok(())
        })?;
        reports.push(report);
        match next {
            Some(next) => spill = next,
            None => return Ok(Survivors { patterns: kept, rounds: reports }),
        }
    }
    Err(SelectError::NoRounds)
}

struct Run<'a> {
    table: &'a Table,
    items: &'a Features,
    division: &'a Division,
    informative: InformativeFormat,
    /// The queue whose workers choose, and the table for them.
    workers: Option<(&'a dyn WorkQueue, Blob)>,
    progress: &'a (dyn Fn(RoundReport) -> ControlFlow<()> + Sync),
}

type Keep<'k> = dyn FnMut(SpilledPattern, f64) -> Result<(), SelectError> + 'k;

impl Run<'_> {
    fn spill_error(&self, source: io::Error) -> SelectError {
        SelectError::Spill { folder: self.division.folder.clone(), source }
    }

    fn next_spill(&self, round: usize, patterns: u64) -> Result<Spill, SelectError> {
        let files = (patterns / PATTERNS_A_FILE + 1).min(MOST_FILES) as usize;
        let seed = self.division.seed.derive(Purpose::Sample, &[round as u64, 1]);
        Spill::new(&self.division.folder, files, seed).map_err(|source| self.spill_error(source))
    }

    /// A pattern with too little information alone cannot be chosen from any set;
    /// impossible counts are left for the columns to put right.
    fn may_be_chosen(&self, pattern: &SpilledPattern) -> bool {
        let SpilledPattern { support, positives, .. } = *pattern;
        let all = self.items.all();
        support > all.rows()
            || positives > all.positives().min(support)
            || self.informative.holds(support, positives)
    }

    fn round(
        &self,
        number: usize,
        round: Round,
        spill: Spill,
        keep: &mut Keep<'_>,
    ) -> Result<RoundReport, SelectError> {
        let size = round.set_size.get();
        let came = spill.patterns();
        let report = RoundReport { round: number + 1, came, sets: 0, kept: 0 };
        let mut run = SetRun { run: self, report, keep };
        let mut waiting: Vec<SpilledPattern> = Vec::new();
        let seed = self.division.seed.derive(Purpose::Sample, &[number as u64, 2]);
        for patterns in spill.shuffled(seed) {
            let patterns = patterns.map_err(|source| self.spill_error(source))?;
            waiting.extend(patterns.into_iter().filter(|pattern| self.may_be_chosen(pattern)));
            let whole = waiting.len() / size * size;
            let rest = waiting.split_off(whole);
            run.sets(&waiting, size)?;
            waiting = rest;
        }
        run.sets(&waiting, size)?;
        Ok(run.report)
    }
}

/// The patterns of one set that are chosen, in the order of choice.
pub(super) fn choose(
    table: &Table,
    items: &Features,
    cutoff: f64,
    set: &[SpilledPattern],
    features: &mut Features,
) -> Result<Vec<(usize, f64)>, SelectError> {
    features.clear();
    let columns = set.iter().map(|pattern| pattern.columns(table));
    features.push_meets(items, &columns.collect::<Result<Vec<_>, _>>()?);
    let params = SelectParams { cutoff, ..SelectParams::default() };
    let chosen = select(features, &params);
    Ok(chosen.into_iter().map(|chosen| (chosen.feature, chosen.score)).collect())
}

struct SetRun<'a, 'k> {
    run: &'a Run<'a>,
    report: RoundReport,
    keep: &'a mut Keep<'k>,
}

impl SetRun<'_, '_> {
    /// Works on some sets, several at a time, and keeps their best in order.
    fn sets(&mut self, patterns: &[SpilledPattern], size: usize) -> Result<(), SelectError> {
        let sets: Vec<&[SpilledPattern]> = patterns.chunks(size).collect();
        if let Some((queue, table)) = &self.run.workers {
            return self.by_workers(*queue, table, patterns, size);
        }
        let next = AtomicUsize::new(0);
        let results = Mutex::new(Vec::new());
        let report = Mutex::new(self.report);
        let (run, cutoff) = (self.run, self.run.division.cutoff);
        let work = || {
            let mut features = run.items.empty_like();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(set) = sets.get(number) else { break };
                let mut chosen = choose(run.table, run.items, cutoff, set, &mut features);
                let mut report = report.lock().unwrap_or_else(|poison| poison.into_inner());
                report.sets += 1;
                report.kept += chosen.as_ref().map_or(0, Vec::len) as u64;
                if (run.progress)(*report).is_break() {
                    chosen = Err(SelectError::Stopped);
                }
                if chosen.is_err() {
                    next.store(sets.len(), Ordering::Relaxed);
                }
                results.lock().unwrap_or_else(|poison| poison.into_inner()).push((number, chosen));
            }
        };
        let threads = run.division.threads.get().min(sets.len());
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
        self.report = report.into_inner().unwrap_or_else(|poison| poison.into_inner());
        let mut results = results.into_inner().unwrap_or_else(|poison| poison.into_inner());
        results.sort_by_key(|result| result.0);
        for (number, chosen) in results {
            for (pattern, score) in chosen? {
                (self.keep)(sets[number][pattern].clone(), score)?;
            }
        }
        Ok(())
    }

    /// The same by the workers of a queue.
    fn by_workers(
        &mut self,
        queue: &dyn WorkQueue,
        table: &Blob,
        patterns: &[SpilledPattern],
        size: usize,
    ) -> Result<(), SelectError> {
        let sets: Vec<&[SpilledPattern]> = patterns.chunks(size).collect();
        if sets.is_empty() {
            return Ok(());
        }
        let data = remote::data(self.run.table, table, patterns, size, self.run.division.cutoff);
        let data = data.map_err(QueueError::Open)?;
        let remote = Remote { queue, kind: SelectKind.name(), data: &data, stop: None };
        let mut results = vec![Vec::new(); sets.len()];
        let all = std::iter::once(0..sets.len() as u64).collect();
        remote.run(all, &mut |set, chosen: Vec<(usize, f64)>| {
            self.report.sets += 1;
            self.report.kept += chosen.len() as u64;
            results[set as usize] = chosen;
            (self.run.progress)(self.report)
        })?;
        for (set, chosen) in sets.iter().zip(results) {
            for (pattern, score) in chosen {
                let pattern = set.get(pattern).ok_or_else(|| {
                    QueueError::Open("a worker has chosen what is in no set".into())
                })?;
                (self.keep)(pattern.clone(), score)?;
            }
        }
        Ok(())
    }
}
