//! Learning from examples, and how well it went.

use super::examples::distinct_walls;
use super::problems::commonest_yaku;
use super::{Auxiliary, Evaluation, Examples, ExamplesError, ProblemSet};
use fuda_core::{Purpose, Record, Seed};
use fuda_learn::{
    Extension, Folds, LearnError, NewtonParams, Penalty, PerceptronParams, RankMetrics,
    RankingParams, Sample, SoftmaxParams, Solver, SvmParams, select_by_f,
};
use fuda_mahjong::Mahjong;
use fuda_stats::Estimate;
use serde::Serialize;
use std::collections::BTreeSet;
use thiserror::Error;

/// Which features auxiliary problems add.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Aux {
    /// None.
    None,
    /// Coordinates along the directions their models share (SVD-ASO).
    Models,
    /// What they predict.
    Predictions,
    /// Both.
    Both,
}

/// What is minimised.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Pairs in the wrong order: the study's linear SVM.
    Ranking,
    /// Choices that were unlikely.
    Softmax,
    /// Pairs in the wrong order, one after the other, and the mean of all
    /// weights on the way: the averaged perceptron.
    Perceptron,
}

/// How to learn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LessonParams {
    /// What is minimised.
    pub method: Method,
    /// Which auxiliary problems.
    pub problems: ProblemSet,
    /// Keep only problems whose cross-validated F reaches this.
    pub select: Option<f64>,
    /// The most shared directions of models.
    pub rank: usize,
    /// Passes over the decisions. For ranking the most passes of a coordinate
    /// descent, over the rows of auxiliary problems too; without a number it
    /// is brought to its end by Newton's method.
    pub epochs: Option<usize>,
    /// The root of all random numbers.
    pub seed: Seed,
    /// Threads that share the work; no result depends on them.
    pub threads: usize,
}

impl Default for LessonParams {
    fn default() -> Self {
        LessonParams {
            method: Method::Ranking,
            problems: ProblemSet::Own,
            select: None,
            rank: 50,
            epochs: None,
            seed: Seed(1),
            threads: 1,
        }
    }
}

/// What became of an auxiliary problem.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ProblemReport {
    /// The problem in words.
    pub problem: String,
    /// How many rows it was asked of, and of how many it is true.
    pub rows: usize,
    /// The rows it is true of.
    pub positives: usize,
    /// Its F-measure in cross-validation, where that was asked for.
    pub f: Option<Estimate>,
    /// Whether it was used.
    pub kept: bool,
}

/// What was learned.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Lesson {
    /// Which features auxiliary problems added.
    pub aux: Aux,
    /// The games learnt from.
    pub train_games: usize,
    /// Their decisions.
    pub train_decisions: usize,
    /// How well the test games are ranked.
    pub test: RankMetrics,
    /// How well the training games are ranked.
    pub train: RankMetrics,
    /// The auxiliary problems.
    pub problems: Vec<ProblemReport>,
    /// The weights over plain features, everything folded in.
    #[serde(skip)]
    pub weights: Vec<f64>,
}

/// Why nothing was learned.
#[derive(Debug, Error)]
pub enum LessonError {
    /// Records without examples.
    #[error("{0}")]
    Examples(#[from] ExamplesError),
    /// Examples nothing can be learnt from.
    #[error("{0}")]
    Learn(#[from] LearnError),
    /// Fewer games than asked for.
    #[error("{wanted} games are needed ({test} of them to test on), but there are {games}")]
    Games {
        /// How many are needed.
        wanted: usize,
        /// How many of them to test on.
        test: usize,
        /// How many there are.
        games: usize,
    },
    /// Auxiliary problems without their rows.
    #[error("examples were read without the rows of auxiliary problems")]
    NoAuxiliary,
}

/// Deals games by seed into those to test on and those to learn from, in the
/// order in which smaller training sets take them. Games dealt from the same
/// walls as an earlier one are left out.
pub fn split_games(
    records: &[Record<Mahjong>],
    train: usize,
    test: usize,
    seed: Seed,
) -> Result<(Vec<u32>, Vec<u32>), LessonError> {
    let mut games: Vec<u32> = distinct_walls(records).into_iter().map(|n| n as u32).collect();
    let wanted = train + test;
    if games.len() < wanted {
        return Err(LessonError::Games { wanted, test, games: games.len() });
    }
    seed.stream(Purpose::Sample, &[]).shuffle(&mut games);
    let tests = games.drain(..test).collect();
    games.truncate(train);
    Ok((games, tests))
}

/// Learns from some games and tests on others, once for each way of using
/// auxiliary problems, which are learnt only once. `start` has weights over
/// the plain features to begin with (those learnt without auxiliary problems,
/// say): where ranking is brought to its end they save time and change
/// nothing else. `done` hears what is going on: the stage in words and how far
/// it is, from 0 to 1.
pub fn learn(
    examples: &Examples,
    train: &[u32],
    test: &[u32],
    ways: &[Aux],
    params: &LessonParams,
    start: Option<&[f64]>,
    done: &(dyn Fn(&str, f64) + Sync),
) -> Result<Vec<Lesson>, LessonError> {
    let games: BTreeSet<u32> = train.iter().copied().collect();
    let tests: BTreeSet<u32> = test.iter().copied().collect();
    assert!(games.is_disjoint(&tests), "nothing is tested on games that were learnt from");
    let (weights, problems) = match ways.iter().any(|&aux| aux != Aux::None) {
        false => (Vec::new(), Vec::new()),
        true => {
            let auxiliary = examples.auxiliary.as_ref().ok_or(LessonError::NoAuxiliary)?;
            auxiliary_weights(auxiliary, &games, params, done)?
        }
    };
    // All ways begin where the plain one ends, so that what one finds does not
    // depend on which others are asked for.
    let finished = params.method == Method::Ranking && params.epochs.is_none();
    let plain = match (start, finished) {
        (Some(start), true) => start.to_vec(),
        (None, true) => {
            let zeros = vec![0.0; examples.groups.columns()];
            main_weights(examples, &games, &Extension::default(), zeros, params, done)?
        }
        (_, false) => Vec::new(),
    };
    let lesson = |&aux: &Aux| -> Result<Lesson, LessonError> {
        let extension = match aux {
            Aux::None => Extension::default(),
            aux => {
                let rank = if aux == Aux::Predictions { 0 } else { params.rank };
                let predictions = aux != Aux::Models;
                Extension::of_problems(&weights, rank, predictions, params.seed)
            }
        };
        let weights = match (aux, finished, start) {
            (Aux::None, true, None) => plain.clone(),
            _ => main_weights(examples, &games, &extension, plain.clone(), params, done)?,
        };
        let sample = examples.groups.pick(|id| games.contains(&id));
        let score = |row: fuda_learn::Cells<'_>| row.dot(&weights);
        Ok(Lesson {
            aux,
            train_games: games.len(),
            train_decisions: sample.len(),
            test: RankMetrics::of(&examples.tests.pick(|id| tests.contains(&id)), score),
            train: RankMetrics::of(&examples.tests.pick(|id| games.contains(&id)), score),
            problems: if aux == Aux::None { Vec::new() } else { problems.clone() },
            weights,
        })
    };
    ways.iter().map(lesson).collect()
}

/// A step of Newton's method that is expected to take off less of the
/// objective than this share is the last.
const TOLERANCE: f64 = 1e-5;

/// Learns the main problem over extended features; gives weights over the
/// plain ones.
fn main_weights(
    examples: &Examples,
    games: &BTreeSet<u32>,
    extension: &Extension,
    start: Vec<f64>,
    params: &LessonParams,
    done: &(dyn Fn(&str, f64) + Sync),
) -> Result<Vec<f64>, LessonError> {
    // Every pair counts in both directions: twice the price.
    let ranking = RankingParams { c: 2.0, seed: params.seed, ..RankingParams::default() };
    if let (Method::Ranking, None) = (params.method, params.epochs) {
        let newton = NewtonParams { tolerance: TOLERANCE, ..NewtonParams::default() };
        let (solver, threads) = (Solver::Newton, params.threads);
        let ranking = RankingParams { solver, threads, newton, ..ranking }.check()?;
        let sample = examples.groups.pick(|id| games.contains(&id));
        // From the first step's share of the objective to the last one's.
        let far = |share: f64| share.max(TOLERANCE).ln() / TOLERANCE.ln();
        let told = |step: fuda_learn::NewtonStep| done("ranking", far(step.expected).min(1.0));
        return Ok(ranking.newton(&sample, &Penalty::of(extension), start, told)?.0);
    }
    let extended;
    let groups = if extension.is_empty() {
        &examples.groups
    } else {
        extended = extension.extend(&examples.groups, |id| games.contains(&id))?;
        &extended
    };
    let sample = groups.pick(|id| games.contains(&id));
    let weights = match params.method {
        Method::Ranking => {
            let epochs = params.epochs.unwrap_or(ranking.epochs);
            let passed = |pass: usize, _| done("ranking", pass as f64 / epochs as f64);
            RankingParams { epochs, ..ranking }.check()?.fit(&sample, passed)?
        }
        Method::Softmax => {
            let epochs = params.epochs.unwrap_or(8);
            let softmax = SoftmaxParams { epochs, seed: params.seed, ..SoftmaxParams::default() };
            softmax.check()?.fit(&sample, |pass, _| done("softmax", pass as f64 / epochs as f64))?
        }
        Method::Perceptron => {
            let epochs = params.epochs.unwrap_or(10);
            let perceptron = PerceptronParams { epochs, seed: params.seed }.check()?;
            let passed = |pass: usize, _: &_| done("perceptron", pass as f64 / epochs as f64);
            perceptron.fit(&sample, passed)?.weights
        }
    };
    Ok(extension.fold(&weights)?)
}

/// The weights of every auxiliary problem that is kept.
fn auxiliary_weights(
    auxiliary: &Auxiliary,
    games: &BTreeSet<u32>,
    params: &LessonParams,
    done: &(dyn Fn(&str, f64) + Sync),
) -> Result<(Vec<Vec<f64>>, Vec<ProblemReport>), LessonError> {
    let yaku = commonest_yaku(auxiliary.ends_of(games));
    let problems = params.problems.problems(&yaku);
    let labels: Vec<Vec<bool>> = problems.iter().map(|problem| auxiliary.labels(problem)).collect();
    let (mut samples, mut reports) = (Vec::new(), Vec::new());
    for (problem, labels) in problems.iter().zip(&labels) {
        let picks = auxiliary.picks(problem, games);
        let positives = picks.iter().filter(|&&row| labels[row as usize]).count();
        let rows = picks.len();
        samples.push(Sample::new(&auxiliary.rows, labels)?.pick(picks));
        let kept = positives > 0 && positives < rows;
        let problem = problem.to_string();
        reports.push(ProblemReport { problem, rows, positives, f: None, kept });
    }
    let rows = samples.iter().map(Sample::len).max().unwrap_or(0);
    let svm = auxiliary_svm(params, rows, auxiliary.rows.columns()).check()?;
    let kept = |reports: &[ProblemReport]| -> Vec<Sample<'_>> {
        let both = samples.iter().zip(reports);
        both.filter(|(_, report)| report.kept).map(|(sample, _)| sample.clone()).collect()
    };
    if let Some(mark) = params.select {
        let told = |learnt, of| done("selecting auxiliary problems", learnt as f64 / of as f64);
        let folds = Folds { many: 4, group_of: &|row| auxiliary.game_of(row), seed: params.seed };
        let found = select_by_f(&svm, &kept(&reports), folds, mark, params.threads, &told)?;
        let mut found = found.into_iter();
        for report in reports.iter_mut().filter(|report| report.kept) {
            if let Some(found) = found.next() {
                (report.f, report.kept) = (found.f, found.kept);
            }
        }
    }
    let samples = kept(&reports);
    let told = |learnt| done("auxiliary problems", learnt as f64 / samples.len() as f64);
    let models = svm.fit_many(&samples, params.threads, &told)?;
    Ok((models.into_iter().map(|model| model.weights).collect(), reports))
}

/// The SVM of auxiliary problems with so many rows and columns: coordinate
/// descent while few rows make them easy to part, Newton's method beyond.
fn auxiliary_svm(params: &LessonParams, rows: usize, columns: usize) -> SvmParams {
    let svm = SvmParams { bias: 0.0, seed: params.seed, ..SvmParams::default() };
    match params.epochs.filter(|_| params.method == Method::Ranking) {
        Some(epochs) => SvmParams { epochs, ..svm },
        None if rows < 5 * columns => svm,
        None => {
            let newton = NewtonParams { tolerance: 1e-3, ..NewtonParams::default() };
            SvmParams { solver: Solver::Newton, newton, ..svm }
        }
    }
}

/// Learns from the first so many games, for each size and each way of using
/// auxiliary problems: a learning curve.
pub fn curve(
    examples: &Examples,
    train: &[u32],
    test: &[u32],
    sizes: &[usize],
    ways: &[Aux],
    params: &LessonParams,
    done: &(dyn Fn(&str, f64) + Sync),
) -> Result<Vec<Lesson>, LessonError> {
    let mut lessons = Vec::new();
    for &size in sizes {
        let wanted = size + test.len();
        let games = train.len() + test.len();
        let first = train.get(..size).filter(|first| !first.is_empty());
        let first = first.ok_or(LessonError::Games { wanted, test: test.len(), games })?;
        lessons.extend(learn(examples, first, test, ways, params, None, done)?);
    }
    Ok(lessons)
}

impl Lesson {
    /// The evaluation that was learned.
    pub fn evaluation(&self, examples: &Examples) -> Result<Evaluation, LearnError> {
        Evaluation::new(examples.features, &self.weights)
    }
}
