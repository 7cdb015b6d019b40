//! An evaluation of Othello by game stage from mined patterns.
//!
//! For each stage of the game: boards of that stage as the mover sees them,
//! one per game, turned at random; closed patterns of their squares and of
//! where either side may move that occur often enough; of these the ones most
//! informative about who wins (CMIM); weights by ridge regression on the final
//! disc difference. A pattern has the same weight on all sides of the board.

use crate::{TrainError, mine_and_choose};
use fuda_arena::{Entrant, SelfPlay, self_play};
use fuda_core::{
    Ask, Choice, Game, MoveOf, Player, PlayerError, Purpose, RandomPlayer, Record, Seed,
};
use fuda_learn::{LearnError, Linear, ModelFile, RidgeParams, Rows};
use fuda_othello::encode::{AfterMove, board_items};
use fuda_othello::{AlphaBeta, AlphaBetaPlayer, Board, BoardPattern, Othello, PatternStage};
use fuda_players::patterns::file;
use serde::Serialize;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How an evaluation is learned.
///
/// | parameter | meaning | default |
/// |---|---|---|
/// | `stages` | the most empty squares of each stage, ascending | 18, 24, 30, 36, 42, 48, 60 |
/// | `rows` | the most boards a stage | 120,000 |
/// | `mined` | the most closed patterns a stage is mined for: the support is lowered until there would be more | 100,000 |
/// | `chosen` | the most patterns chosen from them; 0 leaves raw features alone | 1,000 |
/// | `self_play` | games of a shallow search with random moves in between, beside the records | 30,000 |
/// | `penalty` | of the ridge regression | 30 |
#[derive(Clone, PartialEq, Debug)]
pub struct EvaluationParams {
    /// The most empty squares of each stage, ascending.
    pub stages: Vec<u32>,
    /// The most boards a stage.
    pub rows: usize,
    /// The most closed patterns a stage is mined for.
    pub mined: u64,
    /// The most patterns chosen from them.
    pub chosen: usize,
    /// Games of self-play beside the records.
    pub self_play: usize,
    /// The penalty of the ridge regression.
    pub penalty: f64,
    /// All random numbers.
    pub seed: Seed,
}

impl Default for EvaluationParams {
    fn default() -> EvaluationParams {
        EvaluationParams {
            stages: vec![18, 24, 30, 36, 42, 48, 60],
            rows: 120_000,
            mined: 100_000,
            chosen: 1_000,
            self_play: 30_000,
            penalty: 30.0,
            seed: Seed(1),
        }
    }
}

/// What came of one stage, on boards that were not learned from.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StageReport {
    /// The most empty squares of the stage.
    pub most_empties: u32,
    /// Boards learned from.
    pub rows: usize,
    /// The support patterns were mined at.
    pub min_support: u32,
    /// Closed patterns there were.
    pub mined: usize,
    /// Patterns chosen.
    pub chosen: usize,
    /// Boards tested on.
    pub tested: usize,
    /// The share of the variance of the final score that raw features explain.
    pub raw: f64,
    /// The share that raw features and mined patterns explain.
    pub patterns: f64,
}

/// A board with the final difference for its mover.
type Judged = (Board, i32);

/// Learns an evaluation; `progress` hears of each step and how much of it is
/// done.
pub fn learn_evaluation(
    records: &[Record<Othello>],
    params: &EvaluationParams,
    progress: &(dyn Fn(&str, f64) + Sync),
) -> Result<(ModelFile, Vec<StageReport>), TrainError> {
    let mut games: Vec<Vec<Judged>> = records.iter().filter_map(replayed).collect();
    params.seed.stream(Purpose::Sample, &[0]).shuffle(&mut games);
    games.truncate(params.rows.saturating_sub(params.self_play));
    games.extend(self_played(params, progress)?);
    if games.is_empty() {
        return Err(TrainError::TooLittle("no finished game".into()));
    }
    params.seed.stream(Purpose::Sample, &[1]).shuffle(&mut games);
    let mut stages = Vec::new();
    let mut reports = Vec::new();
    let mut least = 0;
    for (number, &most_empties) in params.stages.iter().enumerate() {
        let mut rng = params.seed.stream(Purpose::Sample, &[2, number as u64]);
        let boards: Vec<Judged> = games
            .iter()
            .filter_map(|game| {
                let of_stage =
                    |judged: &&Judged| (least..=most_empties).contains(&judged.0.empties());
                let found: Vec<&Judged> = game.iter().filter(of_stage).collect();
                let &&(board, score) = rng.pick(&found)?;
                Some((board.symmetries()[rng.below(8) as usize], score))
            })
            .take(params.rows)
            .collect();
        // No game of ours begins so early: the next stage judges such boards.
        if boards.is_empty() {
            continue;
        }
        let (of, all) = (number + 1, params.stages.len());
        let (stage, report) = learn_stage(&boards, most_empties, params, &|step, share| {
            progress(&format!("stage {of} of {all}: {step}"), share);
        })?;
        stages.push(stage);
        reports.push(report);
        least = most_empties + 1;
    }
    let made = format!(
        "{} games of records, {} of self-play, at most {} boards a stage, {} patterns of {} mined, \
         penalty {}, seed {}",
        games.len() - params.self_play.min(games.len()),
        params.self_play,
        params.rows,
        params.chosen,
        params.mined,
        params.penalty,
        params.seed.0
    );
    Ok((file(&stages).with_settings([("learned_from", made)]), reports))
}

/// The boards of a finished game, each with the final difference for its mover.
fn replayed(record: &Record<Othello>) -> Option<Vec<Judged>> {
    let mut decisions = record.decisions().ok()?;
    let mut boards = Vec::with_capacity(60);
    while let Some(decision) = decisions.next().ok()? {
        boards.push((decision.position.board(), decision.position.to_move()));
    }
    let position = decisions.position();
    if !position.is_over() {
        return None;
    }
    let (last, score) = (position.to_move(), position.board().final_score());
    let judged = |(board, to_move)| (board, if to_move == last { score } else { -score });
    Some(boards.into_iter().map(judged).collect())
}

/// One move in so many of self-play is random.
const RANDOM_EVERY: u32 = 8;

/// A shallow search that now and then plays at random.
struct Wanderer(AlphaBetaPlayer);

impl Player<Othello> for Wanderer {
    fn choose(&mut self, ask: Ask<'_, Othello>) -> Result<Choice<MoveOf<Othello>>, PlayerError> {
        match ask.rng.below(RANDOM_EVERY) {
            0 => RandomPlayer.choose(ask),
            _ => self.0.choose(ask),
        }
    }
}

/// Games of a shallow search from random openings, some moves at random.
fn self_played(
    params: &EvaluationParams,
    progress: &(dyn Fn(&str, f64) + Sync),
) -> Result<Vec<Vec<Judged>>, TrainError> {
    let search = || AlphaBetaPlayer::new(AlphaBeta { depth: 2, exact: 8 });
    let player = Entrant::fair("wanderer", move || Box::new(Wanderer(search())));
    let rules = Othello::with_rules("random-12").unwrap_or_default();
    let seed = params.seed.derive(Purpose::Sample, &[3]);
    let options = SelfPlay { games: params.self_play as u64, seed, threads: 1 };
    let played = AtomicUsize::new(0);
    let records = self_play(&rules, &[player], options, None, &|| {
        let played = played.fetch_add(1, Ordering::Relaxed) + 1;
        progress("self-play", played as f64 / params.self_play as f64);
    })?;
    Ok(records.iter().filter_map(replayed).collect())
}

/// One board in so many is kept for the test.
const TEST_EVERY: usize = 10;

fn learn_stage(
    boards: &[Judged],
    most_empties: u32,
    params: &EvaluationParams,
    progress: &(dyn Fn(&str, f64) + Sync),
) -> Result<(PatternStage, StageReport), TrainError> {
    let (train, test): (Vec<_>, Vec<_>) =
        boards.iter().enumerate().partition(|(row, _)| row % TEST_EVERY != 0);
    let [train, test] = [train, test]
        .map(|rows| -> Vec<Judged> { rows.into_iter().map(|(_, &judged)| judged).collect() });
    let raw: Vec<BoardPattern> = raw_features();
    let mut patterns = raw.clone();
    let (mut min_support, mut mined) = (0, 0);
    if params.chosen > 0 {
        let rows = train.iter().map(|(board, _)| board_items(*board).collect()).collect();
        // A draw is not a win: it counts for the other side.
        let labels = train.iter().map(|&(_, score)| score > 0).collect();
        let found = mine_and_choose(rows, labels, params.mined, params.chosen, progress)?;
        (min_support, mined) = (found.support, found.mined);
        let chosen = found.chosen.iter().map(|items| BoardPattern::from_features(items));
        patterns.extend(chosen.map(first_image));
        patterns.sort_unstable();
        patterns.dedup();
    }
    progress("learning", 0.0);
    let alone = fit(&train, &raw, params.penalty)?;
    progress("learning", 0.5);
    let all = fit(&train, &patterns, params.penalty)?;
    let report = StageReport {
        most_empties,
        rows: train.len(),
        min_support,
        mined,
        chosen: patterns.len() - raw.len().min(patterns.len()),
        tested: test.len(),
        raw: explained(&test, &raw, &alone)?,
        patterns: explained(&test, &patterns, &all)?,
    };
    let worth = |weight: &f64| (100.0 * weight).round() as i32;
    let kept = patterns.iter().copied().zip(all.weights.iter().map(worth));
    let stage = PatternStage {
        most_empties,
        bias: worth(&all.bias),
        patterns: kept.filter(|&(_, worth)| worth != 0).collect(),
    };
    Ok((stage, report))
}

/// Each feature of a square alone, up to symmetry.
fn raw_features() -> Vec<BoardPattern> {
    let mut all: Vec<BoardPattern> = (0..AfterMove::COLUMNS as u32)
        .map(|feature| BoardPattern::from_features(&[feature]))
        .filter(|&pattern| first_image(pattern) == pattern)
        .collect();
    all.sort_unstable();
    all
}

/// The image that stands for a pattern and all of its images.
fn first_image(pattern: BoardPattern) -> BoardPattern {
    pattern.images().into_iter().min().unwrap_or(pattern)
}

/// In how many of the board's symmetries each pattern holds, as rows.
fn counts(boards: &[Judged], patterns: &[BoardPattern]) -> Result<Rows, LearnError> {
    let images: Vec<[BoardPattern; 8]> = patterns.iter().map(|pattern| pattern.images()).collect();
    let cells = boards.iter().map(|&(board, _)| {
        let has = BoardPattern::whole(board);
        let counted = images.iter().map(|images| images.iter().filter(|p| p.is_in(has)).count());
        let row = counted.enumerate().filter(|&(_, count)| count != 0);
        row.map(|(i, count)| (i as u32, count as f64)).collect()
    });
    let cells: Vec<Vec<(u32, f64)>> = cells.collect();
    Rows::sparse(patterns.len(), cells.iter().map(Vec::as_slice))
}

fn fit(boards: &[Judged], patterns: &[BoardPattern], penalty: f64) -> Result<Linear, LearnError> {
    let targets: Vec<f64> = boards.iter().map(|&(_, score)| f64::from(score)).collect();
    RidgeParams { penalty }.check()?.fit(&counts(boards, patterns)?, &targets)
}

/// The share of the variance of the final score that is explained.
fn explained(
    boards: &[Judged],
    patterns: &[BoardPattern],
    linear: &Linear,
) -> Result<f64, LearnError> {
    let mean = boards.iter().map(|b| f64::from(b.1)).sum::<f64>() / boards.len().max(1) as f64;
    let rows = counts(boards, patterns)?;
    let (mut left, mut all) = (0.0, 0.0);
    for (row, &(_, score)) in boards.iter().enumerate() {
        let value = linear.bias + rows.row(row).dot(&linear.weights);
        left += (f64::from(score) - value).powi(2);
        all += (f64::from(score) - mean).powi(2);
    }
    Ok(1.0 - left / all.max(f64::MIN_POSITIVE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_learned_from_self_play_alone() {
        let params = EvaluationParams {
            stages: vec![24, 48, 60],
            mined: 300,
            chosen: 10,
            self_play: 120,
            ..EvaluationParams::default()
        };
        let heard = std::sync::Mutex::new(Vec::new());
        let hear = |step: &str, share: f64| heard.lock().unwrap().push((step.to_owned(), share));
        let (model, reports) = learn_evaluation(&[], &params, &hear).unwrap();
        assert_eq!(reports.len(), 2);
        let heard = heard.into_inner().unwrap();
        assert!(heard.iter().all(|(_, share)| (0.0..=1.0).contains(share)));
        for step in ["self-play", "stage 1 of 3: mining", "stage 2 of 3: learning"] {
            assert!(heard.iter().filter(|(heard, _)| heard == step).count() > 1, "{step}");
        }
        assert!(reports.iter().all(|r| r.chosen > 0 && r.mined > 20 && r.rows + r.tested == 120));
        // The same from the same seed, and it can be asked.
        assert_eq!(learn_evaluation(&[], &params, &|_, _| {}).unwrap().0, model);
        let ready = fuda_players::patterns::evaluation(&model).unwrap();
        assert_eq!(ready.evaluate(Board::START), ready.evaluate(Board::START.symmetries()[5]));
        let none = EvaluationParams { self_play: 0, ..params };
        assert!(matches!(learn_evaluation(&[], &none, &|_, _| {}), Err(TrainError::TooLittle(_))));
    }
}
