use crate::error::check;
use crate::rows::Sample;
use crate::{LearnError, Linear, NewtonParams};

/// | parameter | meaning | default |
/// |---|---|---|
/// | `c` | the price of losses against small weights | 1 |
/// | `bias` | the value of the constant column; 0 for no bias | 1 |
/// | `newton` | when Newton's method ends | a step would take off less than a millionth |
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LogisticParams {
    /// The price of losses against small weights.
    pub c: f64,
    /// The value of the constant column.
    pub bias: f64,
    /// When Newton's method ends.
    pub newton: NewtonParams,
}

impl Default for LogisticParams {
    fn default() -> Self {
        LogisticParams { c: 1.0, bias: 1.0, newton: NewtonParams::default() }
    }
}

/// Logistic regression with checked parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Logistic(pub(super) LogisticParams);

impl LogisticParams {
    /// The learner, if the parameters make sense.
    pub fn check(self) -> Result<Logistic, LearnError> {
        check("C", self.c, "above 0", |value| value > 0.0)?;
        check("bias", self.bias, "from 0 up", |value| value >= 0.0)?;
        self.newton.check()?;
        Ok(Logistic(self))
    }
}

impl Logistic {
    /// What is minimised, for some weights.
    pub fn objective(&self, sample: &Sample<'_>, linear: &Linear) -> f64 {
        let constant = if self.0.bias > 0.0 { linear.bias / self.0.bias } else { 0.0 };
        let squares: f64 = linear.weights.iter().map(|weight| weight * weight).sum();
        let losses: f64 = sample
            .iter()
            .map(|(row, label)| {
                let score = row.dot(&linear.weights) + linear.bias;
                loss(if label { score } else { -score })
            })
            .sum();
        0.5 * (squares + constant * constant) + self.0.c * losses
    }
}

/// `log(1 + exp(−score))`, written so that nothing overflows.
pub(super) fn loss(score: f64) -> f64 {
    (-score).max(0.0) + libm::log1p(libm::exp(-score.abs()))
}
