use crate::LearnError;
use crate::error::check;
use fuda_core::Seed;

/// | parameter | meaning | default |
/// |---|---|---|
/// | `hidden` | hidden units | 200 |
/// | `rate` | how far a step goes along the gradient of a row | 0.05 |
/// | `decay` | what is added to the sum of the rows' losses, times half the squared weights | 0.1 |
/// | `epochs` | passes over the rows | 50 |
/// | `seed` | the weights at the start and the order of the rows | 0 |
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RegressionParams {
    /// Hidden units.
    pub hidden: usize,
    /// How far a step goes along the gradient of a row.
    pub rate: f64,
    /// The price of squared weights against the sum of all rows' losses.
    pub decay: f64,
    /// Passes over the rows.
    pub epochs: usize,
    /// The weights at the start and the order of the rows.
    pub seed: Seed,
}

impl Default for RegressionParams {
    fn default() -> Self {
        RegressionParams { hidden: 200, rate: 0.05, decay: 0.1, epochs: 50, seed: Seed(0) }
    }
}

/// A trainer of regression networks with checked parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RegressionLearner(pub(super) RegressionParams);

impl RegressionParams {
    /// The learner, if the parameters make sense.
    pub fn check(self) -> Result<RegressionLearner, LearnError> {
        let wanted = "from 1 to 100000";
        let counts = 1.0..=100_000.0;
        check("hidden units", self.hidden as f64, wanted, |value| counts.contains(&value))?;
        check("epochs", self.epochs as f64, wanted, |value| counts.contains(&value))?;
        check("rate", self.rate, "above 0", |value| value > 0.0)?;
        check("decay", self.decay, "from 0 up", |value| value >= 0.0)?;
        Ok(RegressionLearner(self))
    }
}
