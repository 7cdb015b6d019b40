use super::rprop::Rprop;
use super::{Activation, Network, NetworkLearner};
use crate::LearnError;
use crate::model::{Learner, Model};
use crate::rows::Sample;
use fuda_core::Purpose;

impl Learner for NetworkLearner {
    fn name(&self) -> &'static str {
        "mlp"
    }

    fn fit(&self, sample: &Sample<'_>) -> Result<Model, LearnError> {
        sample.classes()?;
        let (columns, hidden) = (sample.columns(), self.0.hidden);
        let mut rng = self.0.seed.stream(Purpose::Training, &[]);
        let mut random = |scale: f64| (2.0 * rng.unit() - 1.0) * scale;
        let mean_cells =
            sample.iter().map(|(row, _)| row.squared()).sum::<f64>() / sample.len() as f64;
        let scale = 1.0 / (1.0 + mean_cells).sqrt();
        let mut network = Network {
            columns,
            hidden,
            activation: Activation::Tanh,
            input: (0..(columns + 1) * hidden).map(|_| random(scale)).collect(),
            output: (0..=hidden).map(|_| random(1.0 / (1.0 + hidden as f64).sqrt())).collect(),
        };
        let mut steps = [Rprop::new(network.input.len()), Rprop::new(network.output.len())];
        let mut gradient = Gradient::new(&network);
        for _ in 0..self.0.epochs {
            gradient.compute(&network, sample, self.0.decay);
            steps[0].step(&gradient.input, &mut network.input);
            steps[1].step(&gradient.output, &mut network.output);
        }
        Ok(Model::Network(network))
    }
}

/// The slope of the mean loss over all rows, for each weight.
pub(super) struct Gradient {
    pub(super) input: Vec<f64>,
    pub(super) output: Vec<f64>,
    units: Vec<f64>,
}

impl Gradient {
    pub(super) fn new(network: &Network) -> Gradient {
        Gradient {
            input: vec![0.0; network.input.len()],
            output: vec![0.0; network.output.len()],
            units: vec![0.0; network.hidden],
        }
    }

    /// Computes it anew; returns the mean loss.
    pub(super) fn compute(&mut self, network: &Network, sample: &Sample<'_>, decay: f64) -> f64 {
        let Gradient { input, output, units } = self;
        let (columns, hidden) = (network.columns, network.hidden);
        let each = 1.0 / sample.len() as f64;
        let mut loss = 0.0;
        for (slope, weight) in input.iter_mut().zip(&network.input) {
            *slope = 2.0 * decay * weight;
            loss += decay * weight * weight;
        }
        for (slope, weight) in output.iter_mut().zip(&network.output) {
            *slope = 2.0 * decay * weight;
            loss += decay * weight * weight;
        }
        for (row, label) in sample.iter() {
            let score = network.forward(row, units);
            let signed = if label { score } else { -score };
            // The logistic loss, written so that nothing overflows.
            loss += each * (signed.min(0.0).abs() + libm::log1p(libm::exp(-signed.abs())));
            let wrong = 1.0 / (1.0 + libm::exp(signed));
            let slope = each * if label { -wrong } else { wrong };
            for ((unit, out), weight) in
                units.iter_mut().zip(output.iter_mut()).zip(&network.output)
            {
                *out += slope * *unit;
                *unit = slope * weight * (1.0 - *unit * *unit);
            }
            output[hidden] += slope;
            row.for_each(|column, value| {
                for (slope, unit) in input[column * hidden..][..hidden].iter_mut().zip(units.iter())
                {
                    *slope += unit * value;
                }
            });
            for (slope, unit) in input[columns * hidden..].iter_mut().zip(units.iter()) {
                *slope += unit;
            }
        }
        loss
    }
}
