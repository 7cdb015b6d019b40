//! The learner: games, then both networks improved, again and again.

use super::collect::Table;
use super::curve::{CurvePoint, Stretch};
use super::params::PolicyParams;
use crate::TrainError;
use crate::error::fits;
use fuda_arena::{ChosenMove, Competitor, Conditions, Observer, play_game};
use fuda_core::{Game, Observation, Position, Purpose, RandomPlayer, Rng, Seed, SparseInputs};
use fuda_learn::ModelFile;
use fuda_learn::policy_gradient::{
    Adam, AdamParams, Objective, Progress, Shape, SparseNetwork, improve,
};
use fuda_mine::Memory;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Learning under way; it can be written down and taken up again.
pub struct PolicyLearner<G: Game> {
    pub(super) game: G,
    pub(super) inputs: SparseInputs<G>,
    pub(super) params: PolicyParams<G>,
    pub(super) policy: SparseNetwork,
    pub(super) critic: SparseNetwork,
    pub(super) policy_adam: Adam,
    pub(super) critic_adam: Adam,
    /// The mean of the policy's weights over the last steps.
    pub(super) mean: Vec<f32>,
    /// Earlier means, as opponents.
    pub(super) past: Vec<Arc<SparseNetwork>>,
    /// Steps so far.
    pub(super) steps: u64,
    pub(super) curve: Vec<CurvePoint>,
    stretch: Stretch,
    games_per_step: u64,
    /// What a value of 1 is in points: the spread of random games' scores.
    unit: f64,
}

/// Games by which the spread of scores is measured.
const UNIT_GAMES: u64 = 200;

/// Games by which their length is measured.
const LENGTH_GAMES: u64 = 8;

/// The most games of a step and the decisions they should not exceed, unless
/// the games of a step are given.
const MOST_PER_STEP: (u64, u64) = (256, 65_536);

/// The most inputs of a critic that sees more than one view. Where views are
/// larger, as in mahjong, seeing them all would take most of the time.
const MOST_CRITIC_INPUTS: usize = 8_192;

impl<G: Game> PolicyLearner<G> {
    /// Starts from random weights.
    pub fn new(
        game: &G,
        encoder: Arc<dyn Observation<G>>,
        params: PolicyParams<G>,
    ) -> Result<PolicyLearner<G>, TrainError> {
        params.check()?;
        let inputs = SparseInputs::new(encoder);
        let hidden = params.hidden;
        // One output per action, and the value.
        let outputs = inputs.encoder().actions() + 1;
        let shape = Shape { inputs: inputs.inputs(), hidden, outputs };
        // The critic sees the views of all seats, or of as many as are cheap.
        let views = game.seats().min(MOST_CRITIC_INPUTS / inputs.inputs().max(1)).max(1);
        let all = Shape { inputs: inputs.inputs() * views, hidden, outputs: 1 };
        // Besides what learning takes: the mean, and the policies that play.
        let learning = shape.memory()? + all.memory()?;
        let playing = size_of::<f32>() as u64 * shape.weights() as u64 * (2 + params.past as u64);
        fits(Memory::free(), learning + playing)?;
        let policy = SparseNetwork::random(shape, params.seed.derive(Purpose::Training, &[0]))?;
        let critic = SparseNetwork::random(all, params.seed.derive(Purpose::Training, &[1]))?;
        let adam = AdamParams { rate: params.rate, ..AdamParams::default() };
        Ok(PolicyLearner {
            unit: spread_of_scores(game, params.seed)?,
            games_per_step: match params.games_per_step {
                Some(games) => games,
                None => games_per_step(game, params.seed)?,
            },
            policy_adam: Adam::new(adam, shape.weights())?,
            critic_adam: Adam::new(adam, all.weights())?,
            mean: policy.weights().to_vec(),
            past: Vec::new(),
            steps: 0,
            curve: Vec::new(),
            stretch: Stretch::new(&params),
            game: game.clone(),
            inputs,
            policy,
            critic,
            params,
        })
    }

    /// How many games have been played.
    pub fn games(&self) -> u64 {
        self.steps * self.games_per_step
    }

    /// The learning curve so far.
    pub fn curve(&self) -> &[CurvePoint] {
        &self.curve
    }

    /// Learns until `done` says so. It is asked after each step, with a new
    /// point of the learning curve where there is one, and answers how much of
    /// the whole is done, from 0 to 1 (which sets the learning rate), or to
    /// break off.
    pub fn run(
        &mut self,
        mut done: impl FnMut(&PolicyLearner<G>, Option<&CurvePoint>) -> ControlFlow<(), f64>,
    ) -> Result<(), TrainError> {
        let mut point = None;
        loop {
            match done(self, point.as_ref()) {
                ControlFlow::Continue(share) if share < 1.0 => point = self.step(share)?,
                _ => return Ok(()),
            }
        }
    }

    /// One step: games, then both networks improved.
    fn step(&mut self, share: f64) -> Result<Option<CurvePoint>, TrainError> {
        let table = Table {
            game: &self.game,
            inputs: &self.inputs,
            policy: Arc::new(self.policy.clone()),
            critic: Arc::new(self.critic.clone()),
            past: &self.past,
            params: &self.params,
            games: self.games_per_step,
            unit: self.unit,
        };
        let mut collected = table.collect(self.steps)?;
        collected.decisions.scale_advantages();
        let (policy, critic) = self.improve(&collected.decisions, &collected.judged, share)?;
        // The mean forgets over the last twentieth of what there is so far.
        let keep = 1.0 - 1.0 / (1.0 + self.steps as f32 / 20.0).min(200.0);
        for (mean, weight) in self.mean.iter_mut().zip(self.policy.weights()) {
            *mean = keep * *mean + (1.0 - keep) * weight;
        }
        self.steps += 1;
        self.remember()?;
        self.stretch.add(&collected.results, policy, critic);
        if !self.steps.is_multiple_of(self.params.report_every) {
            return Ok(None);
        }
        let point = self.stretch.point(self.games());
        self.stretch = Stretch::new(&self.params);
        self.curve.push(point.clone());
        Ok(Some(point))
    }

    fn improve(
        &mut self,
        decisions: &fuda_learn::policy_gradient::Decisions,
        judged: &fuda_learn::policy_gradient::Decisions,
        share: f64,
    ) -> Result<(Progress, Progress), TrainError> {
        let params = &self.params;
        let rate = params.rate * (1.0 - 0.95 * share.clamp(0.0, 1.0)) as f32;
        let objective = Objective {
            entropy: params.entropy * (1.0 - 0.9 * share.clamp(0.0, 1.0)) as f32,
            value: 0.25,
            value_output: Some(self.policy.shape().outputs as u16 - 1),
            passes: params.passes,
            minibatch: params.minibatch,
            threads: params.threads.div_ceil(2),
            ..Objective::default()
        };
        let judge = Objective { value: 0.5, value_output: Some(0), ..objective };
        self.policy_adam.set_rate(rate);
        self.critic_adam.set_rate(rate);
        let stream = |n: u64| params.seed.stream(Purpose::Training, &[2, self.steps, n]);
        let (mut policy_rng, mut critic_rng) = (stream(0), stream(1));
        let (policy, policy_adam) = (&mut self.policy, &mut self.policy_adam);
        let (critic, critic_adam) = (&mut self.critic, &mut self.critic_adam);
        let mut improve_policy =
            || improve(policy, policy_adam, decisions, &objective, &mut policy_rng);
        let mut improve_critic = || improve(critic, critic_adam, judged, &judge, &mut critic_rng);
        // The two know nothing of each other.
        let (policy, critic) = match params.threads {
            0 | 1 => (improve_policy(), improve_critic()),
            _ => std::thread::scope(|scope| {
                let policy = scope.spawn(improve_policy);
                let critic = improve_critic();
                (policy.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), critic)
            }),
        };
        Ok((policy?, critic?))
    }

    /// Keeps the mean as an opponent now and then; every other of the older
    /// half is forgotten first.
    fn remember(&mut self) -> Result<(), TrainError> {
        let every = self.params.remember_every;
        if self.steps.is_multiple_of(every) {
            self.past.push(Arc::new(self.averaged()?));
            if self.past.len() > self.params.past {
                let old = (self.steps / every) as usize % self.params.past / 2;
                self.past.remove(old);
            }
        }
        Ok(())
    }

    fn averaged(&self) -> Result<SparseNetwork, TrainError> {
        Ok(SparseNetwork::from_weights(self.policy.shape(), self.mean.clone())?)
    }

    /// The model so far: the mean of the weights of the last steps.
    pub fn model(&self) -> Result<ModelFile, TrainError> {
        Ok(self.describe(self.averaged()?.to_file()))
    }

    /// Adds to a file what it is for and how it was made.
    pub(super) fn describe(&self, mut file: ModelFile) -> ModelFile {
        file.game = G::NAME.into();
        file.rules = self.game.rules();
        file.encoder = self.inputs.encoder().name().into();
        file.with_settings([
            ("games", self.games().to_string()),
            ("seed", self.params.seed.0.to_string()),
            ("against", self.params.against()),
        ])
    }
}

/// Games per step by the length of random games: fewer where they are long.
fn games_per_step<G: Game>(game: &G, seed: Seed) -> Result<u64, TrainError> {
    let mut length = Length(0);
    for number in 0..LENGTH_GAMES {
        let stream = |n: u64| seed.stream(Purpose::Training, &[5, number, n]);
        let deal = game.deal(&mut stream(0));
        let mut players: Vec<Competitor<G>> =
            (0..game.seats()).map(|_| Competitor::Fair(Box::new(RandomPlayer))).collect();
        let mut rngs: Vec<Rng> = (0..game.seats() as u64).map(|n| stream(n + 1)).collect();
        let conditions = Conditions::default();
        play_game(game, &deal, &mut players, &mut rngs, conditions, &mut length)?;
    }
    let (games, decisions) = MOST_PER_STEP;
    Ok((decisions * LENGTH_GAMES / length.0.max(1)).clamp(1, games))
}

/// Counts decisions.
struct Length(u64);

impl<G: Game> Observer<G> for Length {
    fn decision(&mut self, decision: &ChosenMove<'_, G>) {
        self.0 += u64::from(decision.choice.is_some());
    }
}

/// The spread of the scores of random games.
pub(super) fn spread_of_scores<G: Game>(game: &G, seed: Seed) -> Result<f64, TrainError> {
    let (mut squares, mut count, mut scratch) = (0.0, 0.0, Vec::new());
    for number in 0..UNIT_GAMES {
        let mut rng = seed.stream(Purpose::Training, &[4, number]);
        let deal = game.deal(&mut rng);
        let start = game.start(&deal).map_err(|e| TrainError::Player(e.to_string()))?;
        let scores = start.clone().random_playout(&mut rng, &mut scratch);
        let mean = scores.iter().sum::<f64>() / scores.len().max(1) as f64;
        squares += scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>();
        count += scores.len() as f64;
    }
    let spread = f64::sqrt(squares / f64::max(count, 1.0));
    Ok(if spread > 0.0 { spread } else { 1.0 })
}
