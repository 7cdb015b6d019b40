use crate::LearnError;
use crate::error::check;

/// | parameter | meaning | default |
/// |---|---|---|
/// | `ridge` | added to the diagonal of the covariance, as a share of its mean | 0.0001 |
/// | `diagonal` | columns are taken as independent: memory grows with their number, not with its square | no |
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DiscriminantParams {
    /// Added to the diagonal of the covariance, as a share of its mean.
    pub ridge: f64,
    /// Columns are taken as independent within a class.
    pub diagonal: bool,
}

impl Default for DiscriminantParams {
    fn default() -> Self {
        DiscriminantParams { ridge: 1e-4, diagonal: false }
    }
}

/// Linear discriminant analysis with checked parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Discriminant(pub(super) DiscriminantParams);

impl DiscriminantParams {
    /// The bytes that learning from so many columns takes beside the rows.
    pub fn memory(self, columns: usize) -> u64 {
        let columns = columns as u64;
        let covariance = if self.diagonal { columns } else { columns.saturating_mul(columns) };
        covariance.saturating_mul(size_of::<f64>() as u64)
    }

    /// The learner, if the parameters make sense.
    pub fn check(self) -> Result<Discriminant, LearnError> {
        check("ridge", self.ridge, "from 0 up", |value| value >= 0.0)?;
        Ok(Discriminant(self))
    }
}
