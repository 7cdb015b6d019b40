use crate::LearnError;
use crate::error::check;

/// | parameter | meaning | default |
/// |---|---|---|
/// | `ridge` | added to the diagonal of the covariance, as a share of its mean | 0.0001 |
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DiscriminantParams {
    /// Added to the diagonal of the covariance, as a share of its mean.
    pub ridge: f64,
}

impl Default for DiscriminantParams {
    fn default() -> Self {
        DiscriminantParams { ridge: 1e-4 }
    }
}

/// Linear discriminant analysis with checked parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Discriminant(pub(super) DiscriminantParams);

impl DiscriminantParams {
    /// The learner, if the parameters make sense.
    pub fn check(self) -> Result<Discriminant, LearnError> {
        check("ridge", self.ridge, "from 0 up", |value| value >= 0.0)?;
        Ok(Discriminant(self))
    }
}
