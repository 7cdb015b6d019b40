use super::{ChoiceLearner, ChoiceLoss, ChoiceParams};
use crate::groups::{Group, GroupSample};
use crate::{LearnError, Network};
use fuda_core::Purpose;

/// A network that is learning. Groups may be shown to it as they come, so
/// that not all of them need to be kept.
#[derive(Clone, Debug)]
pub struct ChoiceTrainer {
    params: ChoiceParams,
    network: Network,
    groups: u64,
    /// The outputs of the hidden units for each alternative of a group.
    units: Vec<f64>,
    /// What the network says of each alternative; then the slope of the loss
    /// by it.
    values: Vec<f64>,
}

impl ChoiceLearner {
    /// A network with small random weights for so many columns.
    pub fn start(&self, columns: usize) -> ChoiceTrainer {
        let mut rng = self.0.seed.stream(Purpose::Training, &[]);
        ChoiceTrainer {
            params: self.0,
            network: Network::random(columns, self.0.hidden, &mut rng),
            groups: 0,
            units: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Learns to put the chosen alternative first. `progress` sees the number
    /// of each pass, from 1, when it is done.
    pub fn fit(
        &self,
        sample: &GroupSample<'_>,
        mut progress: impl FnMut(usize, &Network),
    ) -> Result<Network, LearnError> {
        sample.check()?;
        let mut trainer = self.start(sample.columns());
        let mut order: Vec<usize> = (0..sample.len()).collect();
        let mut rng = self.0.seed.stream(Purpose::Training, &[1]);
        for epoch in 1..=self.0.epochs {
            rng.shuffle(&mut order);
            order.iter().for_each(|&group| trainer.learn(sample.get(group)));
            progress(epoch, &trainer.network);
        }
        Ok(trainer.network)
    }
}

impl ChoiceTrainer {
    /// The network as it is now.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Takes a step against the gradient of the loss of a group.
    ///
    /// # Panics
    /// When a row has a column that the network has not.
    pub fn learn(&mut self, group: Group<'_>) {
        let warmth = self.params.cooling.map_or(1.0, |half| half / (half + self.groups as f64));
        self.step(group, self.params.rate * warmth);
        self.groups += 1;
    }

    pub(super) fn step(&mut self, group: Group<'_>, rate: f64) {
        let hidden = self.params.hidden;
        let ChoiceTrainer { network, units, values, .. } = self;
        units.resize(group.len() * hidden, 0.0);
        values.clear();
        for (at, units) in units.chunks_exact_mut(hidden).enumerate() {
            values.push(network.forward(group.alternative(at), units));
        }
        match self.params.loss {
            ChoiceLoss::Pairs => pair_slopes(values, group.chosen()),
            ChoiceLoss::Softmax => softmax_slopes(values, group.chosen()),
        }
        network.descend(group, values, units, rate);
    }
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// Turns the numbers of the alternatives into the slopes of the pairs' loss.
fn pair_slopes(values: &mut [f64], chosen: usize) {
    let mut of_chosen = 0.0;
    let right = sigmoid(values[chosen]);
    for (at, value) in values.iter_mut().enumerate() {
        if at != chosen {
            let wrong = sigmoid(*value);
            let loss = sigmoid(wrong - right);
            let slope = loss * (1.0 - loss);
            *value = slope * wrong * (1.0 - wrong);
            of_chosen -= slope * right * (1.0 - right);
        }
    }
    values[chosen] = of_chosen;
}

/// The same for the softmax loss: how likely each is, minus one for the chosen.
fn softmax_slopes(values: &mut [f64], chosen: usize) {
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    values.iter_mut().for_each(|value| *value = libm::exp(*value - most));
    let sum: f64 = values.iter().sum();
    values.iter_mut().for_each(|value| *value /= sum);
    values[chosen] -= 1.0;
}

impl Network {
    /// A step against the gradient of a group's loss, given its slope by the
    /// number of each alternative and the outputs of the hidden units, which
    /// are used up.
    fn descend(&mut self, group: Group<'_>, slopes: &[f64], units: &mut [f64], rate: f64) {
        let hidden = self.hidden;
        // First every pull at the hidden units, while the output is as it was.
        let mut steps = vec![0.0; hidden + 1];
        for (units, slope) in units.chunks_exact_mut(hidden).zip(slopes) {
            let step = rate * slope;
            for ((unit, weight), sum) in units.iter_mut().zip(&self.output).zip(&mut steps) {
                *sum += step * *unit;
                *unit = step * weight * *unit * (1.0 - *unit);
            }
            steps[hidden] += step;
        }
        for (weight, step) in self.output.iter_mut().zip(&steps) {
            *weight -= step;
        }
        for (at, pulls) in units.chunks_exact(hidden).enumerate() {
            let mut pull = |column: usize, value: f64| {
                let weights = &mut self.input[column * hidden..][..hidden];
                for (weight, pull) in weights.iter_mut().zip(pulls) {
                    *weight -= pull * value;
                }
            };
            group.alternative(at).for_each(&mut pull);
            pull(self.columns, 1.0);
        }
    }
}
