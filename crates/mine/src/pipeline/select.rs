//! Which features are worth keeping.

use super::mine::WAITING_BYTES;
use super::{Listener, PipelineError, Step};
use crate::bits::Count;
use crate::cmim::{
    Chosen, Division, InformativeFormat, Measure, RoundReport, SelectError, SelectParams, Spill,
    SpillFormat, SpilledPattern, rank, select, select_divided,
};
use crate::features::Features;
use crate::format::TextFormat;
use crate::input::{PatternFileError, PatternReader};
use crate::lcm::{MineError, MineParams, Ordered, PatternFormat, Plan};
use crate::measure::{Filter, Logs};
use crate::memory::Memory;
use crate::names::ItemNames;
use crate::table::Table;
use fuda_core::Seed;
use fuda_queue::WorkQueue;
use serde::Serialize;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How features are chosen.
#[derive(Clone, PartialEq, Debug)]
pub enum Method {
    /// Conditional mutual information, all features at once.
    Cmim,
    /// Conditional mutual information in rounds, for features too many to
    /// hold.
    Divided(Division),
    /// One measure alone, blind to what features share.
    Ranked(Measure),
}

/// What is chosen from.
#[derive(Clone, PartialEq, Debug)]
pub enum Candidates {
    /// The items of the table.
    Items,
    /// The patterns of a file, as the miner writes them.
    File(PathBuf),
    /// Closed patterns, mined first.
    Mined {
        /// The least number of rows a pattern must hold in.
        min_support: u32,
        /// Which of them are looked at.
        filter: Filter,
    },
}

/// What to choose from, and how.
#[derive(Clone)]
pub struct Selecting<'a> {
    /// The table, with labels.
    pub table: &'a Table,
    /// What is chosen from.
    pub candidates: Candidates,
    /// How features are chosen.
    pub method: Method,
    /// When to stop; for [`Method::Divided`] the number only.
    pub params: SelectParams,
    /// The queue whose workers choose from the sets of [`Method::Divided`].
    pub queue: Option<&'a dyn WorkQueue>,
    /// How many threads mine.
    pub threads: NonZeroUsize,
    /// The most memory to take.
    pub memory: Memory,
    /// Follows the progress.
    pub listener: Listener<'a>,
}

/// What was chosen.
#[derive(Clone, PartialEq, Debug)]
pub struct Selection {
    /// Rows of the table.
    pub rows: usize,
    /// Features there were to choose from. Where a choice in rounds mines its
    /// patterns, those whose information reaches the cut-off alone: no other can be
    /// chosen, and the miner leaves them out.
    pub features: u64,
    /// The features chosen, in the order of choice, with their scores.
    pub chosen: Vec<(SpilledPattern, f64)>,
    /// The rounds of a divided choice.
    pub rounds: Vec<RoundReport>,
    /// How long it took.
    pub seconds: f64,
}

/// A selection in short.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SelectReport {
    /// Rows of the table.
    pub rows: usize,
    /// Features there were to choose from.
    pub features: u64,
    /// Features chosen.
    pub chosen: usize,
    /// The first of them.
    pub first: Vec<ChosenFeature>,
    /// The rounds of a divided choice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<RoundReport>,
    /// How long it took, reading not counted.
    pub seconds: f64,
}

/// A feature that was chosen.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ChosenFeature {
    /// The numbers of its items, ascending.
    pub items: Vec<u32>,
    /// What it means, in words.
    pub meaning: String,
    /// Its information when it was chosen.
    pub score: f64,
}

/// How many chosen features a report shows.
const SHOWN: usize = 10;

/// Patterns of a file that are counted at a time.
const BATCH: usize = 1000;

/// Files that mined patterns are dealt into.
const SPILL_FILES: usize = 128;

/// What a pattern in memory takes beside its column and its items.
const BYTES_PER_PATTERN: u64 = 160;

impl Selection {
    /// Writes the chosen features, one per line, with their scores.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut line = Vec::new();
        for (pattern, score) in &self.chosen {
            line.clear();
            let SpilledPattern { items, support, positives } = pattern;
            let format = TextFormat { labelled: true };
            format.write(&mut items.clone(), *support, *positives, &mut line);
            line.pop();
            out.write_all(&line)?;
            writeln!(out, " {score}")?;
        }
        Ok(())
    }

    /// The selection in short, the first features in words.
    pub fn report(&self, names: &ItemNames) -> SelectReport {
        let shown = self.chosen.iter().take(SHOWN).map(|(pattern, score)| ChosenFeature {
            items: pattern.items.clone(),
            meaning: names.pattern(&pattern.items),
            score: *score,
        });
        SelectReport {
            rows: self.rows,
            features: self.features,
            chosen: self.chosen.len(),
            first: shown.collect(),
            rounds: self.rounds.clone(),
            seconds: self.seconds,
        }
    }
}

type Scored = Vec<(SpilledPattern, f64)>;

impl Selecting<'_> {
    /// Chooses.
    pub fn run(&self) -> Result<Selection, PipelineError> {
        self.table.two_classes().map_err(SelectError::Table)?;
        let cutoff = self.params.cutoff;
        if !(cutoff.is_finite() && cutoff >= 0.0) {
            return Err(SelectError::BadCutoff(cutoff).into());
        }
        let start = Instant::now();
        self.memory.check(
            self.table.columns() as u64 * Features::bytes_per_feature(self.table),
            || format!("a table of {} items as bit columns", self.table.columns()),
            "leave out rare items or rows",
        )?;
        let items = Features::of_items(self.table);
        let (features, chosen, rounds) = match &self.method {
            Method::Divided(division) => self.divided(&items, division)?,
            Method::Cmim => self.at_once(items)?,
            Method::Ranked(measure) => self.ranked(items, *measure)?,
        };
        let (rows, seconds) = (self.table.rows(), start.elapsed().as_secs_f64());
        Ok(Selection { rows, features, chosen, rounds, seconds })
    }

    /// The information a pattern needs to be worth keeping.
    fn informative(&self, cutoff: f64) -> InformativeFormat {
        let (rows, positives) = (self.table.rows() as u32, self.table.positives() as u32);
        InformativeFormat::new(rows, positives, cutoff)
    }

    /// CMIM with the columns of all features in memory.
    fn at_once(&self, items: Features) -> Result<(u64, Scored, Vec<RoundReport>), PipelineError> {
        let mut kept = Kept::new(self);
        let all = match &self.candidates {
            Candidates::Items => {
                let chosen = select(&items, &self.params);
                return Ok((items.len() as u64, self.items(&items, chosen), Vec::new()));
            }
            Candidates::File(path) => {
                let informative = self.informative(self.params.cutoff);
                self.counted(path, &items, |pattern| {
                    if informative.holds(pattern.support, pattern.positives) {
                        kept.add(pattern);
                    }
                    Ok(())
                })?
            }
            Candidates::Mined { min_support, filter } => {
                // Nothing below the cut-off can be chosen.
                let (all, spill) =
                    self.spilled(*min_support, *filter, self.informative(self.params.cutoff))?;
                each(spill, |pattern| kept.add(pattern))?;
                kept.patterns.sort();
                all
            }
        };
        let patterns = kept.patterns()?;
        let features = pattern_features(self.table, &items, &patterns)?;
        drop(items);
        let chosen = select(&features, &self.params);
        let named = |chosen: Chosen| (patterns[chosen.feature].clone(), chosen.score);
        Ok((all, chosen.into_iter().map(named).collect(), Vec::new()))
    }

    /// The best by one measure: nothing but the best is kept in memory.
    fn ranked(
        &self,
        items: Features,
        measure: Measure,
    ) -> Result<(u64, Scored, Vec<RoundReport>), PipelineError> {
        let logs = Logs::up_to(self.table.rows());
        let score = |pattern: &SpilledPattern| {
            measure.of(&logs, items.all(), Count::new(pattern.support, pattern.positives))
        };
        let mut best = Best::new(self.params);
        let all = match &self.candidates {
            Candidates::Items => {
                let chosen = rank(&items, measure, &self.params);
                return Ok((items.len() as u64, self.items(&items, chosen), Vec::new()));
            }
            Candidates::File(path) => {
                let mut number = 0;
                self.counted(path, &items, |pattern| {
                    number += 1;
                    best.add(score(&pattern), number, pattern);
                    Ok(())
                })?
            }
            Candidates::Mined { min_support, filter } => {
                let (all, spill) = self.spilled(*min_support, *filter, SpillFormat)?;
                each(spill, |pattern| best.add(score(&pattern), 0, pattern))?;
                all
            }
        };
        Ok((all, best.finish(), Vec::new()))
    }

    fn items(&self, items: &Features, chosen: Vec<Chosen>) -> Scored {
        let named = |chosen: Chosen| (self.item(items, chosen.feature), chosen.score);
        chosen.into_iter().map(named).collect()
    }

    /// An item as a pattern.
    fn item(&self, items: &Features, column: usize) -> SpilledPattern {
        let (count, items) = (items.count(column), vec![self.table.name(column as u32)]);
        SpilledPattern { items, support: count.rows(), positives: count.positives() }
    }

    /// Features through the disk, in rounds.
    fn divided(
        &self,
        items: &Features,
        division: &Division,
    ) -> Result<(u64, Scored, Vec<RoundReport>), PipelineError> {
        let spill_error = |source| SelectError::Spill { folder: division.folder.clone(), source };
        let mut spill =
            Spill::new(&division.folder, SPILL_FILES, division.seed).map_err(spill_error)?;
        let features = match &self.candidates {
            Candidates::File(path) => self
                .counted(path, items, |pattern| Ok(spill.push(&pattern).map_err(spill_error)?))?,
            Candidates::Mined { min_support, filter } => {
                let format = self.informative(division.cutoff);
                // What is below the cut-off cannot be chosen: not even mined.
                let lower = |asked: &f64| (0.0..division.cutoff).contains(asked);
                let asked = filter.min_gain.filter(|asked| !lower(asked));
                let filter = Filter { min_gain: asked.or(Some(division.cutoff)), ..*filter };
                let outcome = self.mine_into(*min_support, filter, format, &mut spill);
                outcome.map_err(|error| match error {
                    PipelineError::Mine(MineError::Write(source)) => spill_error(source).into(),
                    error => error,
                })?
            }
            Candidates::Items => {
                for column in 0..self.table.columns() {
                    spill.push(&self.item(items, column)).map_err(spill_error)?;
                }
                spill.patterns()
            }
        };
        let progress = |report| (self.listener)(Step::Selecting(report));
        let survivors = select_divided(self.table, spill, division, self.queue, &progress)?;
        let mut chosen = survivors.patterns;
        chosen.truncate(self.params.most);
        Ok((features, chosen, survivors.rounds))
    }

    /// The patterns of a file one by one, with their counts in this table,
    /// whatever the file says; gives how many there were.
    fn counted(
        &self,
        path: &Path,
        items: &Features,
        mut take: impl FnMut(SpilledPattern) -> Result<(), PipelineError>,
    ) -> Result<u64, PipelineError> {
        let mut reader = PatternReader::open(path)?;
        let mut features = items.empty_like();
        let mut all = 0;
        loop {
            let batch = reader.batch(BATCH)?;
            if batch.is_empty() {
                break;
            }
            features.clear();
            let columns = batch.iter().map(|pattern| pattern.columns(self.table));
            features.push_meets(items, &columns.collect::<Result<Vec<_>, _>>()?);
            for (i, mut pattern) in batch.into_iter().enumerate() {
                let count = features.count(i);
                (pattern.support, pattern.positives) = (count.rows(), count.positives());
                take(pattern)?;
                all += 1;
            }
        }
        match all {
            0 => Err(PatternFileError::Empty { path: path.to_owned() }.into()),
            all => Ok(all),
        }
    }

    /// Mines patterns to the disk; gives how many there were, written or not.
    fn spilled(
        &self,
        min_support: u32,
        filter: Filter,
        format: impl PatternFormat,
    ) -> Result<(u64, Spill), PipelineError> {
        let spill = Spill::new(&std::env::temp_dir(), SPILL_FILES, Seed(0));
        let mut spill = spill.map_err(MineError::Write)?;
        let all = self.mine_into(min_support, filter, format, &mut spill)?;
        Ok((all, spill))
    }

    /// Mines into a spill, whole records in the order of tasks; gives how
    /// many patterns passed the filter, spilled or not.
    fn mine_into(
        &self,
        min_support: u32,
        filter: Filter,
        format: impl PatternFormat,
        spill: &mut Spill,
    ) -> Result<u64, PipelineError> {
        let params = MineParams { min_support, filter, threads: self.threads };
        let plan = Plan::new(self.table, &params)?;
        let ordered = Ordered::new(spill, format, WAITING_BYTES);
        let progress = |progress| -> ControlFlow<()> { (self.listener)(Step::Mining(progress)) };
        plan.run(params.threads, &ordered, &progress)?;
        Ok(ordered.patterns())
    }
}

/// Every pattern of a spill.
fn each(spill: Spill, mut take: impl FnMut(SpilledPattern)) -> Result<(), PipelineError> {
    for part in spill.shuffled(Seed(0)) {
        part.map_err(MineError::Write)?.into_iter().for_each(&mut take);
    }
    Ok(())
}

/// Patterns that are to be in memory with their columns, as long as they fit;
/// after that they are only counted, for the message.
struct Kept {
    patterns: Vec<SpilledPattern>,
    many: u64,
    needed: u64,
    per_pattern: u64,
    memory: Memory,
    rows: usize,
}

impl Kept {
    fn new(selecting: &Selecting<'_>) -> Kept {
        let table = selecting.table;
        let per_pattern = Features::bytes_per_feature(table) + BYTES_PER_PATTERN;
        let (memory, rows) = (selecting.memory, table.rows());
        Kept { patterns: Vec::new(), many: 0, needed: 0, per_pattern, memory, rows }
    }

    fn add(&mut self, pattern: SpilledPattern) {
        self.many += 1;
        self.needed += self.per_pattern + 8 * pattern.items.len() as u64;
        match self.memory.holds(self.needed) {
            true => self.patterns.push(pattern),
            false => self.patterns = Vec::new(),
        }
    }

    fn patterns(self) -> Result<Vec<SpilledPattern>, PipelineError> {
        let what = || format!("choosing from {} patterns of {} rows at once", self.many, self.rows);
        let instead = "choose with --method divided, from fewer patterns (a higher --cutoff or \
                       support), or rank them with --method gain and --most";
        self.memory.check(self.needed, what, instead)?;
        Ok(self.patterns)
    }
}

/// The best patterns of a stream: by falling score, among equals in the order
/// of numbers, then of items.
struct Best {
    params: SelectParams,
    found: Vec<(f64, u64, SpilledPattern)>,
}

impl Best {
    fn new(params: SelectParams) -> Best {
        Best { params, found: Vec::new() }
    }

    fn add(&mut self, score: f64, number: u64, pattern: SpilledPattern) {
        if score > self.params.cutoff {
            self.found.push((score, number, pattern));
            if self.found.len() / 2 > self.params.most.saturating_add(BATCH) {
                self.cut();
            }
        }
    }

    fn cut(&mut self) {
        self.found.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| (a.1, &a.2).cmp(&(b.1, &b.2))));
        self.found.truncate(self.params.most);
    }

    fn finish(mut self) -> Scored {
        self.cut();
        self.found.into_iter().map(|(score, _, pattern)| (pattern, score)).collect()
    }
}

/// Bit columns of patterns over the rows of a table.
pub(super) fn pattern_features(
    table: &Table,
    items: &Features,
    patterns: &[SpilledPattern],
) -> Result<Features, SelectError> {
    let mut features = items.empty_like();
    let columns = patterns.iter().map(|pattern| pattern.columns(table));
    features.push_meets(items, &columns.collect::<Result<Vec<_>, _>>()?);
    Ok(features)
}
