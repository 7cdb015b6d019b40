use crate::LearnError;
use crate::error::check;

/// | parameter | meaning | default |
/// |---|---|---|
/// | `penalty` | added to the diagonal of the columns' scatter, in rows | 10 |
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RidgeParams {
    /// Added to the diagonal of the columns' scatter: a column weighs as if
    /// so many more rows had said that it does not matter.
    pub penalty: f64,
}

impl Default for RidgeParams {
    fn default() -> Self {
        RidgeParams { penalty: 10.0 }
    }
}

/// Ridge regression with checked parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ridge(pub(super) RidgeParams);

impl RidgeParams {
    /// The learner, if the parameters make sense.
    pub fn check(self) -> Result<Ridge, LearnError> {
        check("penalty", self.penalty, "above 0", |value| value > 0.0)?;
        Ok(Ridge(self))
    }
}
