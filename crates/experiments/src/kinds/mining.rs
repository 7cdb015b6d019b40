//! Closed patterns of Othello positions: how many there are.

use super::Experiment;
use crate::context::Context;
use crate::entry::Entry;
use crate::error::ExperimentError;
use crate::value::{Measured, Point, Series};
use fuda_mine::pipeline::{Classifying, FeatureSet, LearnerChoice, Mining};
use fuda_mine::{Filter, Memory, MineParams, TableFile, read_table};
use fuda_othello::encode::PositionItems;
use fuda_othello::mining::{Collection, Draws};
use fuda_stats::Estimate;
use fuda_train::positions::endgame_set;
use serde::Deserialize;
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
    pub fn make(count: usize, context: &Context<'_>) -> Result<Positions, ExperimentError> {
        Positions::after(0, count, context)
    }

    /// As many, after the first so many.
    pub(super) fn after(
        first: usize,
        count: usize,
        context: &Context<'_>,
    ) -> Result<Positions, ExperimentError> {
        let others = if first > 0 { format!("-after-{first}") } else { String::new() };
        let name = format!("othello-{count}{others}.positions");
        let path = context.folder.path().join("measures").join(name);
        let failed = |source| ExperimentError::File { path: path.clone(), source };
        let note = context.memo(("othello-positions", first, count), || {
            let count = first + count;
            let collection =
                Collection { empties: 4, count, draws: Draws::Dropped, seed: context.seed };
            let mut set =
                endgame_set(context.records.othello()?, &collection, PositionItems::Squares);
            set.rows.drain(..first.min(set.rows.len()));
            let bytes = set.to_bytes().map_err(failed)?;
            fuda_core::files::write(&path, &bytes).map_err(failed)?;
            let real = set.rows.iter().filter(|row| row.source == 0).count();
            Ok(format!(
                "{} distinct positions with four empty squares, {real} from real games and {} from \
                 random play; draws dropped",
                set.rows.len(),
                set.rows.len() - real
            ))
        })?;
        match path.is_file() {
            true => Ok(Positions { path, note }),
            false => Err(ExperimentError::measuring(format!(
                "{} is missing from the run's folder; begin in a new one",
                path.display()
            ))),
        }
    }
}

impl Positions {
    /// Reads the file.
    pub(super) fn read(&self) -> Result<TableFile, ExperimentError> {
        read_table(&self.path, None).map_err(ExperimentError::measuring)
    }
}

/// The accuracy of a learner over five folds, in percent.
pub(super) fn cross_validated(
    train: &TableFile,
    features: &FeatureSet,
    learner: LearnerChoice,
    context: &Context<'_>,
) -> Result<Estimate, ExperimentError> {
    let classifying = Classifying {
        train,
        test: None,
        features,
        learner,
        folds: 5,
        seed: context.seed,
        memory: Memory::free(),
        listener: &|_| go_on(context),
    };
    let report = classifying.run(false).map_err(ExperimentError::measuring)?.report;
    let all = report.validation.ok_or_else(|| ExperimentError::measuring("no folds"))?.all;
    Ok(all.accuracy.times(100.0))
}

pub(super) fn threads(context: &Context<'_>) -> NonZeroUsize {
    NonZeroUsize::new(context.threads).unwrap_or(NonZeroUsize::MIN)
}

/// The settings of a count of patterns over supports.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PatternCounts {
    positions: usize,
    /// Least supports, as shares of the rows.
    supports: Vec<f64>,
    /// The most entropy (bits) of the label where a biased pattern holds.
    max_entropy: f64,
    /// Least supports at which biased patterns are counted.
    biased_supports: Vec<f64>,
}

impl PatternCounts {
    fn count(
        &self,
        positions: &Positions,
        share: f64,
        filter: Filter,
        context: &Context<'_>,
    ) -> Result<Point, ExperimentError> {
        let support = support(share, self.positions);
        let biased = filter.max_entropy.map(|bits| bits.to_string());
        let key = ("pattern-counts", self.positions, support, biased);
        let patterns: u64 = context.memo(key, || {
            let params = MineParams { min_support: support, filter, threads: threads(context) };
            let (table, listener) = (&positions.read()?.table, &|_| go_on(context));
            let mining = Mining { table, params, queue: context.queue, listener };
            Ok(mining.count().map_err(ExperimentError::measuring)?.patterns)
        })?;
        Ok(Point::exact(on_200_000(share), patterns as f64))
    }
}

impl Experiment for PatternCounts {
    const NAME: &str = "pattern-counts";

    fn measure(&self, _entry: &Entry, context: &Context<'_>) -> Result<Measured, ExperimentError> {
        let positions = Positions::make(self.positions, context)?;
        let steps = self.supports.len() + self.biased_supports.len();
        let (mut points, mut biased) = (Vec::new(), Vec::new());
        for (number, &share) in self.supports.iter().enumerate() {
            context.step(number, 0.0, steps);
            points.push(self.count(&positions, share, Filter::default(), context)?);
        }
        for (number, &share) in self.biased_supports.iter().enumerate() {
            context.step(self.supports.len() + number, 0.0, steps);
            biased.push(self.count(&positions, share, at_most(self.max_entropy), context)?);
        }
        let growth = growth(&points);
        let series = vec![
            Series::new("closed patterns", points),
            Series::new("biased patterns", biased),
            Series::new("growth", growth.into_iter().collect()),
        ];
        Ok(Measured { series, notes: vec![positions.note], ..Measured::default() })
    }
}

/// Patterns where the label has at most so much entropy.
fn at_most(bits: f64) -> Filter {
    Filter { max_entropy: Some(bits), ..Filter::default() }
}

/// How many times as many patterns there are when the support halves, from
/// the first to the last count.
fn growth(points: &[Point]) -> Option<Point> {
    let (first, last) = (points.first()?, points.last()?);
    let halvings = libm::log2(first.x()? / last.x()?);
    let factor = libm::pow(last.value.mean / first.value.mean, 1.0 / halvings);
    factor.is_finite().then(|| Point::exact("when the support halves", factor))
}

pub(super) fn support(share: f64, rows: usize) -> u32 {
    ((share * rows as f64).round() as u32).max(1)
}

/// A share of the rows as the support it is among the paper's 200,000.
fn on_200_000(share: f64) -> String {
    format!("{:.0}", share * 200_000.0)
}

pub(super) fn go_on(context: &Context<'_>) -> ControlFlow<()> {
    match context.check() {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    }
}
