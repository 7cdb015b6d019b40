//! The step: the gradient of the objective over minibatches.

use super::{Adam, Decision, Decisions, SparseNetwork, Units};
use crate::LearnError;
use crate::error::check;
use fuda_core::Rng;

/// What is minimised, and how.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Objective {
    /// A decision whose probability has changed by more than this share gives
    /// no further push that way.
    pub clip: f32,
    /// What a unit of the policy's entropy is worth: keeps it trying.
    pub entropy: f32,
    /// What half a squared error of the value output costs.
    pub value: f32,
    /// The output that says what the row is worth, if one does.
    pub value_output: Option<u16>,
    /// Passes over the decisions.
    pub passes: usize,
    /// Decisions a step.
    pub minibatch: usize,
    /// Threads; what comes out does not depend on them.
    pub threads: usize,
}

impl Default for Objective {
    fn default() -> Objective {
        Objective {
            clip: 0.2,
            entropy: 0.01,
            value: 0.5,
            value_output: None,
            passes: 2,
            minibatch: 2_048,
            threads: 1,
        }
    }
}

/// How learning went, as means over the decisions.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Progress {
    /// The policy's entropy.
    pub entropy: f32,
    /// The squared error of the value output.
    pub squared_error: f32,
    /// The share of decisions that gave no push any more.
    pub clipped: f32,
}

/// A minibatch is always cut into so many parts.
pub(super) const PARTS: usize = 16;

struct Part {
    gradient: Vec<f32>,
    units: Units,
    slopes: Vec<(u16, f32)>,
    probabilities: Vec<f32>,
    progress: Progress,
}

impl Objective {
    fn check(&self) -> Result<(), LearnError> {
        check("clip", self.clip.into(), "above 0", |x| x > 0.0)?;
        check("entropy", self.entropy.into(), "from 0 up", |x| x >= 0.0)?;
        check("value", self.value.into(), "from 0 up", |x| x >= 0.0)?;
        check("minibatch", self.minibatch as f64, "above 0", |x| x > 0.0)?;
        check("passes", self.passes as f64, "above 0", |x| x > 0.0)
    }
}

/// Improves a network by what its decisions led to.
///
/// Passes over the decisions in random order, a step of `adam` a minibatch.
/// The progress is that of the last pass.
pub fn improve(
    network: &mut SparseNetwork,
    adam: &mut Adam,
    decisions: &Decisions,
    objective: &Objective,
    rng: &mut Rng,
) -> Result<Progress, LearnError> {
    objective.check()?;
    let weights = network.weights.len();
    let mut parts: Vec<Part> = (0..PARTS)
        .map(|_| Part {
            gradient: vec![0.0; weights],
            units: network.units(),
            slopes: Vec::with_capacity(16),
            probabilities: Vec::with_capacity(16),
            progress: Progress::default(),
        })
        .collect();
    let mut sum = vec![0.0; weights];
    let mut order: Vec<usize> = (0..decisions.len()).collect();
    let mut progress = Progress::default();
    for _ in 0..objective.passes {
        rng.shuffle(&mut order);
        progress = Progress::default();
        for batch in order.chunks(objective.minibatch) {
            gradient(network, decisions, batch, objective, &mut parts);
            add_up(&parts, 1.0 / batch.len() as f32, objective.threads, &mut sum);
            for part in &parts {
                progress.entropy += part.progress.entropy;
                progress.squared_error += part.progress.squared_error;
                progress.clipped += part.progress.clipped;
            }
            adam.step(&mut network.weights, &mut sum);
        }
    }
    let share = 1.0 / decisions.len().max(1) as f32;
    progress.entropy *= share;
    progress.squared_error *= share;
    progress.clipped *= share;
    Ok(progress)
}

/// The sum of the parts' gradients, in their order, times `share`; each thread
/// adds up its stretch of the weights.
fn add_up(parts: &[Part], share: f32, threads: usize, sum: &mut [f32]) {
    let work = |begin: usize, sum: &mut [f32]| {
        sum.fill(0.0);
        for part in parts {
            let gradient = &part.gradient[begin..begin + sum.len()];
            sum.iter_mut().zip(gradient).for_each(|(s, g)| *s += g);
        }
        sum.iter_mut().for_each(|s| *s *= share);
    };
    let each = sum.len().div_ceil(threads.clamp(1, PARTS)).max(1);
    if each >= sum.len() {
        return work(0, sum);
    }
    std::thread::scope(|scope| {
        for (n, sum) in sum.chunks_mut(each).enumerate() {
            scope.spawn(move || work(n * each, sum));
        }
    });
}

/// Leaves the gradient of each part's decisions in the parts.
fn gradient(
    network: &SparseNetwork,
    decisions: &Decisions,
    batch: &[usize],
    objective: &Objective,
    parts: &mut [Part],
) {
    let share = batch.len().div_ceil(PARTS).max(1);
    let threads = objective.threads.clamp(1, PARTS);
    let work = |parts: &mut [Part], first: usize| {
        for (n, part) in parts.iter_mut().enumerate() {
            let begin = ((first + n) * share).min(batch.len());
            let end = (begin + share).min(batch.len());
            part.gradient.fill(0.0);
            part.progress = Progress::default();
            for number in &batch[begin..end] {
                part.add(network, &decisions.get(*number), objective);
            }
        }
    };
    if threads == 1 {
        return work(parts, 0);
    }
    let each = PARTS.div_ceil(threads);
    std::thread::scope(|scope| {
        for (n, parts) in parts.chunks_mut(each).enumerate() {
            scope.spawn(move || work(parts, n * each));
        }
    });
}

impl Part {
    fn add(&mut self, network: &SparseNetwork, row: &Decision<'_>, objective: &Objective) {
        network.see(row.inputs, &mut self.units);
        self.slopes.clear();
        if !row.outputs.is_empty() {
            self.probabilities.resize(row.outputs.len(), 0.0);
            network.policy(&self.units, row.outputs, &mut self.probabilities);
            self.push_policy(row, objective);
        }
        if let Some(output) = objective.value_output {
            let error = network.output(&self.units, output) - row.target;
            self.progress.squared_error += error * error;
            self.slopes.push((output, objective.value * error));
        }
        let shape = network.shape();
        let into = shape.layers_mut(&mut self.gradient);
        super::kernel::back(network.layers(), row.inputs, &mut self.units, &self.slopes, into);
    }

    /// The slopes of the policy's part of the loss along its outputs.
    fn push_policy(&mut self, row: &Decision<'_>, objective: &Objective) {
        let log = |p: f32| libm::logf(p.max(1e-12));
        let chosen = self.probabilities[row.chosen];
        let ratio = libm::expf((log(chosen) - row.log_probability).clamp(-20.0, 20.0));
        let far = match row.advantage > 0.0 {
            true => ratio > 1.0 + objective.clip,
            false => ratio < 1.0 - objective.clip,
        };
        let push = if far { 0.0 } else { row.advantage * ratio };
        self.progress.clipped += f32::from(u8::from(far));
        let entropy: f32 = -self.probabilities.iter().map(|p| p * log(*p)).sum::<f32>();
        self.progress.entropy += entropy;
        for (i, (&output, p)) in row.outputs.iter().zip(&self.probabilities).enumerate() {
            let own = f32::from(u8::from(i == row.chosen));
            let slope = -push * (own - p) + objective.entropy * p * (log(*p) + entropy);
            self.slopes.push((output, slope));
        }
    }
}

/// The gradient of the mean loss of all decisions.
#[cfg(test)]
pub(super) fn tests_gradient(
    network: &SparseNetwork,
    decisions: &Decisions,
    objective: &Objective,
) -> Vec<f32> {
    let mut part = Part {
        gradient: vec![0.0; network.weights.len()],
        units: network.units(),
        slopes: Vec::new(),
        probabilities: Vec::new(),
        progress: Progress::default(),
    };
    (0..decisions.len()).for_each(|i| part.add(network, &decisions.get(i), objective));
    part.gradient
}
