use crate::error::check;
use crate::svm::check_solver;
use crate::{GroupSample, LearnError, NewtonParams, Solver, SvmLoss};
use fuda_core::Seed;

/// | parameter | meaning | default |
/// |---|---|---|
/// | `c` | the price of losses against small weights | 1 |
/// | `loss` | L1 or L2 | L2 |
/// | `solver` | coordinate descent or Newton's method | coordinate descent |
/// | `tolerance` | coordinate descent: the largest violation of the optimum at the end | 0.1 |
/// | `epochs` | coordinate descent: the most passes over the pairs | 1000 |
/// | `seed` | coordinate descent: the order in which groups are looked at | 0 |
/// | `newton` | Newton's method: when it ends | see [`NewtonParams`] |
/// | `threads` | Newton's method: threads that share its passes; the result does not depend on it | 1 |
///
/// To count every pair in both directions, as examples of two classes, is to
/// double `c`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RankingParams {
    /// The price of losses against small weights.
    pub c: f64,
    /// What a pair in the wrong order costs.
    pub loss: SvmLoss,
    /// How the optimum is looked for.
    pub solver: Solver,
    /// The largest violation of the optimum at the end.
    pub tolerance: f64,
    /// The most passes over the pairs.
    pub epochs: usize,
    /// The order in which groups are looked at.
    pub seed: Seed,
    /// When Newton's method ends.
    pub newton: NewtonParams,
    /// Threads that share the passes of Newton's method.
    pub threads: usize,
}

impl Default for RankingParams {
    fn default() -> Self {
        RankingParams {
            c: 1.0,
            loss: SvmLoss::L2,
            solver: Solver::Dual,
            tolerance: 0.1,
            epochs: 1000,
            seed: Seed(0),
            newton: NewtonParams::default(),
            threads: 1,
        }
    }
}

/// A ranking learner with checked parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ranking(pub(super) RankingParams);

impl RankingParams {
    /// The learner, if the parameters make sense.
    pub fn check(self) -> Result<Ranking, LearnError> {
        check("C", self.c, "above 0", |value| value > 0.0)?;
        check("tolerance", self.tolerance, "above 0", |value| value > 0.0)?;
        check("epochs", self.epochs as f64, "at least 1", |value| value >= 1.0)?;
        check_solver(self.solver, self.loss)?;
        self.newton.check()?;
        Ok(Ranking(self))
    }
}

impl Ranking {
    /// What is minimised, for some weights.
    pub fn objective(&self, sample: &GroupSample<'_>, weights: &[f64]) -> f64 {
        let squares: f64 = weights.iter().map(|weight| weight * weight).sum();
        let mut losses = 0.0;
        for group in sample.iter() {
            let chosen = group.alternative(group.chosen()).dot(weights);
            for rival in group.rivals() {
                let short = (1.0 - chosen + group.alternative(rival).dot(weights)).max(0.0);
                losses += match self.0.loss {
                    SvmLoss::L1 => short,
                    SvmLoss::L2 => short * short,
                };
            }
        }
        0.5 * squares + self.0.c * losses
    }
}
