use crate::error::check;
use crate::rows::Sample;
use crate::{LearnError, Linear};
use fuda_core::Seed;

/// What a row on the wrong side, or too near, costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SvmLoss {
    /// How far it is from where it should be.
    L1,
    /// The square of that.
    L2,
}

/// | parameter | meaning | default |
/// |---|---|---|
/// | `c` | the price of losses against small weights | 1 |
/// | `loss` | L1 or L2 | L2 |
/// | `bias` | the value of the constant column; 0 for no bias | 1 |
/// | `tolerance` | the largest violation of the optimum at the end | 0.1 |
/// | `epochs` | the most passes over the rows | 1000 |
/// | `seed` | the order in which rows are looked at | 0 |
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SvmParams {
    /// The price of losses against small weights.
    pub c: f64,
    /// What a row on the wrong side costs.
    pub loss: SvmLoss,
    /// The value of the constant column.
    pub bias: f64,
    /// The largest violation of the optimum at the end.
    pub tolerance: f64,
    /// The most passes over the rows.
    pub epochs: usize,
    /// The order in which rows are looked at.
    pub seed: Seed,
}

impl Default for SvmParams {
    fn default() -> Self {
        SvmParams {
            c: 1.0,
            loss: SvmLoss::L2,
            bias: 1.0,
            tolerance: 0.1,
            epochs: 1000,
            seed: Seed(0),
        }
    }
}

/// A linear support vector machine with checked parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Svm(pub(super) SvmParams);

impl SvmParams {
    /// The learner, if the parameters make sense.
    pub fn check(self) -> Result<Svm, LearnError> {
        check("C", self.c, "above 0", |value| value > 0.0)?;
        check("bias", self.bias, "from 0 up", |value| value >= 0.0)?;
        check("tolerance", self.tolerance, "above 0", |value| value > 0.0)?;
        check("epochs", self.epochs as f64, "at least 1", |value| value >= 1.0)?;
        Ok(Svm(self))
    }
}

impl Svm {
    /// What is minimised, for some weights.
    pub fn objective(&self, sample: &Sample<'_>, linear: &Linear) -> f64 {
        let constant = if self.0.bias > 0.0 { linear.bias / self.0.bias } else { 0.0 };
        let squares: f64 = linear.weights.iter().map(|weight| weight * weight).sum();
        let losses: f64 = sample
            .iter()
            .map(|(row, label)| {
                let score = row.dot(&linear.weights) + linear.bias;
                let short = (1.0 - if label { score } else { -score }).max(0.0);
                match self.0.loss {
                    SvmLoss::L1 => short,
                    SvmLoss::L2 => short * short,
                }
            })
            .sum();
        0.5 * (squares + constant * constant) + self.0.c * losses
    }
}
