//! `fuda select`: which features are worth keeping.

use super::{CommandError, Listener, Step, WholeFile};
use crate::cmim::{
    Chosen, Division, Measure, RoundReport, SelectError, SelectParams, Spill, SpillFormat,
    SpilledPattern, TellingFormat, rank, select, select_divided,
};
use crate::features::Features;
use crate::format::TextFormat;
use crate::input::{read_patterns, read_table};
use crate::lcm::{MineError, MineParams, Ordered, PatternFormat, Plan};
use crate::measure::Filter;
use crate::table::Table;
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

/// How features are chosen.
#[derive(Clone, PartialEq, Debug)]
pub enum Method {
    /// Conditional mutual information, all features at once.
    Cmim,
    /// Conditional mutual information in rounds, for features too many to
    /// hold.
    Divided(Division),
    /// Information gain alone.
    InformationGain,
    /// The chi-square statistic alone.
    ChiSquare,
}

/// What to choose from, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct SelectArgs {
    /// The table, with labels of its own or beside it.
    pub file: PathBuf,
    /// A file of labels, one a line, if the table carries none.
    pub labels: Option<PathBuf>,
    /// Patterns to choose from, as `mine` writes them.
    pub patterns: Option<PathBuf>,
    /// Without a file of patterns: mine closed patterns at this support.
    /// With neither, the items of the table are the features.
    pub min_support: Option<u32>,
    /// Which mined patterns are looked at.
    pub filter: Filter,
    /// How features are chosen.
    pub method: Method,
    /// When to stop; for [`Method::Divided`] the number only.
    pub params: SelectParams,
    /// Where the chosen features are written, one a line, with their scores.
    pub out: Option<PathBuf>,
    /// How many threads mine.
    pub threads: std::num::NonZeroUsize,
}

/// What was chosen.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SelectReport {
    /// Rows of the table.
    pub rows: usize,
    /// Features there were to choose from. Where a choice in rounds mines its
    /// patterns, those that tell at least the cut-off alone: no other can be
    /// chosen, and the miner leaves them out.
    pub features: u64,
    /// Features chosen.
    pub chosen: usize,
    /// The first of them: items and score.
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
    /// The names of its items, ascending.
    pub items: Vec<u32>,
    /// What it told when it was chosen.
    pub score: f64,
}

/// How many chosen features a report shows.
const SHOWN: usize = 10;

/// Bytes of finished mining tasks that wait for their turn to be spilled.
const WAITING_BYTES: usize = 64 << 20;

type Scored = Vec<(SpilledPattern, f64)>;

/// Chooses.
pub fn run_select(args: &SelectArgs, listener: Listener<'_>) -> Result<SelectReport, CommandError> {
    let table = read_table(&args.file, args.labels.as_deref())?;
    table.two_classes().map_err(SelectError::Table)?;
    let cutoff = args.params.cutoff;
    if !(cutoff.is_finite() && cutoff >= 0.0) {
        return Err(SelectError::BadCutoff(cutoff).into());
    }
    let start = Instant::now();
    let (features, chosen, rounds) = match &args.method {
        Method::Divided(division) => divided(args, &table, division, listener)?,
        method => at_once(args, &table, method, listener)?,
    };
    if let Some(path) = &args.out {
        let mut file = WholeFile::create(path)?;
        let mut line = Vec::new();
        for (pattern, score) in &chosen {
            line.clear();
            let SpilledPattern { items, support, positives } = pattern;
            let format = TextFormat { labelled: true };
            format.write(&mut items.clone(), *support, *positives, &mut line);
            line.pop();
            let written = file.out.write_all(&line).and_then(|()| writeln!(file.out, " {score}"));
            written.map_err(|source| file.error(source))?;
        }
        file.finish()?;
    }
    let shown = chosen.iter().take(SHOWN);
    Ok(SelectReport {
        rows: table.rows(),
        features,
        chosen: chosen.len(),
        first: shown
            .map(|(pattern, score)| ChosenFeature { items: pattern.items.clone(), score: *score })
            .collect(),
        rounds,
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// All features in memory.
fn at_once(
    args: &SelectArgs,
    table: &Table,
    method: &Method,
    listener: Listener<'_>,
) -> Result<(u64, Scored, Vec<RoundReport>), CommandError> {
    let items = Features::of_items(table);
    let patterns = match (&args.patterns, args.min_support) {
        (None, None) => None,
        (Some(path), _) => Some(read_patterns(path)?),
        (None, Some(min_support)) => {
            let mut spill = Spill::new(&std::env::temp_dir(), 1, fuda_core::Seed(0))
                .map_err(MineError::Write)?;
            let (filter, threads) = (args.filter, args.threads);
            let params = MineParams { min_support, filter, threads };
            mine_into(table, params, SpillFormat, &mut spill, listener)?;
            let mut all = Vec::new();
            for part in spill.shuffled(fuda_core::Seed(0)) {
                all.extend(part.map_err(MineError::Write)?);
            }
            // The shuffle serves divided choices; here ties go by order.
            all.sort();
            Some(all)
        }
    };
    let mined = patterns.as_deref().map(|patterns| pattern_features(table, &items, patterns));
    let features = mined.transpose()?.unwrap_or(items);
    let chosen = match method {
        Method::InformationGain => rank(&features, Measure::InformationGain, &args.params),
        Method::ChiSquare => rank(&features, Measure::ChiSquare, &args.params),
        Method::Cmim | Method::Divided(_) => select(&features, &args.params),
    };
    let named = |chosen: Chosen| {
        let count = features.count(chosen.feature);
        let items = match &patterns {
            Some(patterns) => patterns[chosen.feature].items.clone(),
            None => vec![table.name(chosen.feature as u32)],
        };
        let (support, positives) = (count.rows(), count.positives());
        (SpilledPattern { items, support, positives }, chosen.score)
    };
    Ok((features.len() as u64, chosen.into_iter().map(named).collect(), Vec::new()))
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

/// Features through the disk, in rounds.
fn divided(
    args: &SelectArgs,
    table: &Table,
    division: &Division,
    listener: Listener<'_>,
) -> Result<(u64, Scored, Vec<RoundReport>), CommandError> {
    let spill_error = |source| SelectError::Spill { folder: division.folder.clone(), source };
    let mut spill =
        Spill::new(&division.folder, SPILL_FILES, division.seed).map_err(spill_error)?;
    let mut mined = None;
    match (&args.patterns, args.min_support) {
        (Some(path), _) => {
            let items = Features::of_items(table);
            let mut patterns = read_patterns(path)?;
            // Counts belong to this table, whatever the file says.
            for batch in patterns.chunks_mut(1000) {
                let features = pattern_features(table, &items, batch)?;
                for (i, pattern) in batch.iter_mut().enumerate() {
                    let count = features.count(i);
                    (pattern.support, pattern.positives) = (count.rows(), count.positives());
                    spill.push(pattern).map_err(spill_error)?;
                }
            }
        }
        (None, Some(min_support)) => {
            let (rows, positives) = (table.rows() as u32, table.positives() as u32);
            let format = TellingFormat::new(rows, positives, division.cutoff);
            // What tells less than the cut-off cannot be chosen: not even mined.
            let lower = |asked: &f64| (0.0..division.cutoff).contains(asked);
            let asked = args.filter.min_gain.filter(|asked| !lower(asked));
            let filter = Filter { min_gain: asked.or(Some(division.cutoff)), ..args.filter };
            let params = MineParams { min_support, filter, threads: args.threads };
            let outcome = mine_into(table, params, format, &mut spill, listener);
            mined = Some(outcome.map_err(|error| match error {
                CommandError::Mine(MineError::Write(source)) => spill_error(source).into(),
                error => error,
            })?);
        }
        (None, None) => {
            let items = Features::of_items(table);
            for column in 0..table.columns() {
                let count = items.count(column);
                let pattern = SpilledPattern {
                    items: vec![table.name(column as u32)],
                    support: count.rows(),
                    positives: count.positives(),
                };
                spill.push(&pattern).map_err(spill_error)?;
            }
        }
    }
    let features = mined.unwrap_or(spill.patterns());
    let progress = |report| listener(Step::Selecting(report));
    let survivors = select_divided(table, spill, division, &progress)?;
    let mut chosen = survivors.patterns;
    chosen.truncate(args.params.most);
    Ok((features, chosen, survivors.rounds))
}

/// Files that mined patterns are dealt into.
const SPILL_FILES: usize = 128;

/// Mines into a spill, whole records in the order of tasks; returns how many
/// patterns passed the filter, spilled or not.
fn mine_into(
    table: &Table,
    params: MineParams,
    format: impl PatternFormat,
    spill: &mut Spill,
    listener: Listener<'_>,
) -> Result<u64, CommandError> {
    let plan = Plan::new(table, &params)?;
    let ordered = Ordered::new(spill, format, WAITING_BYTES);
    let progress = |progress| -> ControlFlow<()> { listener(Step::Mining(progress)) };
    plan.run(params.threads, &ordered, &progress)?;
    Ok(ordered.patterns())
}
