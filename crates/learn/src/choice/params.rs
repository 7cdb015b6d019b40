use crate::LearnError;
use crate::error::check;
use fuda_core::Seed;

/// What is to become small. `z` is the number the network gives a row, `σ`
/// the logistic function, `q` the chosen alternative.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ChoiceLoss {
    /// The sum of `σ(σ(z_p) - σ(z_q))` over the other alternatives `p`: only
    /// the order of the numbers means something.
    #[default]
    Pairs,
    /// `-ln(e^z_q / Σ e^z)`: the numbers become logarithms of how often an
    /// alternative is chosen.
    Softmax,
}

/// | parameter | meaning | default |
/// |---|---|---|
/// | `hidden` | hidden units | 16 |
/// | `rate` | how far a step goes along the gradient of a group | 0.05 |
/// | `cooling` | groups after which the rate is half of what it was at first | never |
/// | `loss` | what is to become small | pairs |
/// | `epochs` | passes over the groups | 1 |
/// | `seed` | the weights at the start and the order of the groups | 0 |
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChoiceParams {
    /// Hidden units.
    pub hidden: usize,
    /// How far a step goes along the gradient of a group.
    pub rate: f64,
    /// Groups after which the rate is half of what it was at first.
    pub cooling: Option<f64>,
    /// What is to become small.
    pub loss: ChoiceLoss,
    /// Passes over the groups.
    pub epochs: usize,
    /// The weights at the start and the order of the groups.
    pub seed: Seed,
}

impl Default for ChoiceParams {
    fn default() -> Self {
        ChoiceParams {
            hidden: 16,
            rate: 0.05,
            cooling: None,
            loss: ChoiceLoss::Pairs,
            epochs: 1,
            seed: Seed(0),
        }
    }
}

/// A trainer of networks that choose, with checked parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChoiceLearner(pub(super) ChoiceParams);

impl ChoiceParams {
    /// The learner, if the parameters make sense.
    pub fn check(self) -> Result<ChoiceLearner, LearnError> {
        let wanted = "from 1 to 100000";
        let counts = 1.0..=100_000.0;
        check("hidden units", self.hidden as f64, wanted, |value| counts.contains(&value))?;
        check("epochs", self.epochs as f64, wanted, |value| counts.contains(&value))?;
        check("rate", self.rate, "above 0", |value| value > 0.0)?;
        check("cooling", self.cooling.unwrap_or(1.0), "above 0", |value| value > 0.0)?;
        Ok(ChoiceLearner(self))
    }
}
