//! Closed patterns of Othello positions: how many there are, how many are
//! kept, and how well naive Bayes does with them.

use super::Experiment;
use crate::context::Context;
use crate::entry::Entry;
use crate::trouble::Trouble;
use crate::value::{Measured, Point, Series};
use fuda_mine::commands::{
    ClassifyArgs, LearnerChoice, Method, MineArgs, SelectArgs, run_classify, run_mine, run_select,
};
use fuda_mine::{
    Division, Filter, PositionSetHeader, PositionSetWriter, Round, SelectParams, read_patterns,
};
use fuda_othello::mining::{Collection, Description, Draws, Origin, collect};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Labelled positions in a file of the run's folder.
pub(super) struct Positions {
    pub path: PathBuf,
    pub note: String,
}

impl Positions {
    /// Collects four-empty positions, those of records first; those of an
    /// earlier entry are taken again.
    pub fn make(count: usize, context: &Context<'_>) -> Result<Positions, Trouble> {
        let path =
            context.folder.path().join("measures").join(format!("othello-{count}.positions"));
        let failed = |source| Trouble::File { path: path.clone(), source };
        let note = context.memo(("othello-positions", count), || {
            let collection =
                Collection { empties: 4, count, draws: Draws::Dropped, seed: context.seed };
            let found = collect(context.records.othello()?, &collection);
            let header = PositionSetHeader {
                game: "othello".into(),
                items: 192,
                sources: vec!["games".into(), "self-play".into()],
                note: format!(
                    "4 empty squares, black's result, draws dropped, seed {}",
                    context.seed.0
                ),
            };
            let mut writer = PositionSetWriter::new(Vec::new(), &header).map_err(failed)?;
            for position in &found {
                let source = u32::from(position.origin == Origin::SelfPlay);
                writer
                    .row(position.black_wins, source, &position.features(Description::Squares))
                    .map_err(failed)?;
            }
            fs::write(&path, writer.finish().map_err(failed)?).map_err(failed)?;
            let real = found.iter().filter(|position| position.origin == Origin::Game).count();
            Ok(format!(
                "{} distinct positions with four empty squares, {real} from real games and {} from \
                 random play; draws dropped",
                found.len(),
                found.len() - real
            ))
        })?;
        match path.is_file() {
            true => Ok(Positions { path, note }),
            false => Err(Trouble::measuring(format!(
                "{} is missing from the run's folder; begin in a new one",
                path.display()
            ))),
        }
    }
}

/// A share as percent.
pub(super) fn estimate(at: &str, (value, low, high): (f64, f64, f64)) -> Point {
    Point::with(at, value, Some(low), Some(high)).times(100.0)
}

fn threads(context: &Context<'_>) -> NonZeroUsize {
    NonZeroUsize::new(context.threads).unwrap_or(NonZeroUsize::MIN)
}

/// The settings of a count of patterns over supports.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PatternCounts {
    positions: usize,
    /// Least supports, as shares of the rows.
    supports: Vec<f64>,
}

impl Experiment for PatternCounts {
    const NAME: &str = "pattern-counts";

    fn measure(&self, _entry: &Entry, context: &Context<'_>) -> Result<Measured, Trouble> {
        let positions = Positions::make(self.positions, context)?;
        let mut points = Vec::new();
        for (number, share) in self.supports.iter().enumerate() {
            context.step(number, 0.0, self.supports.len());
            let support = support(*share, self.positions);
            let key = ("pattern-counts", self.positions, support);
            let patterns: u64 = context.memo(key, || {
                let args = MineArgs {
                    file: positions.path.clone(),
                    labels: None,
                    min_support: support,
                    filter: Filter::default(),
                    out: None,
                    threads: threads(context),
                    queue: None,
                };
                let report = run_mine(&args, &|_| go_on(context)).map_err(Trouble::measuring)?;
                Ok(report.patterns)
            })?;
            points.push(Point::exact(on_200_000(*share), patterns as f64));
        }
        let growth = growth(&points);
        let series = vec![
            Series::new("closed patterns", points),
            Series::new("growth", growth.into_iter().collect()),
        ];
        Ok(Measured { series, pairs: Vec::new(), notes: vec![positions.note] })
    }
}

/// How many times as many patterns there are when the support halves, from
/// the first to the last count.
fn growth(points: &[Point]) -> Option<Point> {
    let (first, last) = (points.first()?, points.last()?);
    let halvings = (first.x()? / last.x()?).log2();
    let factor = (last.value / first.value).powf(1.0 / halvings);
    factor.is_finite().then(|| Point::exact("when the support halves", factor))
}

fn support(share: f64, rows: usize) -> u32 {
    ((share * rows as f64).round() as u32).max(1)
}

/// A share of the rows as the support it is among the paper's 200,000.
fn on_200_000(share: f64) -> String {
    format!("{:.0}", share * 200_000.0)
}

fn go_on(context: &Context<'_>) -> ControlFlow<()> {
    match context.check() {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    }
}

/// The settings of a count of kept features over cut-offs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct KeptFeatures {
    positions: usize,
    /// The least support, as a share of the rows.
    support: f64,
    cutoffs: Vec<f64>,
    /// The size of sets, round by round.
    rounds: Vec<usize>,
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

fn keep(
    positions: &Positions,
    support: u32,
    cutoff: f64,
    rounds: &[usize],
    context: &Context<'_>,
) -> Result<Kept, Trouble> {
    let file = positions.path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("positions");
    let path = positions.path.with_file_name(format!("{file}-{support}-{cutoff}.patterns"));
    let key = ("kept-features", file, support, cutoff.to_string(), rounds);
    let (found, chosen) = context.memo(key, || {
        let args = SelectArgs {
            file: positions.path.clone(),
            labels: None,
            patterns: None,
            min_support: Some(support),
            filter: Filter::default(),
            method: Method::Divided(division(rounds, cutoff, context)),
            params: SelectParams { most: usize::MAX, cutoff },
            out: Some(path.clone()),
            threads: threads(context),
        };
        let report = run_select(&args, &|_| go_on(context)).map_err(Trouble::measuring)?;
        Ok((report.features, report.chosen))
    })?;
    Ok(Kept { found, chosen, path })
}

impl Experiment for KeptFeatures {
    const NAME: &str = "kept-features";

    fn measure(&self, _entry: &Entry, context: &Context<'_>) -> Result<Measured, Trouble> {
        let positions = Positions::make(self.positions, context)?;
        let least = support(self.support, self.positions);
        let (mut points, mut found) = (Vec::new(), 0);
        for (number, &cutoff) in self.cutoffs.iter().enumerate() {
            context.step(number, 0.0, self.cutoffs.len());
            let kept = keep(&positions, least, cutoff, &self.rounds, context)?;
            found = kept.found;
            points.push(Point::exact(cutoff, kept.chosen as f64));
        }
        let note = format!("chosen from {found} closed patterns of support {least}");
        let series = vec![Series::new("features kept", points)];
        Ok(Measured { series, pairs: Vec::new(), notes: vec![positions.note, note] })
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
    rounds: Vec<usize>,
}

impl Experiment for Accuracy {
    const NAME: &str = "accuracy";

    fn measure(&self, _entry: &Entry, context: &Context<'_>) -> Result<Measured, Trouble> {
        let positions = Positions::make(self.positions, context)?;
        let both = Positions::make(self.positions + self.test_positions, context)?;
        let least = support(self.support, self.positions);
        let classify = |features: Option<PathBuf>, name: String| {
            let key = ("accuracy", self.positions, self.test_positions, least, name);
            context.memo(key, || {
                let args = ClassifyArgs {
                    train: both.path.clone(),
                    train_labels: None,
                    test: None,
                    test_labels: None,
                    features,
                    learner: LearnerChoice::parse("nb")
                        .ok_or_else(|| Trouble::measuring("no naive Bayes"))?,
                    folds: 5,
                    seed: context.seed,
                    model: None,
                };
                let report =
                    run_classify(&args, &|_| go_on(context)).map_err(Trouble::measuring)?;
                let all = report.validation.ok_or_else(|| Trouble::measuring("no folds"))?.all;
                Ok((all.accuracy.value, all.accuracy.low, all.accuracy.high))
            })
        };
        let raw = estimate("all", classify(None, "raw".to_owned())?);
        let mut points = Vec::new();
        for (number, &cutoff) in self.cutoffs.iter().enumerate() {
            context.step(number + 1, 0.0, self.cutoffs.len() + 1);
            let kept = keep(&positions, least, cutoff, &self.rounds, context)?;
            let found = classify(Some(kept.path), cutoff.to_string())?;
            points.push(estimate(&kept.chosen.to_string(), found));
        }
        points.sort_by(|a, b| a.x().unwrap_or(0.0).total_cmp(&b.x().unwrap_or(0.0)));
        let series =
            vec![Series::new("mined features", points), Series::new("raw features", vec![raw])];
        Ok(Measured { series, pairs: Vec::new(), notes: vec![positions.note, both.note] })
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

    fn measure(&self, _entry: &Entry, context: &Context<'_>) -> Result<Measured, Trouble> {
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
        let (mut covered, mut sizes) = (Vec::new(), Vec::new());
        for (number, &cutoff) in self.cutoffs.iter().enumerate() {
            context.step(number, 0.0, self.cutoffs.len());
            let key = ("coverage", &note, least, cutoff.to_string(), &self.rounds);
            let (plain, divided, both): (u64, u64, u64) = context.memo(key, || {
                let choose = |method| -> Result<BTreeSet<Vec<u32>>, Trouble> {
                    let out = tempfile::Builder::new().suffix(".patterns").tempfile();
                    let out = out.map_err(Trouble::measuring)?.into_temp_path();
                    let args = SelectArgs {
                        file: file.clone(),
                        labels: None,
                        patterns: None,
                        min_support: (least > 0).then_some(least),
                        filter: Filter::default(),
                        method,
                        params: SelectParams { most: usize::MAX, cutoff },
                        out: Some(out.to_path_buf()),
                        threads: threads(context),
                    };
                    run_select(&args, &|_| go_on(context)).map_err(Trouble::measuring)?;
                    let chosen = read_patterns(&out).map_err(Trouble::measuring)?;
                    Ok(chosen.into_iter().map(|pattern| pattern.items).collect())
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
        ];
        Ok(Measured { series, pairs: Vec::new(), notes: vec![note] })
    }
}
