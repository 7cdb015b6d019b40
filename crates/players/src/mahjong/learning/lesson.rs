//! Learning from examples, and how well it went.

use super::examples::distinct_walls;
use super::problems::commonest_yaku;
use super::{Auxiliary, Evaluation, EvaluationError, Examples, ExamplesError, Problem, ProblemSet};
use fuda_core::{Purpose, Record, Seed};
use fuda_learn::{
    Estimate, Extension, LearnError, Learner, Model, RankMetrics, RankingParams, Sample,
    SoftmaxParams, SvmParams, select_by_f,
};
use fuda_mahjong::Mahjong;
use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
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
    /// The most passes over the decisions, and over the rows of each auxiliary
    /// problem.
    pub epochs: usize,
    /// The root of all random numbers.
    pub seed: Seed,
    /// Threads that share the auxiliary problems.
    pub threads: usize,
}

impl Default for LessonParams {
    fn default() -> Self {
        LessonParams {
            method: Method::Ranking,
            problems: ProblemSet::Own,
            select: None,
            rank: 50,
            epochs: 20,
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

/// What was learnt.
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

/// Why nothing was learnt.
#[derive(Debug, Error)]
pub enum LessonError {
    /// Records without examples.
    #[error("{0}")]
    Examples(#[from] ExamplesError),
    /// Examples nothing can be learnt from.
    #[error("{0}")]
    Learn(#[from] LearnError),
    /// A model that is none.
    #[error("{0}")]
    Evaluation(#[from] EvaluationError),
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
/// auxiliary problems, which are learnt only once. `done` hears what is going
/// on: the stage in words and how far it is, from 0 to 1.
pub fn learn(
    examples: &Examples,
    train: &[u32],
    test: &[u32],
    ways: &[Aux],
    params: &LessonParams,
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
    let lesson =
        |&aux: &Aux| {
            let extension = match aux {
                Aux::None => Extension::default(),
                aux => {
                    let rank = if aux == Aux::Predictions { 0 } else { params.rank };
                    let predictions = aux != Aux::Models;
                    Extension::of_problems(&weights, rank, predictions, params.seed)
                }
            };
            let problems = if aux == Aux::None { Vec::new() } else { problems.clone() };
            learn_extended(examples, &games, &tests, &extension, params, done)
                .map(|lesson| Lesson { aux, problems, ..lesson })
        };
    ways.iter().map(lesson).collect()
}

/// Learns the main problem over extended features.
fn learn_extended(
    examples: &Examples,
    games: &BTreeSet<u32>,
    tests: &BTreeSet<u32>,
    extension: &Extension,
    params: &LessonParams,
    done: &(dyn Fn(&str, f64) + Sync),
) -> Result<Lesson, LessonError> {
    let extended;
    let groups = if extension.is_empty() {
        &examples.groups
    } else {
        extended = extension.extend(&examples.groups, |id| games.contains(&id))?;
        &extended
    };
    let sample = groups.pick(|id| games.contains(&id));
    let epochs = params.epochs;
    let weights = match params.method {
        Method::Ranking => {
            // Every pair counts in both directions: twice the price.
            let ranking =
                RankingParams { c: 2.0, epochs, seed: params.seed, ..RankingParams::default() };
            let passed = |pass: usize, _| done("ranking", pass as f64 / epochs as f64);
            ranking.check()?.fit(&sample, passed)?
        }
        Method::Softmax => {
            let softmax = SoftmaxParams { epochs, seed: params.seed, ..SoftmaxParams::default() };
            softmax.check()?.fit(&sample, |pass, _| done("softmax", pass as f64 / epochs as f64))?
        }
    };
    let folded = extension.fold(&weights)?;
    Ok(Lesson {
        aux: Aux::None,
        train_games: games.len(),
        train_decisions: sample.len(),
        test: RankMetrics::of(&examples.tests.pick(|id| tests.contains(&id)), &folded),
        train: RankMetrics::of(&examples.tests.pick(|id| games.contains(&id)), &folded),
        problems: Vec::new(),
        weights: folded,
    })
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
    let (next, finished) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let mut solved: Vec<Option<Result<Solved, LearnError>>> = Vec::new();
    solved.resize_with(problems.len(), || None);
    std::thread::scope(|scope| {
        let work = || {
            let mut mine = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(problem) = problems.get(number) else { break mine };
                mine.push((number, solve(auxiliary, games, problem, params)));
                let share = finished.fetch_add(1, Ordering::Relaxed) + 1;
                done("auxiliary problems", share as f64 / problems.len() as f64);
            }
        };
        let workers: Vec<_> = (0..params.threads.max(1)).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            match worker.join() {
                Ok(mine) => mine.into_iter().for_each(|(i, found)| solved[i] = Some(found)),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    let (mut weights, mut reports) = (Vec::new(), Vec::new());
    for found in solved.into_iter().flatten() {
        let found = found?;
        weights.extend(found.weights);
        reports.push(found.report);
    }
    Ok((weights, reports))
}

struct Solved {
    weights: Option<Vec<f64>>,
    report: ProblemReport,
}

fn solve(
    auxiliary: &Auxiliary,
    games: &BTreeSet<u32>,
    problem: &Problem,
    params: &LessonParams,
) -> Result<Solved, LearnError> {
    let labels = auxiliary.labels(problem);
    let picks = auxiliary.picks(problem, games);
    let positives = picks.iter().filter(|&&row| labels[row as usize]).count();
    let rows = picks.len();
    let sample = Sample::new(&auxiliary.rows, &labels)?.pick(picks);
    let (epochs, seed) = (params.epochs, params.seed);
    let svm = SvmParams { bias: 0.0, epochs, seed, ..SvmParams::default() }.check()?;
    let (mut f, mut kept) = (None, positives > 0 && positives < rows);
    if let (true, Some(mark)) = (kept, params.select) {
        let selected = select_by_f(&svm, &sample, 4, mark, params.seed)?;
        (f, kept) = (selected.f, selected.kept);
    }
    let weights = match kept.then(|| svm.fit(&sample)).transpose()? {
        Some(Model::Linear(linear)) => Some(linear.weights),
        _ => None,
    };
    let report = ProblemReport { problem: problem.to_string(), rows, positives, f, kept };
    Ok(Solved { weights, report })
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
        lessons.extend(learn(examples, first, test, ways, params, done)?);
    }
    Ok(lessons)
}

impl Lesson {
    /// The evaluation that was learnt.
    pub fn evaluation(&self, examples: &Examples) -> Result<Evaluation, EvaluationError> {
        Evaluation::new(examples.features, &self.weights)
    }
}
