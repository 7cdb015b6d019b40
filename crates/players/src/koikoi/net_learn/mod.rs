//! Learning the network's policy from games against itself and others.
//!
//! Round by round of learning: games are played by the policy as it is, each
//! decision is judged by a *critic*, a second network that knows the hidden
//! cards (it judges after the game, it never plays), and both networks are
//! improved. What is shipped is the mean of the policy's weights over the last
//! stretch, which plays better than any single step of it.

mod checkpoint;
mod collect;
mod curve;
mod episode;
mod options;
#[cfg(test)]
mod tests;

pub use curve::{Against, NetCurvePoint};
pub use options::{NetLearnError, NetOptions};

use self::collect::Workers;
use self::curve::Stretch;
use self::episode::HIDDEN_INPUTS;
use super::net::{NET_OUTPUTS, VALUE_OUTPUT, file};
use fuda_core::Purpose;
use fuda_koikoi::encode::ViewInputs;
use fuda_learn::ModelFile;
use fuda_learn::policy_gradient::{Adam, AdamParams, Objective, Shape, SparseNetwork, improve};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Learning under way; it can be written down and taken up again.
pub struct NetLearner {
    options: NetOptions,
    actor: SparseNetwork,
    critic: SparseNetwork,
    actor_adam: Adam,
    critic_adam: Adam,
    /// The mean of the actor's weights over the last steps.
    mean: Vec<f32>,
    /// Earlier means, as opponents.
    past: Vec<Arc<SparseNetwork>>,
    /// Steps so far.
    steps: u64,
    curve: Vec<NetCurvePoint>,
    stretch: Stretch,
}

impl NetLearner {
    /// Starts from random weights.
    pub fn new(options: NetOptions) -> Result<NetLearner, NetLearnError> {
        options.check()?;
        let shape = Shape { inputs: ViewInputs::LEN, hidden: options.hidden, outputs: NET_OUTPUTS };
        let judge =
            Shape { inputs: ViewInputs::LEN + HIDDEN_INPUTS, hidden: options.hidden, outputs: 1 };
        let actor = SparseNetwork::random(shape, options.seed.derive(Purpose::Training, &[0]))?;
        let critic = SparseNetwork::random(judge, options.seed.derive(Purpose::Training, &[1]))?;
        let params = AdamParams { rate: options.rate, ..AdamParams::default() };
        Ok(NetLearner {
            actor_adam: Adam::new(params, shape.weights())?,
            critic_adam: Adam::new(params, judge.weights())?,
            mean: actor.weights().to_vec(),
            past: Vec::new(),
            steps: 0,
            curve: Vec::new(),
            stretch: Stretch::new(&options),
            actor,
            critic,
            options,
        })
    }

    /// How many games have been played.
    pub fn games(&self) -> u64 {
        self.steps * self.options.games_a_step
    }

    /// The learning curve so far.
    pub fn curve(&self) -> &[NetCurvePoint] {
        &self.curve
    }

    /// Learns until `done` says so. It is asked after each step, with the
    /// games so far and a new point of the learning curve where there is one,
    /// and answers how much of the whole is done, from 0 to 1 (which sets the
    /// learning rate), or to break off.
    pub fn run(
        &mut self,
        mut done: impl FnMut(&NetLearner, Option<&NetCurvePoint>) -> ControlFlow<(), f64>,
    ) -> Result<(), NetLearnError> {
        let mut workers = Workers::new(&self.options)?;
        let mut share = match done(self, None) {
            ControlFlow::Continue(share) => share,
            ControlFlow::Break(()) => return Ok(()),
        };
        while share < 1.0 {
            let point = self.step(&mut workers, share)?;
            share = match done(self, point.as_ref()) {
                ControlFlow::Continue(share) => share,
                ControlFlow::Break(()) => return Ok(()),
            };
        }
        Ok(())
    }

    /// One step: games, then both networks improved.
    fn step(
        &mut self,
        workers: &mut Workers,
        share: f64,
    ) -> Result<Option<NetCurvePoint>, NetLearnError> {
        let options = &self.options;
        let collected =
            workers.collect(self.steps, &self.actor, &self.critic, &self.past, options)?;
        let mut own = collected.decisions;
        own.scale_advantages();
        let rate = options.rate * (1.0 - 0.95 * share.clamp(0.0, 1.0)) as f32;
        let objective = Objective {
            entropy: options.entropy * (1.0 - 0.9 * share.clamp(0.0, 1.0)) as f32,
            value: 0.02,
            value_output: Some(VALUE_OUTPUT),
            passes: options.passes,
            minibatch: options.minibatch,
            threads: options.threads.div_ceil(2),
            ..Objective::default()
        };
        let judge = Objective { value: 0.05, value_output: Some(0), ..objective };
        self.actor_adam.set_rate(rate);
        self.critic_adam.set_rate(rate);
        let stream = |n: u64| options.seed.stream(Purpose::Training, &[2, self.steps, n]);
        let (mut own_rng, mut judge_rng) = (stream(0), stream(1));
        let (actor, actor_adam) = (&mut self.actor, &mut self.actor_adam);
        let (critic, critic_adam) = (&mut self.critic, &mut self.critic_adam);
        let mut improve_actor = || improve(actor, actor_adam, &own, &objective, &mut own_rng);
        let judged = &collected.judged;
        let mut improve_critic = || improve(critic, critic_adam, judged, &judge, &mut judge_rng);
        // The two know nothing of each other.
        let (progress, judged) = match options.threads {
            0 | 1 => (improve_actor(), improve_critic()),
            _ => std::thread::scope(|scope| {
                let own = scope.spawn(improve_actor);
                let judged = improve_critic();
                (own.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), judged)
            }),
        };
        let (progress, judged) = (progress?, judged?);
        // The mean forgets over the last twentieth of what there is so far.
        let keep = 1.0 - 1.0 / (1.0 + self.steps as f32 / 20.0).min(200.0);
        for (mean, weight) in self.mean.iter_mut().zip(self.actor.weights()) {
            *mean = keep * *mean + (1.0 - keep) * weight;
        }
        self.steps += 1;
        if self.steps.is_multiple_of(options.remember_every) {
            let past = SparseNetwork::from_weights(self.actor.shape(), self.mean.clone())?;
            self.past.push(Arc::new(past));
            if self.past.len() > options.past {
                // Every other of the older half is forgotten first.
                self.past.remove((self.steps / options.remember_every) as usize % options.past / 2);
            }
        }
        self.stretch.add(&collected.results, progress, judged);
        let games = self.games();
        if self.steps.is_multiple_of(options.report_every) {
            let point = self.stretch.point(games);
            self.stretch = Stretch::new(options);
            self.curve.push(point.clone());
            return Ok(Some(point));
        }
        Ok(None)
    }

    /// The model so far: the mean of the weights of the last steps.
    pub fn model(&self) -> Result<ModelFile, NetLearnError> {
        let network = SparseNetwork::from_weights(self.actor.shape(), self.mean.clone())?;
        let settings = [
            ("games", self.games().to_string()),
            ("seed", self.options.seed.0.to_string()),
            ("against", self.options.against_text()),
        ];
        Ok(file(&network, &self.options.rules).with_settings(settings))
    }
}
