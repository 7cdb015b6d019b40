//! What paper 5 learns for Koi-Koi: the linear policy over 36 features, and
//! networks that value after-states.

use crate::error::check;
use crate::{LinearPolicyParams, Opponent, RewardPoint, TrainError, linear_policy};
use fuda_core::{Purpose, Seat, Seed, try_in_order};
use fuda_koikoi::encode::{PolicyFeatures, VALUE_INPUTS};
use fuda_koikoi::players::{CallBySimulation, ValueOptions, ValueSample, value_samples};
use fuda_koikoi::{KoiKoi, View};
use fuda_learn::{LearnError, ModelFile, Network, RegressionParams, Rows, mean_squared_error};
use fuda_players::koikoi::take;
use fuda_stats::{Estimate, Moments, correlation};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How the paper learns its policy, where it says so: as the first player
/// against an opponent, weights evenly between 0 and 1 at the start, no
/// baseline, koi-koi decided by random completions.
///
/// The paper does not give the temperature. At 1 the first games, with their
/// high rate, can drive a policy so far that it never tries another card
/// again; at 3 one in ten is caught so, and higher ones learn more slowly.
pub fn paper_policy(opponent: Opponent<KoiKoi>, calls: u32) -> LinearPolicyParams<KoiKoi> {
    let call = CallBySimulation { playouts: calls };
    LinearPolicyParams {
        rate: 0.5,
        halves: 100.0,
        temperature: 3.0,
        baseline: false,
        averaged: 0.0,
        in_units: false,
        random_start: true,
        opponents: vec![Opponent { percent: 100, ..opponent }],
        seat: Some(Seat(0)),
        others: Some(Arc::new(move |view: &View, rng: &mut fuda_core::Rng| {
            call.decide(view, rng).map(|choice| choice.mv).or_else(|| take(view))
        })),
        ..LinearPolicyParams::default()
    }
}

/// Learns the paper's policy; only single rounds can be learned from.
pub fn learn_paper_policy(
    game: &KoiKoi,
    params: &LinearPolicyParams<KoiKoi>,
    progress: impl FnMut(&RewardPoint),
) -> Result<(ModelFile, Vec<RewardPoint>), TrainError> {
    check(game.rules.rounds == 1, "rules", "a single round", game.rules)?;
    linear_policy(game, Arc::new(PolicyFeatures::Paper), params, progress)
}

/// Many runs together after so many episodes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct BandPoint {
    /// Episodes so far.
    pub episodes: u64,
    /// The mean over the runs of the reward since the point before.
    pub reward: Estimate,
    /// The standard deviation between runs; 0 for a single run.
    pub deviation: f64,
}

/// Many runs of learning.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Curves {
    /// The seeds, one per run.
    pub seeds: Vec<u64>,
    /// All runs together.
    pub band: Vec<BandPoint>,
    /// The curve of each seed.
    pub runs: Vec<Vec<RewardPoint>>,
}

/// Learns the paper's policy once for each seed (figures 2 and 3). `done` is
/// called after each.
pub fn learning_curves(
    game: &KoiKoi,
    params: &LinearPolicyParams<KoiKoi>,
    seeds: Vec<u64>,
    threads: usize,
    done: impl Fn() + Sync,
) -> Result<Curves, TrainError> {
    let runs = try_in_order(seeds.len(), threads, |number| {
        let params = LinearPolicyParams { seed: Seed(seeds[number]), ..params.clone() };
        let run = learn_paper_policy(game, &params, |_| {});
        done();
        run.map(|(_, curve)| curve)
    })?;
    let band = (0..runs.first().map_or(0, Vec::len)).map(|at| {
        let means: Vec<f64> = runs.iter().map(|run| run[at].reward.mean).collect();
        let moments = Moments::of(&means);
        let deviation = moments.variance.unwrap_or(0.0).sqrt();
        BandPoint { episodes: runs[0][at].episodes, reward: moments.estimate(), deviation }
    });
    Ok(Curves { band: band.collect(), seeds, runs })
}

/// How a value network is learned; the defaults are the paper's.
#[derive(Clone, PartialEq, Debug)]
pub struct CompletionsParams {
    /// The after-states and what they are worth.
    pub samples: ValueOptions,
    /// How many of the samples are kept for the test.
    pub test: usize,
    /// Passes over the samples to learn from.
    pub passes: usize,
    /// The network's first weights and the order of samples.
    pub seed: Seed,
}

impl CompletionsParams {
    /// The usual way with these samples.
    pub fn new(samples: ValueOptions) -> CompletionsParams {
        let seed = samples.seed.derive(Purpose::Training, &[]);
        CompletionsParams { samples, test: 300, passes: 30, seed }
    }
}

/// Mean squared errors after a pass.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct ErrorPoint {
    /// Passes so far.
    pub pass: usize,
    /// On the samples learned from.
    pub training: f64,
    /// On the test.
    pub test: Estimate,
}

/// How learning a value network went: a figure of errors and one of dots.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ValueReport {
    /// The turn, or none for all turns.
    pub turn: Option<usize>,
    /// Samples learned from.
    pub samples: usize,
    /// The constant that fits the samples best: their mean.
    pub constant: f64,
    /// The squared error of that constant on the test.
    pub constant_error: Estimate,
    /// The error curve.
    pub curve: Vec<ErrorPoint>,
    /// What each test sample is worth, and what the network says.
    pub scatter: Vec<(f64, f64)>,
    /// The correlation of the two.
    pub correlation: Estimate,
}

/// Learns a network that values after-states by completions. `made` hears of
/// each sample, `progress` of each pass.
pub fn learn_completions(
    params: &CompletionsParams,
    made: &(dyn Fn() + Sync),
    mut progress: impl FnMut(&ErrorPoint),
) -> Result<(Network, ValueReport), TrainError> {
    let options = &params.samples;
    let enough = params.test >= 2 && options.samples > params.test;
    let got = format!("{} samples, {} for the test", options.samples, params.test);
    check(enough, "test", "at least 2 samples, and more to learn from", got)?;
    let samples = value_samples(options, made).map_err(|e| TrainError::TooLittle(e.to_string()))?;
    let (train, test) = samples.split_at(samples.len() - params.test);
    let ((train, targets), (test, truth)) = (rows(train)?, rows(test)?);
    let constant = targets.iter().sum::<f64>() / targets.len() as f64;
    let squares: Vec<f64> = truth.iter().map(|t| (t - constant).powi(2)).collect();
    let constant_error = Moments::of(&squares).estimate();
    let regression =
        RegressionParams { epochs: params.passes, seed: params.seed, ..Default::default() };
    let mut curve = Vec::new();
    let network = regression.check()?.fit(&train, &targets, |pass, network| {
        let said = network.values(&test).unwrap_or_default();
        let squares: Vec<f64> = said.iter().zip(&truth).map(|(s, t)| (s - t).powi(2)).collect();
        let training = mean_squared_error(network, &train, &targets).unwrap_or(f64::NAN);
        let point = ErrorPoint { pass, training, test: Moments::of(&squares).estimate() };
        progress(&point);
        curve.push(point);
    })?;
    let scatter: Vec<(f64, f64)> = truth.iter().copied().zip(network.values(&test)?).collect();
    let report = ValueReport {
        turn: options.turn,
        samples: targets.len(),
        constant,
        constant_error,
        curve,
        correlation: correlation(&scatter),
        scatter,
    };
    Ok((network, report))
}

fn rows(samples: &[ValueSample]) -> Result<(Rows, Vec<f64>), LearnError> {
    let rows = Rows::ones(VALUE_INPUTS, samples.iter().map(|s| s.ones.as_slice()))?;
    Ok((rows, samples.iter().map(|s| s.value).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::RandomPlayer;
    use fuda_koikoi::Rules;

    fn params() -> LinearPolicyParams<KoiKoi> {
        let random = Opponent {
            name: "random".into(),
            percent: 0,
            make: Arc::new(|| Box::new(RandomPlayer)),
        };
        LinearPolicyParams { episodes: 3_000, ..paper_policy(random, 20) }
    }

    fn learn(params: &LinearPolicyParams<KoiKoi>) -> (ModelFile, Vec<RewardPoint>) {
        learn_paper_policy(&KoiKoi::default(), params, |_| {}).expect("it learns")
    }

    #[test]
    fn a_policy_learns_and_baseline_and_averaging_change_what_they_should() {
        let (model, curve) = learn(&params());
        assert_eq!(curve.len(), 3);
        let (first, last) = (curve[0].reward.mean, curve[2].reward.mean);
        assert!(last > 1.0 && last > first - 0.5, "{curve:?}");
        // The first reward meets no baseline yet, the second does.
        let one = LinearPolicyParams { episodes: 1, ..params() };
        let with = LinearPolicyParams { baseline: true, ..one.clone() };
        assert_eq!(learn(&with).0, learn(&one).0);
        let with = LinearPolicyParams { baseline: true, ..params() };
        assert_ne!(learn(&with).1, curve);
        let averaged = learn(&LinearPolicyParams { averaged: 0.5, ..params() });
        assert_eq!(averaged.1, curve, "averaging changes only the model");
        assert_ne!(averaged.0.tensors, model.tensors);
    }

    #[test]
    fn settings_out_of_range_are_refused() {
        for wrong in [
            LinearPolicyParams { rate: f64::NAN, ..params() },
            LinearPolicyParams { temperature: 0.0, ..params() },
            LinearPolicyParams { report_every: 0, ..params() },
            LinearPolicyParams { averaged: 1.5, ..params() },
        ] {
            assert!(learn_paper_policy(&KoiKoi::default(), &wrong, |_| {}).is_err());
        }
        let rounds = KoiKoi { rules: Rules::GUAN };
        assert!(learn_paper_policy(&rounds, &params(), |_| {}).is_err());
    }

    #[test]
    fn seeds_share_the_work_and_nothing_else() {
        let params = LinearPolicyParams { episodes: 300, report_every: 100, ..params() };
        let curves = |threads| {
            let seeds = vec![1, 2, 3];
            learning_curves(&KoiKoi::default(), &params, seeds, threads, || {}).expect("curves")
        };
        let alone = curves(1);
        assert_eq!(curves(3), alone);
        assert_eq!((alone.band.len(), alone.runs.len()), (3, 3));
        let mean = alone.runs.iter().map(|run| run[1].reward.mean).sum::<f64>() / 3.0;
        let point = alone.band[1];
        assert!((point.reward.mean - mean).abs() < 1e-12);
        // The 97.5% point of t with two degrees of freedom is 4.303.
        let half = 4.3027 * point.deviation / 3f64.sqrt();
        assert!((point.reward.high.unwrap() - mean - half).abs() < 1e-3 * half, "{point:?}");
    }

    fn completions() -> CompletionsParams {
        let samples = ValueOptions {
            samples: 260,
            completions: 8,
            call_playouts: 5,
            turn: Some(11),
            ..ValueOptions::default()
        };
        CompletionsParams { test: 60, passes: 4, ..CompletionsParams::new(samples) }
    }

    #[test]
    fn a_value_network_beats_the_constant() {
        let mut heard = Vec::new();
        let (_, report) =
            learn_completions(&completions(), &|| {}, |p| heard.push(*p)).expect("it learns");
        assert_eq!(heard, report.curve);
        assert_eq!((report.curve.len(), report.scatter.len(), report.samples), (4, 60, 200));
        assert!(report.curve[3].test.mean < report.constant_error.mean, "{report:?}");
        assert!(report.correlation.low.unwrap() > 0.0, "{report:?}");
        let last: f64 = report.scatter.iter().map(|(t, s)| (t - s).powi(2)).sum::<f64>() / 60.0;
        assert!((last - report.curve[3].test.mean).abs() < 1e-9);
        let few = CompletionsParams { test: 260, ..completions() };
        assert!(learn_completions(&few, &|| {}, |_| {}).is_err());
    }
}
