use super::minimise::dot;
use crate::Extension;

/// What small weights are worth: half the square of their length, or less
/// along the directions of an [`Extension`].
///
/// Weights `(w, v)` over features extended by maps `M` score like
/// `u = w + Mᵀv` over the plain ones, and of all that make the same `u` the
/// shortest has `½ uᵀ (I + MᵀM)⁻¹ u`. To learn over extended features is
/// therefore to learn over the plain ones with this penalty: no column is
/// added, and `u` is what folding would give.
#[derive(Clone, Debug)]
pub struct Penalty {
    /// Rows `B` with `(I + MᵀM)⁻¹ = I − BᵀB`.
    rows: Vec<Vec<f64>>,
}

impl Penalty {
    /// Half the square of the length.
    pub fn plain() -> Penalty {
        Penalty { rows: Vec::new() }
    }

    /// That of weights over extended features, for the plain weights they
    /// fold into.
    pub fn of(extension: &Extension) -> Penalty {
        // (I + MᵀM)⁻¹ = I − Mᵀ(I + MMᵀ)⁻¹M, and with I + MMᵀ = LLᵀ, B = L⁻¹M:
        // row by row, orthogonalisation in all but name.
        let maps = extension.maps();
        let many = maps.len();
        let mut lower = vec![vec![0.0; many]; many];
        let mut rows: Vec<Vec<f64>> = Vec::with_capacity(many);
        for i in 0..many {
            let mut row = maps[i].clone();
            for j in 0..=i {
                let own = if i == j { 1.0 } else { 0.0 };
                let known: f64 = (0..j).map(|k| lower[i][k] * lower[j][k]).sum();
                let left = own + dot(&maps[i], &maps[j]) - known;
                if i == j {
                    lower[i][i] = left.sqrt();
                } else {
                    lower[i][j] = left / lower[j][j];
                    let scale = lower[i][j];
                    row.iter_mut().zip(&rows[j]).for_each(|(x, y)| *x -= scale * y);
                }
            }
            row.iter_mut().for_each(|x| *x /= lower[i][i]);
            rows.push(row);
        }
        Penalty { rows }
    }

    /// Writes its slope at some weights, which is linear in them.
    pub fn slope(&self, weights: &[f64], slope: &mut [f64]) {
        slope.copy_from_slice(weights);
        for row in &self.rows {
            let scale = dot(row, weights);
            slope.iter_mut().zip(row).for_each(|(x, y)| *x -= scale * y);
        }
    }

    /// The penalty of some weights.
    pub fn value(&self, weights: &[f64]) -> f64 {
        let lost: f64 = self.rows.iter().map(|row| dot(row, weights).powi(2)).sum();
        0.5 * (dot(weights, weights) - lost)
    }

    /// Writes the diagonal of its second derivatives.
    pub fn diagonal(&self, diagonal: &mut [f64]) {
        diagonal.fill(1.0);
        for row in &self.rows {
            diagonal.iter_mut().zip(row).for_each(|(x, y)| *x -= y * y);
        }
    }
}
