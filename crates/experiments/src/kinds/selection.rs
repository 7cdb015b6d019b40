//! Features chosen from closed patterns of Othello positions: how many are
//! kept, and how well naive Bayes does with them.

use super::Experiment;
use super::mining::{Positions, cross_validated, go_on, support, threads};
use crate::context::Context;
use crate::entry::Entry;
use crate::error::ExperimentError;
use crate::value::{Measured, Point, Series};
use fuda_mine::pipeline::{
    Candidates, FeatureSet, LearnerChoice, Method, Mining, Selecting, Selection,
};
use fuda_mine::{
    Division, Filter, Memory, MineParams, Round, SelectParams, Table, read_patterns, read_table,
};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// From which patterns features are chosen.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Source {
    /// The least support, as a share of the rows.
    support: f64,
    /// The most entropy (bits) of the label where a pattern holds.
    max_entropy: Option<f64>,
    cutoffs: Vec<f64>,
}

/// The settings of a count of kept features over cut-offs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct KeptFeatures {
    positions: usize,
    /// The least support, as a share of the rows.
    support: f64,
    cutoffs: Vec<f64>,
    /// A second curve: patterns of a lower support that are biased.
    biased: Option<Source>,
    /// The size of sets, round by round.
    rounds: Vec<usize>,
}

/// The two curves of a figure: features from all patterns, and from biased
/// ones where they are asked for.
fn curves<'n>(
    [all, biased]: [&'n str; 2],
    (support, cutoffs): (f64, &[f64]),
    second: &Option<Source>,
) -> Vec<(&'n str, Source)> {
    let first = Source { support, max_entropy: None, cutoffs: cutoffs.to_vec() };
    let mut curves = vec![(all, first)];
    curves.extend(second.iter().map(|source| (biased, source.clone())));
    curves
}

/// What a selection kept: how many features, and the file that has them.
struct Kept {
    found: u64,
    chosen: usize,
    path: PathBuf,
}

fn division(rounds: &[usize], cutoff: f64, context: &Context<'_>) -> Division {
    let round =
        |size: &usize| Round { set_size: NonZeroUsize::new(*size).unwrap_or(NonZeroUsize::MIN) };
    Division {
        rounds: rounds.iter().map(round).collect(),
        cutoff,
        seed: context.seed,
        threads: threads(context),
        folder: std::env::temp_dir(),
    }
}

/// Chooses every feature above a cut-off.
fn choose(
    table: &Table,
    candidates: Candidates,
    method: Method,
    cutoff: f64,
    context: &Context<'_>,
) -> Result<Selection, ExperimentError> {
    let selecting = Selecting {
        table,
        candidates,
        method,
        params: SelectParams { most: usize::MAX, cutoff },
        queue: context.queue,
        threads: threads(context),
        memory: Memory::free(),
        listener: &|_| go_on(context),
    };
    selecting.run().map_err(ExperimentError::measuring)
}

fn keep(
    positions: &Positions,
    (support, max_entropy): (u32, Option<f64>),
    cutoff: f64,
    rounds: &[usize],
    context: &Context<'_>,
) -> Result<Kept, ExperimentError> {
    let file = positions.path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("positions");
    let biased = max_entropy.map_or(String::new(), |bits| format!("-{bits}"));
    let name = format!("{file}-{support}{biased}-{cutoff}.patterns");
    let path = positions.path.with_file_name(&name);
    let key = ("kept-features", name, rounds);
    let (found, chosen) = context.memo(key, || {
        let filter = Filter { max_entropy, ..Filter::default() };
        let candidates = Candidates::Mined { min_support: support, filter };
        let method = Method::Divided(division(rounds, cutoff, context));
        let table = positions.read()?.table;
        let selection = choose(&table, candidates, method, cutoff, context)?;
        let mut bytes = Vec::new();
        selection
            .write(&mut bytes)
            .and_then(|()| fuda_core::files::write(&path, &bytes))
            .map_err(|source| ExperimentError::File { path: path.clone(), source })?;
        Ok((selection.features, selection.chosen.len()))
    })?;
    Ok(Kept { found, chosen, path })
}

impl Experiment for KeptFeatures {
    const NAME: &str = "kept-features";

    fn measure(&self, _entry: &Entry, context: &Context<'_>) -> Result<Measured, ExperimentError> {
        let positions = Positions::make(self.positions, context)?;
        let names = ["features kept", "features kept, biased patterns"];
        let curves = curves(names, (self.support, &self.cutoffs), &self.biased);
        let steps = curves.iter().map(|(_, source)| source.cutoffs.len()).sum();
        let (mut series, mut step) = (Vec::new(), 0);
        let mut notes = vec![positions.note.clone()];
        for (name, source) in curves {
            let least = support(source.support, self.positions);
            let (mut points, mut found) = (Vec::new(), Vec::new());
            for &cutoff in &source.cutoffs {
                context.step(step, 0.0, steps);
                step += 1;
                let from = (least, source.max_entropy);
                let kept = keep(&positions, from, cutoff, &self.rounds, context)?;
                found.push(format!("{} at {cutoff}", kept.found));
                points.push(Point::exact(cutoff, kept.chosen as f64));
            }
            let biased =
                source.max_entropy.map(|bits| format!(" with at most {bits} bit of entropy"));
            notes.push(format!(
                "{name}: of support {least}{} whose information reaches the cut-off, {}",
                biased.unwrap_or_default(),
                found.join(", ")
            ));
            series.push(Series::new(name, points));
        }
        Ok(Measured { series, notes, ..Measured::default() })
    }
}

/// The settings of naive Bayes' accuracy over kept features.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Accuracy {
    positions: usize,
    /// Other positions to test on, cross-validated as in the paper.
    test_positions: usize,
    support: f64,
    cutoffs: Vec<f64>,
    /// A second curve: patterns of a lower support that are biased.
    biased: Option<Source>,
    rounds: Vec<usize>,
    /// Learners on the raw features besides naive Bayes, on the same positions:
    /// what the report calls them, and their short names.
    #[serde(default)]
    learners: Vec<(String, String)>,
}

impl Experiment for Accuracy {
    const NAME: &str = "accuracy";

    fn check(&self) -> Result<(), String> {
        match self.learners.iter().find(|(_, name)| LearnerChoice::parse(name).is_none()) {
            Some((_, name)) => Err(format!("there is no learner `{name}`")),
            None => Ok(()),
        }
    }

    fn measure(&self, _entry: &Entry, context: &Context<'_>) -> Result<Measured, ExperimentError> {
        let positions = Positions::make(self.positions, context)?;
        let others = Positions::after(self.positions, self.test_positions, context)?;
        let classify = |features: Option<PathBuf>, name: String, learner: &str| {
            let key = ("accuracy", [self.positions, self.test_positions], name, learner);
            context.memo(key, || {
                let file = others.read()?;
                let features = match features {
                    Some(path) => FeatureSet::Patterns(
                        read_patterns(&path).map_err(ExperimentError::measuring)?,
                    ),
                    None => FeatureSet::items(&file.table),
                };
                let learner = LearnerChoice::parse(learner)
                    .ok_or_else(|| ExperimentError::measuring(format!("no learner {learner}")))?;
                cross_validated(&file, &features, learner, context)
            })
        };
        let names = ["mined features", "mined features, biased patterns"];
        let curves = curves(names, (self.support, &self.cutoffs), &self.biased);
        let others_on_raw = self.learners.len();
        let cutoffs = curves.iter().map(|(_, source)| source.cutoffs.len()).sum::<usize>();
        let steps = cutoffs + others_on_raw + 1;
        let mut raw = vec![Point::new("all", classify(None, "raw".to_owned(), "nb")?)];
        for (number, (name, short)) in self.learners.iter().enumerate() {
            context.step(number + 1, 0.0, steps);
            raw.push(Point::new(name, classify(None, "raw".to_owned(), short)?));
        }
        let (mut series, mut step) = (Vec::new(), others_on_raw);
        for (name, source) in curves {
            let least = support(source.support, self.positions);
            let mut points = Vec::new();
            for &cutoff in &source.cutoffs {
                step += 1;
                context.step(step, 0.0, steps);
                let from = (least, source.max_entropy);
                let kept = keep(&positions, from, cutoff, &self.rounds, context)?;
                let found = classify(Some(kept.path), format!("{from:?} {cutoff}"), "nb")?;
                points.push(Point::new(kept.chosen, found));
            }
            points.sort_by(|a, b| a.x().unwrap_or(0.0).total_cmp(&b.x().unwrap_or(0.0)));
            series.push(Series::new(name, points));
        }
        series.push(Series::new("raw features", raw));
        let notes = vec![positions.note, format!("tested on others: {}", others.note)];
        Ok(Measured { series, notes, ..Measured::default() })
    }
}

/// The settings of a comparison of divided with plain selection.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Coverage {
    /// Below the folder of records, the table to use when it is there.
    file: String,
    /// Its least support, in rows; 0 takes its columns as they are.
    file_support: u32,
    /// Othello positions to use otherwise.
    positions: usize,
    /// Their least support, as a share.
    support: f64,
    cutoffs: Vec<f64>,
    rounds: Vec<usize>,
}

impl Experiment for Coverage {
    const NAME: &str = "coverage";

    fn measure(&self, _entry: &Entry, context: &Context<'_>) -> Result<Measured, ExperimentError> {
        let (file, least, note) = match context.records.file(&self.file) {
            Some(path) => (path, self.file_support, format!("the table {}", self.file)),
            None => {
                let positions = Positions::make(self.positions, context)?;
                let note = format!(
                    "{} is not there, so closed patterns of Othello positions stand in: {}",
                    self.file, positions.note
                );
                (positions.path, support(self.support, self.positions), note)
            }
        };
        let patterns: Option<u64> = match least {
            0 => None,
            min_support => Some(context.memo(("closed-patterns", &note, least), || {
                let table = read_table(&file, None).map_err(ExperimentError::measuring)?.table;
                let (filter, threads) = (Filter::default(), threads(context));
                let params = MineParams { min_support, filter, threads };
                let listener = &|_| go_on(context);
                let mining = Mining { table: &table, params, queue: None, listener };
                Ok(mining.count().map_err(ExperimentError::measuring)?.patterns)
            })?),
        };
        let (mut covered, mut sizes) = (Vec::new(), Vec::new());
        for (number, &cutoff) in self.cutoffs.iter().enumerate() {
            context.step(number, 0.0, self.cutoffs.len());
            let key = ("coverage", &note, least, cutoff.to_string(), &self.rounds);
            let (plain, divided, both): (u64, u64, u64) = context.memo(key, || {
                let table = read_table(&file, None).map_err(ExperimentError::measuring)?.table;
                let choose = |method| -> Result<BTreeSet<Vec<u32>>, ExperimentError> {
                    let candidates = match least {
                        0 => Candidates::Items,
                        min_support => Candidates::Mined { min_support, filter: Filter::default() },
                    };
                    let selection = choose(&table, candidates, method, cutoff, context)?;
                    Ok(selection.chosen.into_iter().map(|(pattern, _)| pattern.items).collect())
                };
                let plain = choose(Method::Cmim)?;
                let divided = choose(Method::Divided(division(&self.rounds, cutoff, context)))?;
                let both = plain.intersection(&divided).count();
                Ok((plain.len() as u64, divided.len() as u64, both as u64))
            })?;
            covered.push(Point::exact(cutoff, 100.0 * both as f64 / plain.max(1) as f64));
            sizes.push((cutoff, plain, divided));
        }
        let series = |name: &str, of: fn(&(f64, u64, u64)) -> u64| {
            let points = sizes.iter().map(|size| Point::exact(size.0, of(size) as f64));
            Series::new(name, points.collect())
        };
        let series = vec![
            Series::new("coverage %", covered),
            series("chosen by CMIM", |size| size.1),
            series("chosen in rounds", |size| size.2),
            Series::new(
                "closed patterns",
                patterns.map(|found| Point::exact(least, found as f64)).into_iter().collect(),
            ),
        ];
        Ok(Measured { series, notes: vec![note], ..Measured::default() })
    }
}
