//! Mined patterns: conjunctions of a move's features whose weights predict
//! how the game ends.

use crate::error::check;
use crate::{MinedPatterns, Split, TrainError, mine_and_choose};
use fuda_core::{DecisionFilter, FeatureRows, Game, MoveFeatures, Record, Seed, try_in_order};
use fuda_learn::{ModelFile, PatternStage, Patterns, RidgeParams, Rows};
use fuda_stats::{Estimate, clustered_mean};
use std::sync::atomic::{AtomicUsize, Ordering};

/// How patterns are mined and weighed.
///
/// | setting | meaning | default |
/// |---|---|---|
/// | `mined` | the most closed patterns: the support is lowered until there would be more | 20,000 |
/// | `chosen` | the most patterns chosen from them (CMIM), beside the 2,000 most frequent single features; 0 leaves those alone | 300 |
/// | `penalty` | of the ridge regression | 30 |
/// | `rows` | the most positions, drawn by seed | 60,000 |
/// | `test_games` | games kept back for the test | a tenth |
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PatternParams {
    /// The most closed patterns.
    pub mined: u64,
    /// The most patterns chosen from them.
    pub chosen: usize,
    /// The penalty of the ridge regression.
    pub penalty: f64,
    /// The most positions.
    pub rows: usize,
    /// Games kept back for the test; a tenth when left out.
    pub test_games: Option<usize>,
    /// The split and the positions drawn.
    pub seed: Seed,
    /// Threads; the result does not depend on them.
    pub threads: usize,
}

impl Default for PatternParams {
    fn default() -> PatternParams {
        PatternParams {
            mined: 20_000,
            chosen: 300,
            penalty: 30.0,
            rows: 60_000,
            test_games: None,
            seed: Seed(1),
            threads: 1,
        }
    }
}

/// What was learned, and how well it predicts games it has not seen.
#[derive(Clone, PartialEq, Debug)]
pub struct PatternResult {
    /// The model; its game and encoder are set.
    pub model: ModelFile,
    /// Positions learned from and tested on.
    pub rows: (usize, usize),
    /// What was mined and chosen.
    pub mined: MinedPatterns,
    /// The mean squared error in the test, in squared points: of the mean, of
    /// single features, of single features and patterns.
    pub squared_error: [Estimate; 3],
    /// The weightiest patterns in words, with their weights in points.
    pub weightiest: Vec<(String, f64)>,
}

impl PatternResult {
    /// The fractions of the variance of the final points that single features
    /// explain, and that patterns beside them do.
    pub fn explained(&self) -> [f64; 2] {
        let [mean, single, patterns] = self.squared_error;
        [single, patterns].map(|error| 1.0 - error.mean / mean.mean.max(f64::MIN_POSITIVE))
    }
}

/// One chosen move: its game, its columns that are not 0, the final points.
type Moved = (usize, Vec<u32>, f64);

/// Learns patterns of the chosen moves' features from records.
pub fn patterns<G: Game>(
    game: &G,
    records: &[Record<G>],
    encoder: &dyn MoveFeatures<G>,
    filter: &DecisionFilter,
    params: &PatternParams,
    progress: &(dyn Fn(&str, f64) + Sync),
) -> Result<PatternResult, TrainError> {
    check(params.rows > 0, "rows", "at least 1", params.rows)?;
    let test_games = params.test_games.unwrap_or(records.len().div_ceil(10));
    let split = Split::by_game(records, test_games, params.seed);
    progress("reading games", 0.0);
    let done = AtomicUsize::new(0);
    let of = |n: usize| {
        let found = moves(n, &records[n], encoder, filter);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        progress("reading games", done as f64 / records.len() as f64);
        found
    };
    let read = try_in_order(records.len(), params.threads, of)?;
    let draw = |numbers: &[usize], which: u64| {
        let mut all: Vec<Moved> = numbers.iter().flat_map(|&n| read[n].iter().cloned()).collect();
        params.seed.stream(fuda_core::Purpose::Sample, &[which]).shuffle(&mut all);
        all.truncate(params.rows);
        all
    };
    let (train, test) = (draw(&split.train, 1), draw(&split.test, 2));
    if train.is_empty() || test.is_empty() {
        return Err(TrainError::TooLittle(format!("{} games", records.len())));
    }
    let mean = train.iter().map(|row| row.2).sum::<f64>() / train.len() as f64;
    let mined = match params.chosen {
        0 => MinedPatterns::default(),
        _ => {
            let rows = train.iter().map(|row| row.1.clone()).collect();
            let labels = train.iter().map(|row| row.2 > mean).collect();
            mine_and_choose(rows, labels, params.mined, params.chosen, progress)?
        }
    };
    progress("learning", 0.0);
    let columns = encoder.columns();
    let single = frequent_columns(&train, columns);
    let mut all = single.clone();
    all.extend(mined.chosen.iter().filter(|pattern| pattern.len() > 1).cloned());
    let alone = fit(&train, &single, columns, mean, params.penalty)?;
    progress("learning", 0.5);
    let both = fit(&train, &all, columns, mean, params.penalty)?;
    let error = |model: Option<&Patterns>| {
        clustered_mean(test.iter().map(|(game, items, points)| {
            let predicted = model.map_or(mean, |model| model.value(items));
            (*game, (predicted - points).powi(2))
        }))
    };
    let mut model = both.to_file();
    model.game = G::NAME.into();
    model.rules = game.rules();
    model.encoder = encoder.name().into();
    Ok(PatternResult {
        model,
        rows: (train.len(), test.len()),
        squared_error: [error(None), error(Some(&alone)), error(Some(&both))],
        weightiest: weightiest(&both, encoder),
        mined,
    })
}

/// The most single features that are weighed: the regression's memory grows
/// with their square.
const MOST_SINGLE: usize = 2_000;

/// The columns that are not 0 most often, each as a pattern of its own.
fn frequent_columns(rows: &[Moved], columns: usize) -> Vec<Vec<u32>> {
    let mut often = vec![0usize; columns];
    rows.iter().flat_map(|row| &row.1).for_each(|&column| often[column as usize] += 1);
    let mut kept: Vec<u32> =
        (0..columns as u32).filter(|&column| often[column as usize] > 0).collect();
    kept.sort_by_key(|&column| std::cmp::Reverse(often[column as usize]));
    kept.truncate(MOST_SINGLE);
    kept.sort_unstable();
    kept.into_iter().map(|column| vec![column]).collect()
}

fn moves<G: Game>(
    number: usize,
    record: &Record<G>,
    encoder: &dyn MoveFeatures<G>,
    filter: &DecisionFilter,
) -> Result<Vec<Moved>, TrainError> {
    let refused = |reason: String| TrainError::Record { number: number + 1, reason };
    let Some(scores) = &record.scores else { return Ok(Vec::new()) };
    let (mut found, mut rows) = (Vec::new(), FeatureRows::default());
    let mut decisions = record.decisions().map_err(|e| refused(e.to_string()))?;
    while let Some(decision) = decisions.next().map_err(|e| refused(e.to_string()))? {
        if filter.turn(&decision).is_some() {
            encoder.encode(&decision.view(), &[decision.chosen], &mut rows);
            let items = rows.row(0).iter().filter(|(_, value)| *value != 0.0);
            let points = scores.get(decision.seat.index()).copied().unwrap_or(0.0);
            found.push((number, items.map(|(column, _)| *column).collect(), points));
        }
    }
    Ok(found)
}

/// Weighs patterns by ridge regression on the final points.
fn fit(
    rows: &[Moved],
    patterns: &[Vec<u32>],
    columns: usize,
    mean: f64,
    penalty: f64,
) -> Result<Patterns, TrainError> {
    let mut by_first: Vec<Vec<u32>> = vec![Vec::new(); columns];
    for (number, pattern) in patterns.iter().enumerate() {
        if let Some(&first) = pattern.first() {
            by_first[first as usize].push(number as u32);
        }
    }
    let holds = |pattern: &[u32], items: &[u32]| {
        pattern.iter().all(|item| items.binary_search(item).is_ok())
    };
    let cells: Vec<Vec<(u32, f64)>> = rows
        .iter()
        .map(|(_, items, _)| {
            let candidates = items.iter().flat_map(|&item| &by_first[item as usize]);
            let mut on: Vec<u32> =
                candidates.copied().filter(|&n| holds(&patterns[n as usize], items)).collect();
            on.sort_unstable();
            on.into_iter().map(|n| (n, 1.0)).collect()
        })
        .collect();
    let table = Rows::sparse(patterns.len(), cells.iter().map(Vec::as_slice))?;
    let targets: Vec<f64> = rows.iter().map(|row| row.2 - mean).collect();
    let linear = RidgeParams { penalty }.check()?.fit(&table, &targets)?;
    let weighed = patterns.iter().cloned().zip(linear.weights);
    let kept = weighed.filter(|(_, weight)| *weight != 0.0).collect();
    let stage = PatternStage { most: u64::MAX, bias: mean + linear.bias, patterns: kept };
    Ok(Patterns { columns, stages: vec![stage] })
}

/// Patterns named in words.
const NAMED: usize = 20;

fn weightiest<G: Game>(model: &Patterns, encoder: &dyn MoveFeatures<G>) -> Vec<(String, f64)> {
    let mut all: Vec<&(Vec<u32>, f64)> =
        model.stages.iter().flat_map(|stage| &stage.patterns).collect();
    all.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    let words = |items: &[u32]| {
        let words: Vec<String> = items.iter().map(|&item| encoder.meaning(item as usize)).collect();
        words.join(" and ")
    };
    all.iter().take(NAMED).map(|(items, weight)| (words(items), *weight)).collect()
}
