use crate::LearnError;
use crate::error::check;
use fuda_core::Seed;

/// | parameter | meaning | default |
/// |---|---|---|
/// | `epochs` | passes over the groups | 1 |
/// | `seed` | the order of the groups in each pass | 0 |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerceptronParams {
    /// Passes over the groups.
    pub epochs: usize,
    /// The order of the groups in each pass.
    pub seed: Seed,
}

impl Default for PerceptronParams {
    fn default() -> Self {
        PerceptronParams { epochs: 1, seed: Seed(0) }
    }
}

/// A trainer of averaged perceptrons with checked parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AveragedPerceptron(pub(super) PerceptronParams);

impl PerceptronParams {
    /// The learner, if the parameters make sense.
    pub fn check(self) -> Result<AveragedPerceptron, LearnError> {
        let wanted = "from 1 to 100000";
        check("epochs", self.epochs as f64, wanted, |value| (1.0..=100_000.0).contains(&value))?;
        Ok(AveragedPerceptron(self))
    }
}
