//! `fuda classify`: how well a learner tells the classes apart, on the items
//! of a table or on patterns of them.

use super::select::pattern_features;
use super::{CommandError, Listener, Step, WholeFile};
use crate::cmim::{SelectError, SpilledPattern};
use crate::features::Features;
use crate::input::{PositionSet, read_patterns, read_position_set, read_table};
use crate::table::Table;
use fuda_core::Seed;
use fuda_learn::{
    DiscriminantParams, Learner, LogisticParams, Metrics, Model, ModelFile, NaiveBayesParams,
    NetworkParams, Rows, Sample, Solver, SvmParams, Validation, cross_validate,
};
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
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
    pub const NAMES: [&str; 5] = ["nb", "lda", "mlp", "svm", "logistic"];

    /// The learner of a short name, with its usual parameters.
    pub fn parse(name: &str) -> Option<LearnerChoice> {
        match name {
            "nb" => Some(LearnerChoice::NaiveBayes(NaiveBayesParams::default())),
            "lda" => Some(LearnerChoice::Discriminant(DiscriminantParams::default())),
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

    fn learner(&self) -> Result<Box<dyn Learner>, CommandError> {
        Ok(match self {
            LearnerChoice::NaiveBayes(params) => Box::new(params.check()?),
            LearnerChoice::Discriminant(params) => Box::new(params.check()?),
            LearnerChoice::Network(params) => Box::new(params.check()?),
            LearnerChoice::Svm(params) => Box::new(params.check()?),
            LearnerChoice::Logistic(params) => Box::new(params.check()?),
        })
    }
}

/// What to learn from and how to test.
#[derive(Clone, PartialEq, Debug)]
pub struct ClassifyArgs {
    /// The table to learn from.
    pub train: PathBuf,
    /// Labels of the training table, if it carries none.
    pub train_labels: Option<PathBuf>,
    /// A table to test on; without it the training table is cross-validated.
    pub test: Option<PathBuf>,
    /// Labels of the test table, if it carries none.
    pub test_labels: Option<PathBuf>,
    /// Patterns that are the features; without them the items are.
    pub features: Option<PathBuf>,
    /// The learner.
    pub learner: LearnerChoice,
    /// Folds of the cross-validation.
    pub folds: usize,
    /// How rows are dealt into folds.
    pub seed: Seed,
    /// Where the model of all training rows is written.
    pub model: Option<PathBuf>,
}

/// How well it went.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ClassifyReport {
    /// The learner.
    pub learner: &'static str,
    /// Rows learnt from.
    pub rows: usize,
    /// Features a row has or has not.
    pub features: usize,
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
    /// How well its rows were told apart.
    pub metrics: Metrics,
}

/// A table with the sources of its rows, where it tells them.
struct Tested {
    table: Table,
    sources: Vec<u32>,
    names: Vec<String>,
}

fn read(path: &Path, labels: Option<&Path>) -> Result<Tested, CommandError> {
    if labels.is_none()
        && let Some(PositionSet { header, table, sources }) = read_position_set(path)?
    {
        return Ok(Tested { table, sources, names: header.sources });
    }
    let table = read_table(path, labels)?;
    Ok(Tested { table, sources: Vec::new(), names: Vec::new() })
}

/// Learns and tests.
pub fn run_classify(
    args: &ClassifyArgs,
    listener: Listener<'_>,
) -> Result<ClassifyReport, CommandError> {
    let train = read(&args.train, args.train_labels.as_deref())?.table;
    let labels = train.two_classes().map_err(SelectError::Table)?.to_vec();
    let patterns = args.features.as_deref().map(read_patterns).transpose()?;
    let test = match &args.test {
        Some(path) => Some(read(path, args.test_labels.as_deref())?),
        None => None,
    };
    let start = Instant::now();
    let names = FeatureNames::new(&train, patterns);
    let rows = names.rows(&train)?;
    let sample = Sample::new(&rows, &labels)?;
    let learner = args.learner.learner()?;
    let mut report = ClassifyReport {
        learner: learner.name(),
        rows: train.rows(),
        features: rows.columns(),
        validation: None,
        test: None,
        sources: Vec::new(),
        seconds: 0.0,
    };
    let mut model = None;
    if let Some(test) = test {
        let fitted = learner.fit(&sample)?;
        let truth = test.table.labels().ok_or(SelectError::Table(crate::TableError::NoLabels))?;
        let test_rows = names.rows(&test.table)?;
        let scores = fitted.scores(&Sample::new(&test_rows, truth)?)?;
        report.test = Some(Metrics::of(&scores, truth, None));
        report.sources = by_source(&test, &scores, truth);
        model = Some(fitted);
    } else {
        let mut stopped = false;
        let validation = cross_validate(&*learner, &sample, args.folds, args.seed, |fold, _| {
            let step = Step::Fold { done: fold + 1, folds: args.folds };
            stopped |= listener(step) == ControlFlow::Break(());
        })?;
        if stopped {
            return Err(SelectError::Stopped.into());
        }
        report.validation = Some(validation);
    }
    if let Some(path) = &args.model {
        let fitted = model.map_or_else(|| learner.fit(&sample), Ok)?;
        write_model(path, &fitted, learner.name(), &names, train.rows())?;
    }
    report.seconds = start.elapsed().as_secs_f64();
    Ok(report)
}

fn by_source(test: &Tested, scores: &[f64], truth: &[bool]) -> Vec<SourceReport> {
    if test.names.len() < 2 {
        return Vec::new();
    }
    let of = |(number, source): (usize, &String)| {
        let own = |row: &usize| test.sources[*row] as usize == number;
        let rows: Vec<usize> = (0..scores.len()).filter(own).collect();
        let scores: Vec<f64> = rows.iter().map(|&row| scores[row]).collect();
        let truth: Vec<bool> = rows.iter().map(|&row| truth[row]).collect();
        SourceReport { source: source.clone(), metrics: Metrics::of(&scores, &truth, None) }
    };
    test.names.iter().enumerate().map(of).collect()
}

/// What the columns of the learner's rows mean, in any table.
enum FeatureNames {
    Items(Vec<u32>),
    Patterns(Vec<SpilledPattern>),
}

impl FeatureNames {
    fn new(train: &Table, patterns: Option<Vec<SpilledPattern>>) -> FeatureNames {
        match patterns {
            Some(patterns) => FeatureNames::Patterns(patterns),
            None => {
                FeatureNames::Items((0..train.columns() as u32).map(|c| train.name(c)).collect())
            }
        }
    }

    fn text(&self) -> String {
        let join = |items: &[u32]| items.iter().map(u32::to_string).collect::<Vec<_>>().join("&");
        match self {
            FeatureNames::Items(names) => names.iter().map(u32::to_string).collect::<Vec<_>>(),
            FeatureNames::Patterns(patterns) => patterns.iter().map(|p| join(&p.items)).collect(),
        }
        .join(" ")
    }

    /// The rows of a table in these features. Items that the table lacks are
    /// in none of its rows.
    fn rows(&self, table: &Table) -> Result<Rows, CommandError> {
        let (rows, columns) = match self {
            FeatureNames::Items(names) => {
                let column = |cell: &u32| {
                    names.binary_search(&table.name(*cell)).ok().map(|column| column as u32)
                };
                let rows: Vec<Vec<u32>> = (0..table.rows())
                    .map(|row| table.row(row).iter().filter_map(column).collect())
                    .collect();
                (rows, names.len())
            }
            FeatureNames::Patterns(patterns) => (pattern_rows(table, patterns)?, patterns.len()),
        };
        Ok(Rows::ones(columns, rows.iter().map(Vec::as_slice))?)
    }
}

/// For each row, the patterns that hold in it.
fn pattern_rows(table: &Table, patterns: &[SpilledPattern]) -> Result<Vec<Vec<u32>>, CommandError> {
    let items = Features::of_items(table);
    let (order, _) = table.rows_by_class();
    let mut rows = vec![Vec::new(); table.rows()];
    for (batch, patterns) in patterns.chunks(PATTERNS_AT_ONCE).enumerate() {
        let known = |p: &SpilledPattern| p.items.iter().all(|&item| table.column(item).is_some());
        let numbers: Vec<usize> = (0..patterns.len()).filter(|&i| known(&patterns[i])).collect();
        let there: Vec<SpilledPattern> = numbers.iter().map(|&i| patterns[i].clone()).collect();
        let features = pattern_features(table, &items, &there)?;
        for (i, number) in numbers.into_iter().enumerate() {
            let column = (batch * PATTERNS_AT_ONCE + number) as u32;
            for row in features.rows_of(i) {
                rows[order[row] as usize].push(column);
            }
        }
    }
    Ok(rows)
}

/// Patterns whose bit columns are in memory at a time.
const PATTERNS_AT_ONCE: usize = 512;

fn write_model(
    path: &Path,
    model: &Model,
    learner: &str,
    names: &FeatureNames,
    rows: usize,
) -> Result<(), CommandError> {
    let settings = [
        ("learner", learner.to_owned()),
        ("features", names.text()),
        ("trained-rows", rows.to_string()),
    ];
    let encoder = match names {
        FeatureNames::Items(_) => "table-items-1",
        FeatureNames::Patterns(_) => "table-patterns-1",
    };
    let model = ModelFile { encoder: encoder.into(), ..model.to_file() }.with_settings(settings);
    let mut file = WholeFile::create(path)?;
    file.out.write_all(&model.to_bytes()).map_err(|source| file.error(source))?;
    file.finish()
}
