//! Imitation with the help of auxiliary problems (Ando and Zhang 2005; Miki
//! 2010).
//!
//! Each auxiliary problem is a linear model of the position after a move. Their
//! models or predictions become further columns for the ranking of moves; all
//! of it is linear and folds into one vector over the plain columns.

use crate::choices::each_choice;
use crate::error::check;
use crate::{Ranker, TrainError};
use fuda_core::{
    AuxiliaryOutcomes, AuxiliaryProblems, DecisionFilter, FeatureRows, Game, MoveFeatures, Record,
    Seed, try_in_order,
};
use fuda_learn::{
    Cells, Extension, Folds, Groups, Keep, Linear, ModelFile, NewtonParams, NewtonStep, Penalty,
    PerceptronParams, RankMetrics, RankingParams, Rows, Sample, SoftmaxParams, Solver, SvmParams,
    select_by_f,
};
use fuda_stats::Estimate;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Which columns auxiliary problems add.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Aux {
    /// None.
    None,
    /// Coordinates along the directions their models share (SVD-ASO).
    Models,
    /// What they predict: the value of each model.
    Predictions,
    /// Both.
    Both,
    /// What they predict as an answer, +1 or −1. That is not linear: there are
    /// no weights over plain columns that do the same.
    Answers,
}

impl Aux {
    /// All ways by name.
    pub const ALL: [(&'static str, Aux); 5] = [
        ("none", Aux::None),
        ("models", Aux::Models),
        ("predictions", Aux::Predictions),
        ("both", Aux::Both),
        ("answers", Aux::Answers),
    ];
}

/// How to learn.
///
/// | setting | meaning | default |
/// |---|---|---|
/// | `ranker` | SVM, softmax or perceptron | SVM |
/// | `select` | which problems are kept by their F in 4-fold cross-validation | all |
/// | `folds` | whether its folds are of whole games or of single decisions | games |
/// | `c` | how much a mistake counts beside the length of the weights, in the main problem | 1 |
/// | `rank` | the most shared directions of models | 50 |
/// | `epochs` | passes over the decisions; the SVM converges when left out | 8, 10 |
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AuxiliaryParams {
    /// What ranks the moves.
    pub ranker: Ranker,
    /// Which problems are kept by their cross-validated F.
    pub select: Option<Keep>,
    /// What stays together in that cross-validation.
    pub folds: FoldsOf,
    /// How much a mistake in the main problem counts beside the length of the
    /// weights.
    pub c: f64,
    /// The most shared directions of models.
    pub rank: usize,
    /// Passes over the decisions. For the SVM the most passes of a coordinate
    /// descent, over the rows of auxiliary problems too.
    pub epochs: Option<usize>,
    /// The root of all random numbers.
    pub seed: Seed,
    /// Threads that share the work; no result depends on them.
    pub threads: usize,
}

/// What stays together when problems are cross-validated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FoldsOf {
    /// Whole games, so that nothing is tested on a hand that was learned from.
    #[default]
    Games,
    /// Single decisions: others of the same hand, with the same answer, are
    /// learned from.
    Decisions,
}

impl Default for AuxiliaryParams {
    fn default() -> Self {
        AuxiliaryParams {
            ranker: Ranker::Svm,
            select: None,
            folds: FoldsOf::Games,
            c: 1.0,
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
    /// The rows it was asked of.
    pub rows: usize,
    /// The rows it is true of.
    pub positives: usize,
    /// Its F-measure in cross-validation, where that was asked for.
    pub f: Option<Estimate>,
    /// Whether it was used.
    pub kept: bool,
}

/// What was learned with one way of using auxiliary problems.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AuxiliaryResult {
    /// Which columns auxiliary problems added.
    pub aux: Aux,
    /// The games learned from.
    pub train_games: usize,
    /// Their decisions.
    pub train_decisions: usize,
    /// How well the test games are ranked.
    pub test: RankMetrics,
    /// How well the training games are ranked.
    pub train: RankMetrics,
    /// The auxiliary problems.
    pub problems: Vec<ProblemReport>,
    /// The weights over plain columns, everything folded in; none where that
    /// cannot be done.
    #[serde(skip)]
    pub weights: Vec<f64>,
}

/// Decisions of records as groups of alternatives, and what auxiliary problems
/// are learned from.
pub struct AuxiliaryExamples {
    groups: Groups,
    /// The features that all alternatives of a decision share.
    shared: Rows,
    /// The features of the position after each recorded move, whole.
    rows: Rows,
    /// The record and the decision of each row.
    cases: Vec<(u32, u32)>,
    outcomes: Box<dyn AuxiliaryOutcomes>,
}

impl AuxiliaryExamples {
    /// Reads the decisions of records. `done` is called after each record.
    pub fn read<G: Game>(
        records: &[Record<G>],
        encoder: &dyn MoveFeatures<G>,
        filter: &DecisionFilter,
        problems: &dyn AuxiliaryProblems<G>,
        threads: usize,
        done: &(dyn Fn() + Sync),
    ) -> Result<AuxiliaryExamples, TrainError> {
        let outcomes = problems.watch(records);
        let refused = |(number, reason)| TrainError::Record { number: number + 1, reason };
        let outcomes = outcomes.map_err(refused)?;
        let parts = try_in_order(records.len(), threads, |number| {
            let mut shared = FeatureRows::default();
            let (mut groups, mut after) = (Groups::new(encoder.columns()), Vec::new());
            let record = &records[number];
            each_choice(number, record, encoder, filter, |decision, rows, chosen| {
                encoder.shared(&decision.view(), &mut shared);
                let common = shared.rows().next().unwrap_or_default();
                let whole = merged(common, rows[chosen]);
                after.push((decision.number as u32, whole, merged(common, &[])));
                Ok(groups.push(number as u32, chosen, rows)?)
            })?;
            done();
            Ok::<_, TrainError>((groups, after))
        })?;
        let mut groups = Groups::new(encoder.columns());
        let (mut rows, mut shared, mut cases) = (Vec::new(), Vec::new(), Vec::new());
        for (number, (part, after)) in parts.into_iter().enumerate() {
            groups.append(&part)?;
            for (decision, row, common) in after {
                cases.push((number as u32, decision));
                rows.push(row);
                shared.push(common);
            }
        }
        if groups.is_empty() {
            let games = records.len();
            let why = format!("{games} games without a decision of the kind asked for");
            return Err(TrainError::TooLittle(why));
        }
        let rows = Rows::sparse(encoder.columns(), rows.iter().map(Vec::as_slice))?;
        let shared = Rows::sparse(encoder.columns(), shared.iter().map(Vec::as_slice))?;
        Ok(AuxiliaryExamples { groups, shared, rows, cases, outcomes })
    }

    /// Learns from some games and tests on others, both by number, once for
    /// each way of using auxiliary problems, which are learned only once.
    /// `start` has weights over the plain columns to begin with (those learned
    /// without auxiliary problems, say): where the ranking converges they save
    /// time and change nothing else. `done` gets a stage's name and how much
    /// of it is done, from 0 to 1.
    pub fn learn(
        &self,
        train: &[usize],
        test: &[usize],
        ways: &[Aux],
        params: &AuxiliaryParams,
        start: Option<&[f64]>,
        done: &(dyn Fn(&str, f64) + Sync),
    ) -> Result<Vec<AuxiliaryResult>, TrainError> {
        let linear = params.ranker != Ranker::Network;
        check(linear, "ranker", "svm, softmax or perceptron", "network")?;
        let games: BTreeSet<u32> = train.iter().map(|&game| game as u32).collect();
        let tests: BTreeSet<u32> = test.iter().map(|&game| game as u32).collect();
        assert!(games.is_disjoint(&tests), "nothing is tested on games that were learned from");
        let (problem_weights, problems) = match ways.iter().any(|&aux| aux != Aux::None) {
            false => (Vec::new(), Vec::new()),
            true => self.problems(&games, params, done)?,
        };
        // All ways begin where the plain one ends, so that what one finds does
        // not depend on which others are asked for.
        let converges = params.ranker == Ranker::Svm && params.epochs.is_none();
        let plain = match (start, converges) {
            (Some(start), true) => start.to_vec(),
            (None, true) => {
                let zeros = vec![0.0; self.groups.columns()];
                rank(&self.groups, &games, &Extension::default(), zeros, params, done)?
            }
            (_, false) => Vec::new(),
        };
        let result = |&aux: &Aux| -> Result<AuxiliaryResult, TrainError> {
            let extension = match aux {
                Aux::None => Extension::default(),
                aux => {
                    let directions = matches!(aux, Aux::Models | Aux::Both);
                    let rank = if directions { params.rank } else { 0 };
                    let predictions = aux != Aux::Models;
                    Extension::of_problems(&problem_weights, rank, predictions, params.seed)
                }
            };
            // Answers are columns of their own; everything else folds.
            let answers = match aux {
                Aux::Answers => {
                    let used = |id| games.contains(&id) || tests.contains(&id);
                    Some(extension.extend_with_signs(&self.groups, &self.shared, used)?)
                }
                _ => None,
            };
            let groups = answers.as_ref().unwrap_or(&self.groups);
            let weights = match (aux, converges, start) {
                (Aux::None, true, None) => plain.clone(),
                (Aux::Answers, _, _) => {
                    let mut wide = plain.clone();
                    wide.resize(if converges { groups.columns() } else { 0 }, 0.0);
                    rank(groups, &games, &Extension::default(), wide, params, done)?
                }
                _ => rank(groups, &games, &extension, plain.clone(), params, done)?,
            };
            let metrics = |of: &BTreeSet<u32>| {
                RankMetrics::of(&groups.pick(|id| of.contains(&id)), |row: Cells<'_>| {
                    row.dot(&weights)
                })
            };
            Ok(AuxiliaryResult {
                aux,
                train_games: games.len(),
                train_decisions: self.groups.pick(|id| games.contains(&id)).len(),
                test: metrics(&tests),
                train: metrics(&games),
                problems: if aux == Aux::None { Vec::new() } else { problems.clone() },
                weights: if aux == Aux::Answers { Vec::new() } else { weights },
            })
        };
        ways.iter().map(result).collect()
    }

    /// The weights of every auxiliary problem that is kept.
    fn problems(
        &self,
        games: &BTreeSet<u32>,
        params: &AuxiliaryParams,
        done: &(dyn Fn(&str, f64) + Sync),
    ) -> Result<(Vec<Vec<f64>>, Vec<ProblemReport>), TrainError> {
        let mut labelled = Vec::new();
        for problem in self.outcomes.problems(&|record| games.contains(&(record as u32))) {
            let (mut labels, mut picks) = (vec![false; self.cases.len()], Vec::new());
            for (row, &(record, decision)) in self.cases.iter().enumerate() {
                let answer = (problem.answer)(record as usize, decision as usize);
                labels[row] = answer == Some(true);
                if answer.is_some() && games.contains(&record) {
                    picks.push(row as u32);
                }
            }
            labelled.push((problem.words, labels, picks));
        }
        let (mut samples, mut reports) = (Vec::new(), Vec::new());
        for (problem, labels, picks) in &labelled {
            let positives = picks.iter().filter(|&&row| labels[row as usize]).count();
            let (problem, rows) = (problem.clone(), picks.len());
            samples.push(Sample::new(&self.rows, labels)?.pick(picks.clone()));
            let kept = positives > 0 && positives < rows;
            reports.push(ProblemReport { problem, rows, positives, f: None, kept });
        }
        let rows = samples.iter().map(Sample::len).max().unwrap_or(0);
        let svm = problem_svm(params, rows, self.rows.columns()).check()?;
        let kept = |reports: &[ProblemReport]| -> Vec<Sample<'_>> {
            let both = samples.iter().zip(reports);
            both.filter(|(_, report)| report.kept).map(|(sample, _)| sample.clone()).collect()
        };
        if let Some(keep) = params.select {
            let told =
                |learned, of| done("selecting auxiliary problems", learned as f64 / of as f64);
            let group_of = &|row: u32| match params.folds {
                FoldsOf::Games => self.cases[row as usize].0,
                FoldsOf::Decisions => row,
            };
            let folds = Folds { many: 4, group_of, seed: params.seed };
            let found = select_by_f(&svm, &kept(&reports), folds, keep, params.threads, &told)?;
            let asked = reports.iter_mut().filter(|report| report.kept);
            for (report, found) in asked.zip(found) {
                (report.f, report.kept) = (found.f, found.kept);
            }
        }
        let samples = kept(&reports);
        let told = |learned| done("auxiliary problems", learned as f64 / samples.len() as f64);
        let models = svm.fit_many(&samples, params.threads, &told)?;
        Ok((models.into_iter().map(|model| model.weights).collect(), reports))
    }
}

/// Learns the ranking over extended columns; gives weights over the plain
/// ones.
fn rank(
    groups: &Groups,
    games: &BTreeSet<u32>,
    extension: &Extension,
    start: Vec<f64>,
    params: &AuxiliaryParams,
    done: &(dyn Fn(&str, f64) + Sync),
) -> Result<Vec<f64>, TrainError> {
    // Every pair counts in both directions: twice the price.
    let ranking =
        RankingParams { c: 2.0 * params.c, seed: params.seed, ..RankingParams::default() };
    if let (Ranker::Svm, None) = (params.ranker, params.epochs) {
        let newton = NewtonParams { tolerance: TOLERANCE, ..NewtonParams::default() };
        let (solver, threads) = (Solver::Newton, params.threads);
        let ranking = RankingParams { solver, threads, newton, ..ranking }.check()?;
        let sample = groups.pick(|id| games.contains(&id));
        // From the first step's share of the objective to the last one's.
        let far = |share: f64| libm::log(share.max(TOLERANCE)) / libm::log(TOLERANCE);
        let told = |step: NewtonStep| done("ranking", far(step.expected).min(1.0));
        return Ok(ranking.newton(&sample, &Penalty::of(extension), start, told)?.0);
    }
    let extended = match extension.is_empty() {
        true => None,
        false => Some(extension.extend(groups, |id| games.contains(&id))?),
    };
    let sample = extended.as_ref().unwrap_or(groups).pick(|id| games.contains(&id));
    let usual = if params.ranker == Ranker::Softmax { 8 } else { 10 };
    let epochs = params.epochs.unwrap_or(usual);
    let passed = |pass: usize| done("ranking", pass as f64 / epochs as f64);
    let weights = match params.ranker {
        Ranker::Softmax => {
            let softmax = SoftmaxParams { epochs, seed: params.seed, ..Default::default() };
            softmax.check()?.fit(&sample, |pass, _| passed(pass))?
        }
        Ranker::Perceptron => {
            let perceptron = PerceptronParams { epochs, seed: params.seed }.check()?;
            perceptron.fit(&sample, |pass, _| passed(pass))?.weights
        }
        _ => RankingParams { epochs, ..ranking }.check()?.fit(&sample, |pass, _| passed(pass))?,
    };
    Ok(extension.fold(&weights)?)
}

impl AuxiliaryResult {
    /// The model, for the game and the encoder it was learned with.
    pub fn model<G: Game>(&self, game: &G, encoder: &dyn MoveFeatures<G>) -> ModelFile {
        ModelFile {
            game: G::NAME.into(),
            rules: game.rules(),
            encoder: encoder.name().into(),
            ..Linear { weights: self.weights.clone(), bias: 0.0 }.to_file()
        }
    }
}

/// A step of Newton's method that is expected to take off less of the
/// objective than this share is the last.
const TOLERANCE: f64 = 1e-5;

/// The SVM of auxiliary problems with so many rows and columns: coordinate
/// descent while few rows make them easy to part, Newton's method beyond.
fn problem_svm(params: &AuxiliaryParams, rows: usize, columns: usize) -> SvmParams {
    let svm = SvmParams { bias: 0.0, seed: params.seed, ..SvmParams::default() };
    match params.epochs.filter(|_| params.ranker == Ranker::Svm) {
        Some(epochs) => SvmParams { epochs, ..svm },
        None if rows < 5 * columns => svm,
        None => {
            let newton = NewtonParams { tolerance: 1e-3, ..NewtonParams::default() };
            SvmParams { solver: Solver::Newton, newton, ..svm }
        }
    }
}

/// Two rows added up.
fn merged(a: &[(u32, f32)], b: &[(u32, f32)]) -> Vec<(u32, f64)> {
    let mut cells: Vec<(u32, f64)> = Vec::with_capacity(a.len() + b.len());
    cells.extend(a.iter().chain(b).map(|&(column, x)| (column, f64::from(x))));
    // Stable, so that what is shared is added first.
    cells.sort_by_key(|cell| cell.0);
    cells.dedup_by(|next, sum| {
        let same = next.0 == sum.0;
        sum.1 += if same { next.1 } else { 0.0 };
        same
    });
    cells.retain(|cell| cell.1 != 0.0);
    cells
}
