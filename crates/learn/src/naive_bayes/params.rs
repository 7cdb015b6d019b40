use crate::LearnError;
use crate::error::check;

/// | parameter | meaning | default |
/// |---|---|---|
/// | `smoothing` | rows added to each cell of the counts | 1 |
/// | `fit_threshold` | whether the threshold is the one that errs least in training; otherwise the sum of logarithms decides | yes |
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NaiveBayesParams {
    /// Rows added to each cell of the counts.
    pub smoothing: f64,
    /// Whether the threshold is fitted.
    pub fit_threshold: bool,
}

impl Default for NaiveBayesParams {
    fn default() -> Self {
        NaiveBayesParams { smoothing: 1.0, fit_threshold: true }
    }
}

/// Naive Bayes with checked parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NaiveBayes(pub(super) NaiveBayesParams);

impl NaiveBayesParams {
    /// The learner, if the parameters make sense.
    pub fn check(self) -> Result<NaiveBayes, LearnError> {
        check("smoothing", self.smoothing, "above 0", |value| value > 0.0)?;
        Ok(NaiveBayes(self))
    }
}
