//! How well a learner separates the classes, on the items of a table or on
//! patterns of them.

use super::select::pattern_features;
use super::{Listener, PipelineError, Step};
use crate::cmim::{SelectError, SpilledPattern};
use crate::features::Features;
use crate::input::TableFile;
use crate::memory::Memory;
use crate::table::{Table, TableError};
use fuda_core::Seed;
use fuda_learn::{
    DiscriminantParams, Learner, LogisticParams, Metrics, Model, NaiveBayesParams, NetworkParams,
    Rows, Sample, Solver, SvmParams, Validation, cross_validate, deal_folds, deal_groups,
};
use serde::Serialize;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Instant;

/// Which learner, with its parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum LearnerChoice {
    /// Naive Bayes.
    NaiveBayes(NaiveBayesParams),
    /// Linear discriminant analysis.
    Discriminant(DiscriminantParams),
    /// A three-layer network with RPROP.
    Network(NetworkParams),
    /// A linear support vector machine.
    Svm(SvmParams),
    /// Logistic regression.
    Logistic(LogisticParams),
}

impl LearnerChoice {
    /// The names `parse` knows.
    pub const NAMES: [&str; 6] = ["nb", "lda", "dlda", "mlp", "svm", "logistic"];

    /// The learner of a short name, with its usual parameters.
    pub fn parse(name: &str) -> Option<LearnerChoice> {
        match name {
            "nb" => Some(LearnerChoice::NaiveBayes(NaiveBayesParams::default())),
            "lda" => Some(LearnerChoice::Discriminant(DiscriminantParams::default())),
            "dlda" => Some(LearnerChoice::Discriminant(DiscriminantParams {
                diagonal: true,
                ..DiscriminantParams::default()
            })),
            "mlp" => Some(LearnerChoice::Network(NetworkParams::default())),
            // Rows are many, columns few: Newton's method on the weights.
            "svm" => Some(LearnerChoice::Svm(SvmParams {
                solver: Solver::Newton,
                ..SvmParams::default()
            })),
            "logistic" => Some(LearnerChoice::Logistic(LogisticParams::default())),
            _ => None,
        }
    }

    fn learner(&self) -> Result<Box<dyn Learner>, PipelineError> {
        Ok(match self {
            LearnerChoice::NaiveBayes(params) => Box::new(params.check()?),
            LearnerChoice::Discriminant(params) => Box::new(params.check()?),
            LearnerChoice::Network(params) => Box::new(params.check()?),
            LearnerChoice::Svm(params) => Box::new(params.check()?),
            LearnerChoice::Logistic(params) => Box::new(params.check()?),
        })
    }

    /// Refuses to learn from more features than memory holds.
    pub fn check_memory(&self, features: usize, memory: Memory) -> Result<(), PipelineError> {
        if let LearnerChoice::Discriminant(params) = self {
            memory.check(
                params.memory(features),
                || format!("the covariance of {features} features"),
                "choose fewer features (--most, a higher cut-off) or take the diagonal \
                 discriminant (dlda)",
            )?;
        }
        Ok(())
    }
}

/// What to learn from and how to test.
#[derive(Clone, Copy)]
pub struct Classifying<'a> {
    /// The table to learn from.
    pub train: &'a TableFile,
    /// A table to test on; without it the training table is cross-validated.
    pub test: Option<&'a TableFile>,
    /// The features.
    pub features: &'a FeatureSet,
    /// The learner.
    pub learner: LearnerChoice,
    /// Folds of the cross-validation.
    pub folds: usize,
    /// How rows, or whole games, are dealt into folds.
    pub seed: Seed,
    /// The most memory to take.
    pub memory: Memory,
    /// Follows the progress.
    pub listener: Listener<'a>,
}

/// How well it went.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ClassifyReport {
    /// The learner.
    pub learner: String,
    /// Rows learned from.
    pub rows: usize,
    /// Features a row has or has not.
    pub features: usize,
    /// Games that the tested rows are from, where the table names them: folds
    /// are of whole games, and intervals are over games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<usize>,
    /// Cross-validation on the training table, when there is no test table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation: Option<Validation>,
    /// On the test table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<Metrics>,
    /// On the rows of each source of the test table alone, when it is a
    /// position set of several sources.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<SourceReport>,
    /// How long it took, reading not counted.
    pub seconds: f64,
}

/// The rows of one source.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SourceReport {
    /// Which source.
    pub source: String,
    /// How well its rows were classified.
    pub metrics: Metrics,
}

/// A report, and the model of all training rows where one was made.
#[derive(Clone, PartialEq, Debug)]
pub struct Classified {
    /// How well it went.
    pub report: ClassifyReport,
    /// The model.
    pub model: Option<Model>,
}

impl Classifying<'_> {
    /// Learns and tests; with `keep` the model of all training rows is given
    /// back even where the test is a cross-validation.
    pub fn run(&self, keep: bool) -> Result<Classified, PipelineError> {
        let table = &self.train.table;
        let labels = table.two_classes().map_err(SelectError::Table)?;
        let start = Instant::now();
        self.learner.check_memory(self.features.len(), self.memory)?;
        let rows = self.features.rows(table, self.memory)?;
        let sample = Sample::new(&rows, labels)?;
        let learner = self.learner.learner()?;
        let mut report = ClassifyReport {
            learner: learner.name().to_owned(),
            rows: table.rows(),
            features: rows.columns(),
            games: None,
            validation: None,
            test: None,
            sources: Vec::new(),
            seconds: 0.0,
        };
        let mut model = None;
        if let Some(test) = self.test {
            let fitted = learner.fit(&sample)?;
            report.tested(test, &self.scores(&fitted, test)?)?;
            model = Some(fitted);
        } else {
            report.games = count_games(self.train);
            report.validation = Some(self.validate(&*learner, &sample)?);
            if keep {
                model = Some(learner.fit(&sample)?);
            }
        }
        report.seconds = start.elapsed().as_secs_f64();
        Ok(Classified { report, model })
    }

    fn scores(&self, model: &Model, test: &TableFile) -> Result<Vec<f64>, PipelineError> {
        self.features.scores(model, &test.table, self.memory)
    }

    fn validate(
        &self,
        learner: &dyn Learner,
        sample: &Sample<'_>,
    ) -> Result<Validation, PipelineError> {
        let games = games(self.train);
        let dealt = match games {
            None => deal_folds(sample, self.folds, self.seed)?,
            Some(games) => deal_groups(sample, |row| games[row as usize], self.folds, self.seed)?,
        };
        let mut stopped = false;
        let validation = cross_validate(learner, sample, &dealt, games, |fold, _| {
            let step = Step::Fold { done: fold + 1, folds: self.folds };
            stopped |= (self.listener)(step) == ControlFlow::Break(());
        })?;
        match stopped {
            true => Err(SelectError::Stopped.into()),
            false => Ok(validation),
        }
    }
}

impl ClassifyReport {
    /// Takes in the scores of a test table.
    pub(super) fn tested(&mut self, test: &TableFile, scores: &[f64]) -> Result<(), PipelineError> {
        let truth = test.table.labels().ok_or(SelectError::Table(TableError::NoLabels))?;
        self.games = count_games(test);
        self.test = Some(Metrics::of(scores, truth, games(test)));
        self.sources = by_source(test, scores, truth);
        Ok(())
    }
}

/// The games of rows, where the table names them.
fn games(file: &TableFile) -> Option<&[u32]> {
    (!file.games.is_empty()).then_some(file.games.as_slice())
}

/// How many games a table's rows are from, where it names them.
fn count_games(file: &TableFile) -> Option<usize> {
    games(file).map(|games| games.iter().collect::<BTreeSet<_>>().len())
}

fn by_source(test: &TableFile, scores: &[f64], truth: &[bool]) -> Vec<SourceReport> {
    let names = test.header.as_ref().map(|header| header.sources.as_slice()).unwrap_or_default();
    if names.len() < 2 {
        return Vec::new();
    }
    let of = |(number, source): (usize, &String)| {
        let own = |row: &usize| test.sources[*row] as usize == number;
        let rows: Vec<usize> = (0..scores.len()).filter(own).collect();
        let scores: Vec<f64> = rows.iter().map(|&row| scores[row]).collect();
        let truth: Vec<bool> = rows.iter().map(|&row| truth[row]).collect();
        let games: Option<Vec<u32>> =
            games(test).map(|games| rows.iter().map(|&row| games[row]).collect());
        let metrics = Metrics::of(&scores, &truth, games.as_deref());
        SourceReport { source: source.clone(), metrics }
    };
    names.iter().enumerate().map(of).collect()
}

/// What the columns of a learner's rows are, in any table: items or patterns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FeatureSet {
    /// Items, ascending.
    Items(Vec<u32>),
    /// Patterns.
    Patterns(Vec<SpilledPattern>),
}

/// Patterns whose bit columns are in memory at a time.
const PATTERNS_AT_ONCE: usize = 512;

impl FeatureSet {
    /// The items that a table has.
    pub fn items(table: &Table) -> FeatureSet {
        FeatureSet::Items((0..table.columns() as u32).map(|column| table.name(column)).collect())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            FeatureSet::Items(items) => items.len(),
            FeatureSet::Patterns(patterns) => patterns.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The items of each feature.
    pub(super) fn lists(&self) -> Vec<Vec<u32>> {
        match self {
            FeatureSet::Items(items) => items.iter().map(|&item| vec![item]).collect(),
            FeatureSet::Patterns(patterns) => patterns.iter().map(|p| p.items.clone()).collect(),
        }
    }

    /// The scores of a table's rows.
    pub(super) fn scores(
        &self,
        model: &Model,
        table: &Table,
        memory: Memory,
    ) -> Result<Vec<f64>, PipelineError> {
        let labels = table.labels().ok_or(SelectError::Table(TableError::NoLabels))?;
        let rows = self.rows(table, memory)?;
        Ok(model.scores(&Sample::new(&rows, labels)?)?)
    }

    /// The rows of a table in these features. Items that the table lacks are
    /// in none of its rows.
    fn rows(&self, table: &Table, memory: Memory) -> Result<Rows, PipelineError> {
        let rows = match self {
            FeatureSet::Items(items) => {
                let column = |cell: &u32| {
                    items.binary_search(&table.name(*cell)).ok().map(|column| column as u32)
                };
                (0..table.rows())
                    .map(|row| table.row(row).iter().filter_map(column).collect())
                    .collect()
            }
            FeatureSet::Patterns(patterns) => pattern_rows(table, patterns, memory)?,
        };
        Ok(Rows::ones(self.len(), rows.iter().map(Vec::as_slice))?)
    }
}

/// For each row, the patterns that hold in it.
fn pattern_rows(
    table: &Table,
    patterns: &[SpilledPattern],
    memory: Memory,
) -> Result<Vec<Vec<u32>>, PipelineError> {
    let items = Features::of_items(table);
    let (order, _) = table.rows_by_class();
    let mut rows = vec![Vec::new(); table.rows()];
    let mut cells = 0u64;
    for (batch, some) in patterns.chunks(PATTERNS_AT_ONCE).enumerate() {
        let known = |p: &SpilledPattern| p.items.iter().all(|&item| table.column(item).is_some());
        let numbers: Vec<usize> = (0..some.len()).filter(|&i| known(&some[i])).collect();
        let there: Vec<SpilledPattern> = numbers.iter().map(|&i| some[i].clone()).collect();
        let features = pattern_features(table, &items, &there)?;
        cells += (0..there.len()).map(|i| u64::from(features.count(i).rows())).sum::<u64>();
        // As many again as so far, for those to come; each cell stands in a
        // list that grows and once more in the rows of the learner.
        let done = (batch * PATTERNS_AT_ONCE + some.len()) as u64;
        memory.check(
            cells * patterns.len() as u64 / done * 12,
            || format!("a table of {} patterns in {} rows", patterns.len(), table.rows()),
            "choose fewer features (--most, a higher cut-off)",
        )?;
        for (i, number) in numbers.into_iter().enumerate() {
            let column = (batch * PATTERNS_AT_ONCE + number) as u32;
            for row in features.rows_of(i) {
                rows[order[row] as usize].push(column);
            }
        }
    }
    Ok(rows)
}
