//! Agreement in numbers, with intervals over games.

use super::{Rank, Sample};
use fuda_core::Game;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};
use std::collections::BTreeMap;

/// A mean with its 95% interval; `null` where the data say nothing of it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// The mean over decisions.
    pub mean: f64,
    /// The lower end.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

/// Agreement in one turn of the game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct TurnAgreement {
    /// The turn, counted from 1.
    pub turn: u32,
    /// How many decisions.
    pub positions: usize,
    /// The share in which the player chose the recorded move.
    pub agreement: f64,
    /// The share in which it named the recorded move at all.
    pub named: f64,
}

/// How well a player agrees with records.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Agreement {
    /// How many decisions it was asked about.
    pub positions: usize,
    /// How many games they come from.
    pub games: usize,
    /// How many decisions there were to draw from.
    pub drawn_from: usize,
    /// The share in which it chose the recorded move.
    pub agreement: Interval,
    /// The shares in which the recorded move was among its first 1, 2, 3 …
    pub within: Vec<f64>,
    /// The mean of the recorded move's place in its list, less one.
    pub disagreement: Interval,
    /// The share in which it named the recorded move at all.
    pub named: f64,
    /// Turn by turn.
    pub turns: Vec<TurnAgreement>,
}

/// How many places [`Agreement::within`] has.
const PLACES: usize = 14;

impl Agreement {
    /// Sums up the ranks of a sample, one for each decision.
    pub fn of<G: Game>(sample: &Sample<G>, ranks: &[Rank]) -> Agreement {
        let games: Vec<usize> = sample.decisions.iter().map(|d| d.record).collect();
        let agreed: Vec<f64> =
            ranks.iter().map(|r| f64::from(u8::from(r.listed == Some(1)))).collect();
        let places: Vec<f64> = ranks.iter().map(|r| r.expected - 1.0).collect();
        let mut different = games.clone();
        different.dedup();
        let count = ranks.len().max(1) as f64;
        let share =
            |test: &dyn Fn(&Rank) -> bool| ranks.iter().filter(|r| test(r)).count() as f64 / count;
        let within = |place: usize| share(&|r: &Rank| r.listed.is_some_and(|p| p <= place));
        Agreement {
            positions: ranks.len(),
            games: different.len(),
            drawn_from: sample.from,
            agreement: share_over_games(&agreed, &games),
            within: (1..=PLACES).map(within).collect(),
            disagreement: mean_over_games(&places, &games),
            named: share(&|r: &Rank| r.listed.is_some()),
            turns: by_turn(sample, ranks),
        }
    }
}

fn by_turn<G: Game>(sample: &Sample<G>, ranks: &[Rank]) -> Vec<TurnAgreement> {
    let mut turns: BTreeMap<u32, Vec<Rank>> = BTreeMap::new();
    for (decision, rank) in sample.decisions.iter().zip(ranks) {
        turns.entry(decision.turn).or_default().push(*rank);
    }
    turns
        .into_iter()
        .map(|(turn, ranks)| {
            let count = ranks.len() as f64;
            let share = |n: usize| n as f64 / count;
            TurnAgreement {
                turn,
                positions: ranks.len(),
                agreement: share(ranks.iter().filter(|r| r.listed == Some(1)).count()),
                named: share(ranks.iter().filter(|r| r.listed.is_some()).count()),
            }
        })
        .collect()
}

/// The mean of values whose games (numbers that never fall) are independent
/// of each other, while values of one game need not be: the error comes from
/// the sums of the games.
pub fn mean_over_games(values: &[f64], games: &[usize]) -> Interval {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count.max(1.0);
    let mut sums: Vec<f64> = Vec::new();
    let mut last = None;
    for (value, game) in values.iter().zip(games) {
        if last != Some(game) {
            sums.push(0.0);
            last = Some(game);
        }
        if let Some(sum) = sums.last_mut() {
            *sum += value - mean;
        }
    }
    let clusters = sums.len() as f64;
    let half = (sums.len() > 1)
        .then(|| {
            let squares: f64 = sums.iter().map(|s| s * s).sum();
            let error = (clusters / (clusters - 1.0) * squares).sqrt() / count;
            let t = StudentsT::new(0.0, 1.0, clusters - 1.0).ok()?;
            Some(t.inverse_cdf(0.975) * error)
        })
        .flatten()
        .filter(|half| half.is_finite());
    Interval { mean, low: half.map(|h| mean - h), high: half.map(|h| mean + h) }
}

/// As [`mean_over_games`] for a share: within 0 and 1, and with Wilson's interval
/// where games show no spread to judge by.
pub fn share_over_games(values: &[f64], games: &[usize]) -> Interval {
    let by_games = mean_over_games(values, games);
    let spread = by_games.low.is_some_and(|low| low < by_games.mean);
    if !spread && !values.is_empty() {
        return wilson(by_games.mean, values.len() as f64);
    }
    Interval {
        low: by_games.low.map(|x| x.max(0.0)),
        high: by_games.high.map(|x| x.min(1.0)),
        ..by_games
    }
}

fn wilson(share: f64, count: f64) -> Interval {
    const Z: f64 = 1.959_963_984_540_054;
    let square = Z * Z;
    let centre = (share + square / (2.0 * count)) / (1.0 + square / count);
    let spread = share * (1.0 - share) / count + square / (4.0 * count * count);
    let half = Z * spread.sqrt() / (1.0 + square / count);
    // Rounding must not push the share itself out.
    let (low, high) = ((centre - half).clamp(0.0, share), (centre + half).clamp(share, 1.0));
    Interval { mean: share, low: Some(low), high: Some(high) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_value_a_game_gives_students_interval() {
        let values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        let games: Vec<usize> = (0..8).collect();
        let found = mean_over_games(&values, &games);
        // Deviation sqrt(32/7), error of the mean its root-8th, t(7) 2.3646.
        let half = 2.364_624 * (32.0f64 / 7.0 / 8.0).sqrt();
        assert_eq!(found.mean, 5.0);
        assert!((found.high.unwrap() - 5.0 - half).abs() < 1e-4);
    }

    #[test]
    fn values_alike_within_games_widen_the_interval() {
        let values: Vec<f64> = (0..40).map(|i| f64::from(u8::from(i / 10 % 2 == 0))).collect();
        let apart: Vec<usize> = (0..40).collect();
        let together: Vec<usize> = (0..40).map(|i| i / 10).collect();
        let width = |games: &[usize]| {
            let found = share_over_games(&values, games);
            found.high.unwrap() - found.low.unwrap()
        };
        assert!(width(&together) > 2.0 * width(&apart));
    }

    #[test]
    fn all_alike_is_not_certain() {
        let found = share_over_games(&[1.0; 10], &[0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
        assert_eq!((found.mean, found.high), (1.0, Some(1.0)));
        // Wilson's lower end for 10 of 10 is 10 / (10 + 3.8415).
        assert!((found.low.unwrap() - 10.0 / 13.841_459).abs() < 1e-6);
        assert_eq!(mean_over_games(&[1.0], &[0]).low, None);
    }
}
