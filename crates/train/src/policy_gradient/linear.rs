//! A linear policy by episodic policy gradient (REINFORCE; Williams 1992).

use super::Opponent;
use super::learner::spread_of_scores;
use crate::TrainError;
use crate::error::check;
use fuda_arena::{Competitor, Conditions, play_game};
use fuda_core::{
    Ask, Choice, FeatureRows, Game, MoveFeatures, MoveOf, Player, PlayerError, Purpose, Rng, Seat,
    Seed, ViewOf,
};
use fuda_learn::{Linear, ModelFile};
use fuda_players::learned::sample;
use fuda_stats::{Estimate, Running};
use serde::Serialize;
use std::sync::{Arc, Mutex, MutexGuard};

/// Decides what is not learned; `None` where the policy is asked.
pub type OtherMoves<G> = Arc<dyn Fn(&ViewOf<G>, &mut Rng) -> Option<MoveOf<G>> + Send + Sync>;

/// How a linear policy is learned.
///
/// | setting | meaning | default |
/// |---|---|---|
/// | `episodes` | games to learn from | 30,000 |
/// | `rate` | the first step; after `episode` games it is `rate * halves / (halves + episode)` | 0.1 |
/// | `halves` | games after which the step has halved | 3,000 |
/// | `temperature` | by which linear values are divided before the softmax | 1 |
/// | `baseline` | whether the mean reward so far is taken off each reward | yes |
/// | `averaged` | the share of games at the end over which weights are averaged; 0: the last stand | 0.5 |
/// | `in_units` | whether rewards count in the spread of random games' scores | yes |
/// | `random_start` | whether weights start between 0 and 1 instead of at 0 | no |
/// | `opponents` | opponents and their games out of 100; the rest is against itself | none |
/// | `seat` | the seat against opponents; it turns from game to game when left out | none |
/// | `report_every` | games per point of the learning curve | 1,000 |
#[derive(Clone)]
pub struct LinearPolicyParams<G: Game> {
    /// Games to learn from.
    pub episodes: u64,
    /// The first step.
    pub rate: f64,
    /// Games after which the step has halved.
    pub halves: f64,
    /// The policy's temperature.
    pub temperature: f64,
    /// Whether the mean reward so far is taken off each reward.
    pub baseline: bool,
    /// The share of games at the end over which weights are averaged.
    pub averaged: f64,
    /// Whether rewards count in the spread of random games' scores.
    pub in_units: bool,
    /// Whether weights start between 0 and 1.
    pub random_start: bool,
    /// Opponents; the rest of the games is against itself.
    pub opponents: Vec<Opponent<G>>,
    /// The seat against opponents.
    pub seat: Option<Seat>,
    /// Decides what is not learned.
    pub others: Option<OtherMoves<G>>,
    /// Games per point of the learning curve.
    pub report_every: u64,
    /// The seed.
    pub seed: Seed,
}

impl<G: Game> Default for LinearPolicyParams<G> {
    fn default() -> LinearPolicyParams<G> {
        LinearPolicyParams {
            episodes: 30_000,
            rate: 0.1,
            halves: 3_000.0,
            temperature: 1.0,
            baseline: true,
            averaged: 0.5,
            in_units: true,
            random_start: false,
            opponents: Vec::new(),
            seat: None,
            others: None,
            report_every: 1_000,
            seed: Seed(1),
        }
    }
}

/// A point of the learning curve.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct RewardPoint {
    /// Games so far.
    pub episodes: u64,
    /// The learner's mean points since the point before; against itself those
    /// of the first seat.
    pub reward: Estimate,
}

/// Learns a linear policy over the features of moves. After each game every
/// weight moves along the gradient of the log-probabilities of the learner's
/// moves, times its points and the step. `progress` hears of each point of the
/// learning curve.
pub fn linear_policy<G: Game>(
    game: &G,
    encoder: Arc<dyn MoveFeatures<G>>,
    params: &LinearPolicyParams<G>,
    mut progress: impl FnMut(&RewardPoint),
) -> Result<(ModelFile, Vec<RewardPoint>), TrainError> {
    params.check()?;
    let (columns, seats) = (encoder.columns(), game.seats());
    let mut first = params.seed.stream(Purpose::Training, &[0]);
    let weights = match params.random_start {
        true => (0..columns).map(|_| first.unit()).collect(),
        false => vec![0.0; columns],
    };
    let learning = Arc::new(Mutex::new(Learning {
        weights,
        temperature: params.temperature,
        slopes: vec![vec![0.0; columns]; seats],
    }));
    let unit = if params.in_units { spread_of_scores(game, params.seed)? } else { 1.0 };
    let averaged_from = ((1.0 - params.averaged) * params.episodes as f64) as u64;
    let (mut curve, mut part, mut usual) = (Vec::new(), Running::default(), 0.0);
    let (mut sums, mut summed) = (vec![0.0; columns], 0.0);
    for episode in 0..params.episodes {
        let stream = |n: u64| params.seed.stream(Purpose::Training, &[1, episode, n]);
        let deal = game.deal(&mut stream(0));
        let mut rngs: Vec<Rng> = (0..seats as u64).map(|seat| stream(1 + seat)).collect();
        let opponent = params.draw_opponent(&mut stream(1 + seats as u64));
        let own = params.seat.unwrap_or(Seat((episode % seats as u64) as u8));
        let mut players: Vec<Competitor<G>> = Seat::all(seats)
            .map(|seat| match opponent.filter(|_| seat != own) {
                Some(other) => Competitor::Fair((other.make)()),
                None => Competitor::Fair(Box::new(Learner {
                    encoder: encoder.clone(),
                    others: params.others.clone(),
                    learning: learning.clone(),
                    seat,
                    rows: FeatureRows::default(),
                })),
            })
            .collect();
        let under = Conditions::default();
        let played = play_game(game, &deal, &mut players, &mut rngs, under, &mut ())?;
        if let Some(fault) = played.fault {
            return Err(TrainError::Player(fault.to_string()));
        }
        let scores = played.scores.unwrap_or_default();
        let rate = params.rate * params.halves / (params.halves + episode as f64);
        let Learning { weights, slopes, .. } = &mut *lock(&learning);
        let mut mean = 0.0;
        for (seat, slopes) in slopes.iter_mut().enumerate() {
            if opponent.is_some() && seat != own.index() {
                continue;
            }
            let reward = scores.get(seat).copied().unwrap_or(0.0) / unit;
            for (weight, slope) in weights.iter_mut().zip(slopes) {
                *weight += rate * (reward - usual) * std::mem::take(slope);
            }
            mean += reward / if opponent.is_some() { 1.0 } else { seats as f64 };
        }
        if params.baseline {
            usual += (mean - usual) / (episode + 1).min(USUAL_OVER) as f64;
        }
        if episode >= averaged_from {
            summed += 1.0;
            sums.iter_mut().zip(&*weights).for_each(|(sum, weight)| *sum += weight);
        }
        let told = if opponent.is_some() { own.index() } else { 0 };
        part.add(scores.get(told).copied().unwrap_or(0.0));
        if part.count() == params.report_every || episode + 1 == params.episodes {
            let reward = part.moments().estimate();
            curve.push(RewardPoint { episodes: episode + 1, reward });
            curve.iter().last().into_iter().for_each(&mut progress);
            part = Running::default();
        }
    }
    let weights = match summed > 0.0 {
        true => sums.iter().map(|sum| sum / summed).collect(),
        false => lock(&learning).weights.clone(),
    };
    let names: Vec<&str> = params.opponents.iter().map(|other| other.name.as_str()).collect();
    let model = ModelFile {
        game: G::NAME.into(),
        rules: game.rules(),
        encoder: encoder.name().into(),
        ..Linear { weights, bias: 0.0 }.to_file()
    };
    let settings = [
        ("temperature", params.temperature.to_string()),
        ("against", if names.is_empty() { "itself".into() } else { names.join(", ") }),
        ("episodes", params.episodes.to_string()),
        ("rate", params.rate.to_string()),
        ("rate_halves_after", params.halves.to_string()),
        ("seed", params.seed.0.to_string()),
    ];
    Ok((model.with_settings(settings), curve))
}

/// The baseline is the mean of about so many rewards.
const USUAL_OVER: u64 = 1_000;

impl<G: Game> LinearPolicyParams<G> {
    fn check(&self) -> Result<(), TrainError> {
        let positive = |x: f64| x.is_finite() && x > 0.0;
        check(positive(self.rate), "rate", "above 0", self.rate)?;
        check(positive(self.halves), "halves", "above 0", self.halves)?;
        check(positive(self.temperature), "temperature", "above 0", self.temperature)?;
        check((0.0..=1.0).contains(&self.averaged), "averaged", "from 0 to 1", self.averaged)?;
        check(self.report_every > 0, "report every", "above 0", self.report_every)?;
        let percent: u32 = self.opponents.iter().map(|other| other.percent).sum();
        check(percent <= 100, "opponents", "at most 100 percent in all", percent)
    }

    fn draw_opponent(&self, rng: &mut Rng) -> Option<&Opponent<G>> {
        let mut left = rng.below(100);
        self.opponents.iter().find(|other| {
            let drawn = left < other.percent;
            left = left.saturating_sub(other.percent);
            drawn
        })
    }
}

struct Learning {
    weights: Vec<f64>,
    temperature: f64,
    /// Of each seat, the gradient of its moves' log-probabilities in this game.
    slopes: Vec<Vec<f64>>,
}

fn lock(learning: &Mutex<Learning>) -> MutexGuard<'_, Learning> {
    learning.lock().unwrap_or_else(|e| e.into_inner())
}

impl Learning {
    /// The softmax of linear values.
    fn probabilities(&self, rows: &FeatureRows) -> Vec<f64> {
        let cell = |&(column, x): &(u32, f32)| self.weights[column as usize] * f64::from(x);
        let values: Vec<f64> =
            rows.rows().map(|row| row.iter().map(cell).sum::<f64>() / self.temperature).collect();
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let exps: Vec<f64> = values.iter().map(|value| libm::exp(value - most)).collect();
        let sum: f64 = exps.iter().sum();
        exps.iter().map(|exp| exp / sum).collect()
    }

    /// Adds the gradient of a move's log-probability: its features minus the
    /// policy's mean of them, over the temperature.
    fn remember(&mut self, seat: Seat, rows: &FeatureRows, chances: &[f64], chosen: usize) {
        let slopes = &mut self.slopes[seat.index()];
        for (at, (row, chance)) in rows.rows().zip(chances).enumerate() {
            let share = if at == chosen { 1.0 - chance } else { -chance };
            for &(column, x) in row {
                slopes[column as usize] += share * f64::from(x) / self.temperature;
            }
        }
    }
}

/// The policy at the table, which remembers its gradient.
struct Learner<G: Game> {
    encoder: Arc<dyn MoveFeatures<G>>,
    others: Option<OtherMoves<G>>,
    learning: Arc<Mutex<Learning>>,
    seat: Seat,
    rows: FeatureRows,
}

impl<G: Game> Player<G> for Learner<G> {
    fn choose(&mut self, ask: Ask<'_, G>) -> Result<Choice<MoveOf<G>>, PlayerError> {
        let other = self.others.as_ref().and_then(|others| others(ask.view, ask.rng));
        if let Some(mv) = other {
            return Ok(mv.into());
        }
        self.encoder.encode(ask.view, ask.legal, &mut self.rows);
        let mut learning = lock(&self.learning);
        let chances = learning.probabilities(&self.rows);
        let chosen = sample(&chances, ask.rng);
        learning.remember(self.seat, &self.rows, &chances, chosen);
        let mv = ask.legal.get(chosen).copied();
        mv.map(Choice::from).ok_or_else(|| PlayerError("there is no legal move".into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gradients_agree_with_differences() {
        let mut rows = FeatureRows::default();
        for cells in [&[(0, 1.0), (2, 0.5)][..], &[(1, 2.0)], &[(0, 1.0), (1, -1.0), (2, 1.0)]] {
            cells.iter().for_each(|&(column, x)| rows.push(column, x));
            rows.end_row();
        }
        let weights = vec![0.3, -0.2, 0.7];
        let mut learning = Learning { weights, temperature: 1.7, slopes: vec![vec![0.0; 3]] };
        let chances = learning.probabilities(&rows);
        learning.remember(Seat(0), &rows, &chances, 2);
        for column in 0..3 {
            let mut shifted = |by: f64| {
                learning.weights[column] += by;
                let log = libm::log(learning.probabilities(&rows)[2]);
                learning.weights[column] -= by;
                log
            };
            let slope = (shifted(1e-5) - shifted(-1e-5)) / 2e-5;
            let told = learning.slopes[0][column];
            assert!((slope - told).abs() < 1e-6, "{slope} {told}");
        }
    }
}
