//! Learning the policy from games: episodic policy gradient (REINFORCE).

use super::pg::{Probabilities, add_eligibility, file, policy, sample, take};
use fuda_core::{
    Ask, Budget, Game, MoveOf, Player, PlayerError, Position as _, Purpose, Rng, Seat, Seed,
};
use fuda_koikoi::encode::{FEATURES, Features};
use fuda_koikoi::players::CallBySimulation;
use fuda_koikoi::{KoiKoi, Move, Phase, Rules, View};
use fuda_learn::ModelFile;
use fuda_stats::{Estimate, Running};
use serde::Serialize;
use thiserror::Error;

/// How the policy is learned; the defaults are the paper's, where it gives them.
#[derive(Clone, PartialEq, Debug)]
pub struct PgOptions {
    /// The rules; only single rounds can be learned from.
    pub rules: Rules,
    /// How many games.
    pub episodes: u64,
    /// The learning rate at the start.
    pub rate: f64,
    /// After so many episodes the rate has halved: it is
    /// `rate * halves / (halves + episode)`.
    pub rate_halves_after: f64,
    /// The policy's temperature. The paper does not give it. At 1 the first
    /// games, with their high rate, can drive a policy so far that it never
    /// tries another card again; at 3 one in ten is caught so, and higher
    /// ones learn more slowly.
    pub temperature: f64,
    /// Whether the mean reward so far is taken off each reward. Steps of the
    /// same mean, but smaller ones: the paper has no such baseline.
    pub baseline: bool,
    /// The share of episodes at the end over which the weights are averaged
    /// for the model; 0: the last ones stand.
    pub averaged: f64,
    /// Random completions for each koi-koi decision of the learner.
    pub call_playouts: u32,
    /// Episodes a point of the learning curve stands for.
    pub report_every: u64,
    /// The seed.
    pub seed: Seed,
}

impl Default for PgOptions {
    fn default() -> PgOptions {
        PgOptions {
            rules: Rules::PAPER,
            episodes: 30_000,
            rate: 0.5,
            rate_halves_after: 100.0,
            temperature: 3.0,
            baseline: false,
            averaged: 0.0,
            call_playouts: 300,
            report_every: 1_000,
            seed: Seed(1),
        }
    }
}

/// A point of the learning curve.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct CurvePoint {
    /// Episodes so far.
    pub episodes: u64,
    /// The mean reward of the episodes since the point before.
    pub reward: Estimate,
}

/// What came of learning.
#[derive(Clone, PartialEq, Debug)]
pub struct PgRun {
    /// The policy at the end.
    pub model: ModelFile,
    /// How the reward went.
    pub curve: Vec<CurvePoint>,
}

/// Why learning could not be done.
#[derive(Debug, Error)]
pub enum PgError {
    /// An option is out of its range.
    #[error("expected {expected}, got {got}")]
    Option {
        /// What would have been right.
        expected: &'static str,
        /// What was given.
        got: String,
    },
    /// The opponent failed.
    #[error("the opponent gave no move: {0}")]
    Opponent(#[from] PlayerError),
}

fn check(options: &PgOptions) -> Result<(), PgError> {
    let good = |holds: bool, expected, got: String| match holds {
        true => Ok(()),
        false => Err(PgError::Option { expected, got }),
    };
    let positive = |x: f64| x.is_finite() && x > 0.0;
    good(options.rules.rounds == 1, "rules of a single round", options.rules.to_string())?;
    good(positive(options.rate), "a rate above 0", options.rate.to_string())?;
    let halves = options.rate_halves_after;
    good(positive(halves), "a number of episodes above 0", halves.to_string())?;
    good(positive(options.temperature), "a temperature above 0", options.temperature.to_string())?;
    let averaged = options.averaged;
    good((0.0..=1.0).contains(&averaged), "a share from 0 to 1", averaged.to_string())?;
    good(options.report_every > 0, "episodes a point above 0", "0".into())
}

/// Learns a policy as the player at seat 0 against an opponent.
///
/// Weights start evenly between 0 and 1. After each game every weight moves
/// along the gradient of the log-probabilities of the learner's cards, times
/// the points of the game and the learning rate. `progress` is called with
/// each point of the learning curve; `against` is what the model's file says
/// about the opponent.
pub fn learn_pg(
    options: &PgOptions,
    opponent: &mut dyn Player<KoiKoi>,
    against: &str,
    mut progress: impl FnMut(&CurvePoint),
) -> Result<PgRun, PgError> {
    check(options)?;
    let game = KoiKoi { rules: options.rules };
    let mut first = options.seed.stream(Purpose::Training, &[0]);
    let mut learner = Learner {
        weights: std::array::from_fn(|_| first.unit()),
        temperature: options.temperature,
        call: CallBySimulation { playouts: options.call_playouts },
    };
    let mut curve = Vec::new();
    let mut part = Running::default();
    let (mut usual, mut mean) = (0.0, Mean::default());
    let averaged_from = ((1.0 - options.averaged) * options.episodes as f64) as u64;
    for episode in 0..options.episodes {
        let mut eligibility = [0.0; FEATURES];
        let stream = |n: u64| options.seed.stream(Purpose::Training, &[1, episode, n]);
        let reward = learner.episode(
            &game,
            opponent,
            [stream(0), stream(1), stream(2)],
            &mut eligibility,
        )?;
        let halves = options.rate_halves_after;
        let rate = options.rate * halves / (halves + episode as f64);
        for (weight, slope) in learner.weights.iter_mut().zip(eligibility) {
            *weight += rate * (reward - usual) * slope;
        }
        if options.baseline {
            usual += (reward - usual) / (episode + 1).min(USUAL_OVER) as f64;
        }
        if episode >= averaged_from {
            mean.add(&learner.weights);
        }
        part.add(reward);
        if part.count() == options.report_every || episode + 1 == options.episodes {
            let point = CurvePoint { episodes: episode + 1, reward: part.moments().estimate() };
            progress(&point);
            curve.push(point);
            part = Running::default();
        }
    }
    let weights = mean.get().unwrap_or(learner.weights);
    let settings = [
        ("against", against.to_owned()),
        ("episodes", options.episodes.to_string()),
        ("rate", options.rate.to_string()),
        ("rate_halves_after", options.rate_halves_after.to_string()),
        ("seed", options.seed.0.to_string()),
    ];
    let model = file(&weights, options.temperature, &options.rules).with_settings(settings);
    Ok(PgRun { model, curve })
}

/// The baseline is the mean of about so many rewards.
const USUAL_OVER: u64 = 1_000;

/// The mean of weights.
struct Mean {
    count: f64,
    sums: [f64; FEATURES],
}

impl Default for Mean {
    fn default() -> Mean {
        Mean { count: 0.0, sums: [0.0; FEATURES] }
    }
}

impl Mean {
    fn add(&mut self, weights: &[f64; FEATURES]) {
        self.count += 1.0;
        self.sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
    }

    fn get(&self) -> Option<[f64; FEATURES]> {
        (self.count > 0.0).then(|| self.sums.map(|sum| sum / self.count))
    }
}

/// The seat of the learner: it always plays first, as in the paper.
const LEARNER: Seat = Seat(0);

struct Learner {
    weights: [f64; FEATURES],
    temperature: f64,
    call: CallBySimulation,
}

impl Learner {
    /// Plays one game and gives the learner's points.
    fn episode(
        &self,
        game: &KoiKoi,
        opponent: &mut dyn Player<KoiKoi>,
        [mut deal, mut own, mut other]: [Rng; 3],
        eligibility: &mut [f64; FEATURES],
    ) -> Result<f64, PgError> {
        let dealt = game.deal(&mut deal);
        let start = game.start(&dealt);
        let mut position = start.map_err(|e| PlayerError(e.to_string()))?;
        let mut legal: Vec<MoveOf<KoiKoi>> = Vec::with_capacity(8);
        opponent.begin(LEARNER.after(1, 2));
        while let Some(seat) = position.turn().first() {
            let view = position.view(seat);
            let mv = if seat == LEARNER {
                self.choose(&view, &mut own, eligibility)
            } else {
                position.legal_moves(seat, &mut legal);
                let ask =
                    Ask { view: &view, legal: &legal, budget: Budget::default(), rng: &mut other };
                Some(opponent.choose(ask)?.mv)
            };
            let mv = mv.ok_or_else(|| PlayerError("no move".into()))?;
            position.play(seat, mv).map_err(|e| PlayerError(e.to_string()))?;
        }
        let scores = position.scores().unwrap_or_default();
        Ok(scores.get(LEARNER.index()).copied().unwrap_or(0.0))
    }

    fn choose(
        &self,
        view: &View,
        rng: &mut Rng,
        eligibility: &mut [f64; FEATURES],
    ) -> Option<Move> {
        if view.table.phase != Phase::Play {
            let call = self.call.decide(view, rng).map(|choice| choice.mv);
            return call.or_else(|| take(view));
        }
        let features = Features::of(view);
        let chances: Probabilities = policy(&features, &self.weights, self.temperature);
        let action = sample(&chances, rng);
        add_eligibility(&features, &chances, action, self.temperature, eligibility);
        features.actions.get(action).map(|(card, _)| Move::Play(*card))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::RandomPlayer;

    fn options() -> PgOptions {
        PgOptions { episodes: 3_000, call_playouts: 20, ..PgOptions::default() }
    }

    #[test]
    fn learns_and_tells_how_it_went() {
        let mut told = Vec::new();
        let run = learn_pg(&options(), &mut RandomPlayer, "random", |p| told.push(*p));
        let run = run.expect("it learns");
        assert_eq!(run.curve, told);
        assert_eq!(run.curve.len(), 3);
        let (first, last) = (run.curve[0].reward.mean, run.curve[2].reward.mean);
        assert!(last > 1.0 && last > first - 0.5, "{:?}", run.curve);
        let again = learn_pg(&options(), &mut RandomPlayer, "random", |_| {}).expect("it learns");
        assert_eq!(again, run, "the same seed must give the same policy");
    }

    #[test]
    fn a_baseline_and_averaging_change_what_they_should() {
        let learn = |options: PgOptions| {
            learn_pg(&options, &mut RandomPlayer, "random", |_| {}).expect("it learns")
        };
        let plain = learn(options());
        // The first reward meets no baseline yet, the second does.
        let one = PgOptions { episodes: 1, ..options() };
        assert_eq!(learn(PgOptions { baseline: true, ..one.clone() }).model, learn(one).model);
        assert_ne!(learn(PgOptions { baseline: true, ..options() }).curve, plain.curve);
        let averaged = learn(PgOptions { averaged: 0.5, ..options() });
        assert_eq!(averaged.curve, plain.curve, "averaging changes only the model");
        assert_ne!(averaged.model.tensors, plain.model.tensors);
    }

    #[test]
    fn options_out_of_range_are_refused() {
        for wrong in [
            PgOptions { rules: Rules::GUAN, ..options() },
            PgOptions { rate: f64::NAN, ..options() },
            PgOptions { temperature: 0.0, ..options() },
            PgOptions { report_every: 0, ..options() },
            PgOptions { averaged: 1.5, ..options() },
        ] {
            assert!(learn_pg(&wrong, &mut RandomPlayer, "random", |_| {}).is_err());
        }
    }
}
