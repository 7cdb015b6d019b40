use super::softmax;
use crate::error::check;
use crate::{GroupSample, LearnError};
use fuda_core::Seed;

/// | parameter | meaning | default |
/// |---|---|---|
/// | `rate` | the step of the first update, falling evenly to 0 | 0.1 |
/// | `decay` | the price of squared weights, for each group they take part in | 0.000001 |
/// | `epochs` | passes over the groups | 8 |
/// | `seed` | the order in which groups are looked at | 0 |
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SoftmaxParams {
    /// The step of the first update.
    pub rate: f32,
    /// The price of squared weights.
    pub decay: f32,
    /// Passes over the groups.
    pub epochs: usize,
    /// The order in which groups are looked at.
    pub seed: Seed,
}

impl Default for SoftmaxParams {
    fn default() -> Self {
        SoftmaxParams { rate: 0.1, decay: 1e-6, epochs: 8, seed: Seed(0) }
    }
}

/// A likelihood ranking learner with checked parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Softmax(pub(super) SoftmaxParams);

impl SoftmaxParams {
    /// The learner, if the parameters make sense.
    pub fn check(self) -> Result<Softmax, LearnError> {
        check("rate", self.rate.into(), "above 0", |value| value > 0.0)?;
        check("decay", self.decay.into(), "from 0 up", |value| value >= 0.0)?;
        check("epochs", self.epochs as f64, "at least 1", |value| value >= 1.0)?;
        Ok(Softmax(self))
    }
}

impl Softmax {
    /// The mean of the negative logarithm of the chosen alternatives'
    /// probabilities, for some weights.
    pub fn loss(sample: &GroupSample<'_>, weights: &[f64]) -> f64 {
        let mut chances = Vec::new();
        let mut sum = 0.0;
        for group in sample.iter() {
            chances.clear();
            chances.extend(group.scores(weights).map(|score| score as f32));
            softmax(&mut chances);
            sum -= libm::log(f64::from(chances[group.chosen()].max(f32::MIN_POSITIVE)));
        }
        sum / sample.len().max(1) as f64
    }
}
