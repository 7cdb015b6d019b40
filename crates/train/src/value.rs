//! A value network: what a view is worth to its seat, learned from how games
//! ended.

use crate::error::{check, fits};
use crate::{Split, TrainError};
use fuda_core::{
    Game, InputList, Observation, Position, Purpose, Record, Seat, Seed, SparseInputs, try_in_order,
};
use fuda_learn::ModelFile;
use fuda_learn::policy_gradient::{
    Adam, AdamParams, Decision, Decisions, Objective, Shape, SparseNetwork, improve,
};
use fuda_mine::Memory;
use fuda_players::learned::VALUE_SETTING;
use fuda_stats::{Estimate, clustered_mean};
use std::sync::Arc;

/// How a value network is learned.
///
/// | setting | meaning | default |
/// |---|---|---|
/// | `hidden` | units of the two hidden layers | 128, 64 |
/// | `rate` | Adam's rate at the start; it falls to a twentieth | 0.001 |
/// | `epochs` | passes over the positions | 8 |
/// | `minibatch` | positions per step | 512 |
/// | `test_games` | games kept back for the test | a tenth |
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ValueParams {
    /// Units of the two hidden layers.
    pub hidden: [usize; 2],
    /// Adam's rate at the start.
    pub rate: f32,
    /// Passes over the positions.
    pub epochs: usize,
    /// Positions per step.
    pub minibatch: usize,
    /// Games kept back for the test; a tenth when left out.
    pub test_games: Option<usize>,
    /// The split, the first weights, the order of positions.
    pub seed: Seed,
    /// Threads; the result does not depend on them.
    pub threads: usize,
}

impl Default for ValueParams {
    fn default() -> ValueParams {
        ValueParams {
            hidden: [128, 64],
            rate: 1e-3,
            epochs: 8,
            minibatch: 512,
            test_games: None,
            seed: Seed(1),
            threads: 1,
        }
    }
}

/// What was learned, and how well it predicts games it has not seen.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueResult {
    /// The model; its game and encoder are set.
    pub model: ModelFile,
    /// Games and positions learned from.
    pub trained_on: (usize, usize),
    /// Games and positions of the test.
    pub tested_on: (usize, usize),
    /// The mean squared error in the test, in squared points.
    pub squared_error: Estimate,
    /// The same of always predicting the mean.
    pub squared_error_of_mean: Estimate,
}

impl ValueResult {
    /// The fraction of the variance of the final points that is explained;
    /// below 0 for a model that is worse than the mean.
    pub fn explained(&self) -> f64 {
        1.0 - self.squared_error.mean / self.squared_error_of_mean.mean.max(f64::MIN_POSITIVE)
    }
}

/// The positions of one game: what is seen, and the seat's final points.
type Positions = Vec<(InputList, f64)>;

/// Learns from records what each seat's view right after its own move was
/// worth. Records without scores are left out. `progress` gets a stage's name
/// and how much of it is done.
pub fn value<G: Game>(
    game: &G,
    records: &[Record<G>],
    encoder: Arc<dyn Observation<G>>,
    params: &ValueParams,
    progress: &(dyn Fn(&str, f64) + Sync),
) -> Result<ValueResult, TrainError> {
    check(params.epochs > 0, "epochs", "at least 1", params.epochs)?;
    let inputs = SparseInputs::new(Arc::clone(&encoder)).inputs();
    let shape = Shape { inputs, hidden: params.hidden, outputs: 1 };
    fits(Memory::free(), shape.memory()?)?;
    let ended: Vec<&Record<G>> = records.iter().filter(|r| r.scores.is_some()).collect();
    let test_games = params.test_games.unwrap_or(ended.len().div_ceil(10));
    let owned: Vec<Record<G>> = ended.into_iter().cloned().collect();
    let split = Split::by_game(&owned, test_games, params.seed);
    let done = std::sync::atomic::AtomicUsize::new(0);
    let games: Vec<Positions> = try_in_order(owned.len(), params.threads, |number| {
        let positions = positions(number, &owned[number], &encoder);
        let read = 1 + done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        progress("reading games", read as f64 / owned.len() as f64);
        positions
    })?;
    let of = |numbers: &[usize]| numbers.iter().map(|&n| games[n].len()).sum::<usize>();
    let (trained, tested) = (of(&split.train), of(&split.test));
    if trained == 0 || tested == 0 {
        let games = owned.len();
        return Err(TrainError::TooLittle(format!(
            "{games} ended games, {test_games} for the test"
        )));
    }
    let targets = || split.train.iter().flat_map(|&n| games[n].iter().map(|(_, points)| *points));
    let mean = targets().sum::<f64>() / trained as f64;
    let spread = targets().map(|points| (points - mean).powi(2)).sum::<f64>() / trained as f64;
    let unit = if spread > 0.0 { spread.sqrt() } else { 1.0 };
    let mut rows = Decisions::default();
    for &number in &split.train {
        for (seen, points) in &games[number] {
            let (inputs, target) = (seen.into(), (points / unit) as f32);
            let (outputs, chosen, log_probability, advantage) = (&[][..], 0, 0.0, 0.0);
            rows.push(Decision { inputs, outputs, chosen, log_probability, advantage, target });
        }
    }
    let network = fit(&rows, shape, params, progress)?;
    let mut units = network.units();
    let mut errors = Vec::new();
    for &number in &split.test {
        for (seen, points) in &games[number] {
            network.see(seen, &mut units);
            let predicted = unit * f64::from(network.output(&units, 0));
            errors.push((number, (predicted - points).powi(2), (mean - points).powi(2)));
        }
    }
    let mut model = network.to_file().with_settings([VALUE_SETTING, ("unit", &unit.to_string())]);
    model.game = G::NAME.into();
    model.rules = game.rules();
    model.encoder = encoder.name().into();
    Ok(ValueResult {
        model,
        trained_on: (split.train.len(), trained),
        tested_on: (split.test.len(), tested),
        squared_error: clustered_mean(errors.iter().map(|&(game, own, _)| (game, own))),
        squared_error_of_mean: clustered_mean(errors.iter().map(|&(game, _, of)| (game, of))),
    })
}

fn positions<G: Game>(
    number: usize,
    record: &Record<G>,
    encoder: &Arc<dyn Observation<G>>,
) -> Result<Positions, TrainError> {
    let refused = |reason: String| TrainError::Record { number: number + 1, reason };
    let mut inputs = SparseInputs::new(Arc::clone(encoder));
    let scores = record.scores.clone().unwrap_or_default();
    let mut found = Vec::new();
    let mut moved: Option<Seat> = None;
    let mut decisions = record.decisions().map_err(|e| refused(e.to_string()))?;
    while let Some(decision) = decisions.next().map_err(|e| refused(e.to_string()))? {
        if let Some(seat) = moved {
            let mut seen = InputList::default();
            inputs.observe(&decision.position.view(seat), &[], 0, &mut seen);
            found.push((seen, scores.get(seat.index()).copied().unwrap_or(0.0)));
        }
        moved = (decision.legal.len() > 1).then_some(decision.seat);
    }
    Ok(found)
}

fn fit(
    rows: &Decisions,
    shape: Shape,
    params: &ValueParams,
    progress: &(dyn Fn(&str, f64) + Sync),
) -> Result<SparseNetwork, TrainError> {
    let mut network = SparseNetwork::random(shape, params.seed)?;
    let adam = AdamParams { rate: params.rate, ..AdamParams::default() };
    let mut adam = Adam::new(adam, shape.weights())?;
    let objective = Objective {
        value: 1.0,
        value_output: Some(0),
        passes: 1,
        minibatch: params.minibatch,
        threads: params.threads,
        ..Objective::default()
    };
    for epoch in 0..params.epochs {
        let share = epoch as f32 / params.epochs as f32;
        adam.set_rate(params.rate * (1.0 - 0.95 * share));
        let mut rng = params.seed.stream(Purpose::Training, &[1, epoch as u64]);
        improve(&mut network, &mut adam, rows, &objective, &mut rng)?;
        progress("learning", (epoch + 1) as f64 / params.epochs as f64);
    }
    Ok(network)
}
