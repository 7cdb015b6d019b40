use crate::error::check;
use crate::rows::Sample;
use crate::{LearnError, Linear, NewtonParams};
use fuda_core::Seed;

/// What a row on the wrong side, or too near, costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SvmLoss {
    /// How far it is from where it should be.
    L1,
    /// The square of that.
    L2,
}

/// How the optimum is looked for. Both find the same one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solver {
    /// Coordinate descent in the dual: one multiplier per row. Quick to a rough
    /// answer, for both losses, and the better one where there are more
    /// columns than rows; where rows are many and losses dear, it may run
    /// into its limit of passes far from the end.
    Dual,
    /// Newton's method on the weights, for the L2 loss only: for more rows
    /// than columns. Needs some hundred passes whatever losses cost, and its
    /// passes are shared by threads.
    Newton,
}

/// | parameter | meaning | default |
/// |---|---|---|
/// | `c` | the price of losses against small weights | 1 |
/// | `loss` | L1 or L2 | L2 |
/// | `solver` | coordinate descent or Newton's method | coordinate descent |
/// | `bias` | the value of the constant column; 0 for no bias | 1 |
/// | `tolerance` | coordinate descent: the largest violation of the optimum at the end | 0.1 |
/// | `epochs` | coordinate descent: the most passes over the rows | 1000 |
/// | `seed` | coordinate descent: the order in which rows are looked at | 0 |
/// | `newton` | Newton's method: when it ends | see [`NewtonParams`] |
/// | `threads` | Newton's method: threads that share its passes; the result does not depend on it | 1 |
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SvmParams {
    /// The price of losses against small weights.
    pub c: f64,
    /// What a row on the wrong side costs.
    pub loss: SvmLoss,
    /// How the optimum is looked for.
    pub solver: Solver,
    /// The value of the constant column.
    pub bias: f64,
    /// The largest violation of the optimum at the end.
    pub tolerance: f64,
    /// The most passes over the rows.
    pub epochs: usize,
    /// The order in which rows are looked at.
    pub seed: Seed,
    /// When Newton's method ends.
    pub newton: NewtonParams,
    /// Threads that share the passes of Newton's method.
    pub threads: usize,
}

impl Default for SvmParams {
    fn default() -> Self {
        SvmParams {
            c: 1.0,
            loss: SvmLoss::L2,
            solver: Solver::Dual,
            bias: 1.0,
            tolerance: 0.1,
            epochs: 1000,
            seed: Seed(0),
            newton: NewtonParams::default(),
            threads: 1,
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
        check_solver(self.solver, self.loss)?;
        self.newton.check()?;
        Ok(Svm(self))
    }
}

/// Newton's method needs a smooth loss.
pub(crate) fn check_solver(solver: Solver, loss: SvmLoss) -> Result<(), LearnError> {
    match (solver, loss) {
        (Solver::Newton, SvmLoss::L1) => Err(LearnError::NotSmooth),
        _ => Ok(()),
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
