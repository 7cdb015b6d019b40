//! Imitation: a model that ranks moves as the players of records did.

use crate::error::{check, fits};
use crate::{Split, TrainError, choices};
use fuda_core::{DecisionFilter, Game, MoveFeatures, Record, Seed};
use fuda_learn::{
    ChoiceLoss, ChoiceParams, GroupSample, Linear, ModelFile, Network, PerceptronParams,
    RankMetrics, RankingParams, SoftmaxParams, Solver,
};
use fuda_mine::Memory;
use fuda_players::learned::RANKER_SETTING;

/// What ranks the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ranker {
    /// A linear support vector machine over pairs of moves.
    Svm,
    /// A linear model of how likely each move is.
    Softmax,
    /// The averaged perceptron.
    Perceptron,
    /// A network of one hidden layer.
    Network,
}

impl Ranker {
    /// The name.
    pub fn name(self) -> &'static str {
        let named = Ranker::ALL.iter().find(|(_, ranker)| *ranker == self);
        named.map_or("", |(name, _)| name)
    }

    /// All of them by name.
    pub const ALL: [(&'static str, Ranker); 4] = [
        ("svm", Ranker::Svm),
        ("softmax", Ranker::Softmax),
        ("perceptron", Ranker::Perceptron),
        ("network", Ranker::Network),
    ];
}

/// How moves are learned to be ranked.
///
/// | setting | meaning | default |
/// |---|---|---|
/// | `ranker` | what ranks the moves | softmax |
/// | `test_games` | games kept back for the test | a tenth |
/// | `epochs` | passes over the decisions; the SVM converges instead | 8 |
/// | `hidden` | hidden units of the network | 16 |
/// | `rate` | the first step of softmax and network | 0.1, 0.05 |
/// | `c` | the price of errors of the SVM | 0.01 |
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RankParams {
    /// What ranks the moves.
    pub ranker: Ranker,
    /// Games kept back for the test; a tenth when left out.
    pub test_games: Option<usize>,
    /// Passes over the decisions.
    pub epochs: usize,
    /// Hidden units of the network.
    pub hidden: usize,
    /// The first step of softmax and network.
    pub rate: Option<f64>,
    /// The price of errors of the SVM.
    pub c: f64,
    /// The split, the order of decisions, the first weights.
    pub seed: Seed,
    /// Threads; the result does not depend on them.
    pub threads: usize,
}

impl Default for RankParams {
    fn default() -> RankParams {
        RankParams {
            ranker: Ranker::Softmax,
            test_games: None,
            epochs: 8,
            hidden: 16,
            rate: None,
            c: 0.01,
            seed: Seed(1),
            threads: 1,
        }
    }
}

/// What was learned, and how well it agrees with games it has not seen.
#[derive(Clone, PartialEq, Debug)]
pub struct RankResult {
    /// The model; its game and encoder are set.
    pub model: ModelFile,
    /// Games and decisions learned from.
    pub trained_on: (usize, usize),
    /// On games that were not learned from.
    pub test: RankMetrics,
    /// On the games learned from.
    pub train: RankMetrics,
}

/// Learns to rank moves from records. `progress` gets a stage's name and how
/// much of it is done, from 0 to 1.
pub fn rank<G: Game>(
    game: &G,
    records: &[Record<G>],
    encoder: &dyn MoveFeatures<G>,
    filter: &DecisionFilter,
    params: &RankParams,
    progress: &(dyn Fn(&str, f64) + Sync),
) -> Result<RankResult, TrainError> {
    check(params.epochs > 0, "epochs", "at least 1", params.epochs)?;
    if params.ranker == Ranker::Network {
        // The network and what is written of it.
        let weights = (encoder.columns() as u64 + 2).saturating_mul(params.hidden as u64);
        fits(Memory::free(), weights.saturating_mul(3 * size_of::<f64>() as u64))?;
    }
    let test_games = params.test_games.unwrap_or(records.len().div_ceil(10));
    let split = Split::by_game(records, test_games, params.seed);
    if split.train.is_empty() || split.test.is_empty() {
        return Err(TrainError::TooLittle(format!(
            "{} games, of which {test_games} are for the test",
            records.len()
        )));
    }
    let read = std::sync::atomic::AtomicUsize::new(0);
    let groups = choices(records, encoder, filter, params.threads, &|| {
        let done = 1 + read.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        progress("reading games", done as f64 / records.len() as f64);
    })?;
    let is_test = |id: u32| split.test.binary_search(&(id as usize)).is_ok();
    let (train, test) = (groups.pick(|id| !is_test(id)), groups.pick(is_test));
    if train.is_empty() || test.is_empty() {
        return Err(TrainError::TooLittle("no decision to learn from, or none to test on".into()));
    }
    progress("learning", 0.0);
    let ranking = fit(&train, params, &|share| progress("learning", share))?;
    let mut model = ranking.to_file().with_settings([(RANKER_SETTING, params.ranker.name())]);
    model.game = G::NAME.into();
    model.rules = game.rules();
    model.encoder = encoder.name().into();
    Ok(RankResult {
        model,
        trained_on: (split.train.len(), train.len()),
        test: ranking.metrics(&test),
        train: ranking.metrics(&train),
    })
}

/// A fitted ranker.
enum Fitted {
    Linear(Linear),
    Network(Network),
}

impl Fitted {
    fn to_file(&self) -> ModelFile {
        match self {
            Fitted::Linear(linear) => linear.to_file(),
            Fitted::Network(network) => network.to_file(),
        }
    }

    fn metrics(&self, sample: &GroupSample<'_>) -> RankMetrics {
        match self {
            Fitted::Linear(linear) => RankMetrics::of(sample, |row| row.dot(&linear.weights)),
            Fitted::Network(network) => {
                let mut units = vec![0.0; network.hidden()];
                RankMetrics::of(sample, |row| network.forward(row, &mut units))
            }
        }
    }
}

fn fit(
    train: &GroupSample<'_>,
    params: &RankParams,
    progress: &dyn Fn(f64),
) -> Result<Fitted, TrainError> {
    let RankParams { epochs, seed, .. } = *params;
    let done = |pass: usize| progress(pass as f64 / epochs as f64);
    let linear = |weights| Fitted::Linear(Linear { weights, bias: 0.0 });
    Ok(match params.ranker {
        Ranker::Svm => {
            let svm = RankingParams {
                c: params.c,
                solver: Solver::Newton,
                threads: params.threads,
                seed,
                ..RankingParams::default()
            };
            linear(svm.check()?.fit(train, |_, _| {})?)
        }
        Ranker::Softmax => {
            let usual = SoftmaxParams::default();
            let rate = params.rate.map_or(usual.rate, |rate| rate as f32);
            let softmax = SoftmaxParams { rate, epochs, seed, ..usual };
            linear(softmax.check()?.fit(train, |pass, _| done(pass))?)
        }
        Ranker::Perceptron => {
            let perceptron = PerceptronParams { epochs, seed };
            Fitted::Linear(perceptron.check()?.fit(train, |pass, _| done(pass))?)
        }
        Ranker::Network => {
            let usual = ChoiceParams::default();
            let network = ChoiceParams {
                hidden: params.hidden,
                rate: params.rate.unwrap_or(usual.rate),
                loss: ChoiceLoss::Softmax,
                epochs,
                seed,
                ..usual
            };
            Fitted::Network(network.check()?.fit(train, |pass, _| done(pass))?)
        }
    })
}
