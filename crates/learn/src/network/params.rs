use crate::LearnError;
use crate::error::check;
use fuda_core::Seed;

/// | parameter | meaning | default |
/// |---|---|---|
/// | `hidden` | hidden units | 20 |
/// | `epochs` | passes over the rows | 100 |
/// | `decay` | how much of the squared weights is added to the loss of a row | 0 |
/// | `seed` | the weights at the start | 0 |
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NetworkParams {
    /// Hidden units.
    pub hidden: usize,
    /// Passes over the rows.
    pub epochs: usize,
    /// How much of the squared weights is added to the mean loss.
    pub decay: f64,
    /// The weights at the start.
    pub seed: Seed,
}

impl Default for NetworkParams {
    fn default() -> Self {
        NetworkParams { hidden: 20, epochs: 100, decay: 0.0, seed: Seed(0) }
    }
}

/// A trainer of networks with checked parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NetworkLearner(pub(super) NetworkParams);

impl NetworkParams {
    /// The learner, if the parameters make sense.
    pub fn check(self) -> Result<NetworkLearner, LearnError> {
        let wanted = "from 1 to 100000";
        let counts = 1.0..=100_000.0;
        check("hidden units", self.hidden as f64, wanted, |value| counts.contains(&value))?;
        check("epochs", self.epochs as f64, wanted, |value| counts.contains(&value))?;
        check("decay", self.decay, "from 0 up", |value| value >= 0.0)?;
        Ok(NetworkLearner(self))
    }
}
