use super::{RegressionLearner, check_targets};
use crate::rows::Row;
use crate::{Activation, LearnError, Network, Rows};
use fuda_core::{Purpose, Rng};

/// Rows after which the weights decay, by the share of that many rows: going
/// through all weights for every row would cost more than the row.
const DECAY_EVERY: usize = 64;

impl RegressionLearner {
    /// Learns to predict the targets.
    ///
    /// `progress` sees the network after each pass over the rows, with the
    /// number of the pass from 1.
    pub fn fit(
        &self,
        rows: &Rows,
        targets: &[f64],
        mut progress: impl FnMut(usize, &Network),
    ) -> Result<Network, LearnError> {
        check_targets(rows, targets)?;
        let params = &self.0;
        let mut rng = params.seed.stream(Purpose::Training, &[]);
        let mut network = Network::random(rows.columns(), params.hidden, &mut rng);
        let mut order: Vec<usize> = (0..rows.len()).collect();
        let mut units = vec![0.0; params.hidden];
        let mut pull = vec![0.0; params.hidden];
        let share = params.decay / rows.len().max(1) as f64;
        for epoch in 1..=params.epochs {
            rng.shuffle(&mut order);
            for part in order.chunks(DECAY_EVERY) {
                for &row in part {
                    let (row, target) = (rows.row(row), targets[row]);
                    let value = network.forward(row, &mut units);
                    network.step(row, value - target, &units, &mut pull, params.rate);
                }
                network.shrink((1.0 - params.rate * share * part.len() as f64).max(0.0));
            }
            progress(epoch, &network);
        }
        Ok(network)
    }
}

impl Network {
    /// Small random weights, so that no two units are alike.
    pub(crate) fn random(columns: usize, hidden: usize, rng: &mut Rng) -> Network {
        let mut even = |size: f64| (2.0 * rng.unit() - 1.0) * size;
        let out = 1.0 / (hidden as f64).sqrt();
        Network {
            columns,
            hidden,
            activation: Activation::Sigmoid,
            input: (0..(columns + 1) * hidden).map(|_| even(0.2)).collect(),
            output: (0..hidden).map(|_| even(out)).chain([0.0]).collect(),
        }
    }

    /// A step against the gradient of half the squared `error` of a row, whose
    /// hidden outputs are `units`; `pull` is scratch space.
    pub(super) fn step(
        &mut self,
        row: Row<'_>,
        error: f64,
        units: &[f64],
        pull: &mut [f64],
        rate: f64,
    ) {
        let hidden = self.hidden;
        let step = rate * error;
        for ((pull, unit), weight) in pull.iter_mut().zip(units).zip(&mut self.output) {
            *pull = step * *weight * unit * (1.0 - unit);
            *weight -= step * unit;
        }
        self.output[hidden] -= step;
        let mut descend = |column: usize, value: f64| {
            let weights = &mut self.input[column * hidden..][..hidden];
            for (weight, pull) in weights.iter_mut().zip(pull.iter()) {
                *weight -= pull * value;
            }
        };
        row.for_each(&mut descend);
        descend(self.columns, 1.0);
    }

    /// Makes all weights smaller, the biases excepted.
    fn shrink(&mut self, factor: f64) {
        let (columns, hidden) = (self.columns, self.hidden);
        let weights = self.input[..columns * hidden].iter_mut();
        weights.chain(&mut self.output[..hidden]).for_each(|weight| *weight *= factor);
    }
}
