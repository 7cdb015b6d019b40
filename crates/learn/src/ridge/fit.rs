use super::Ridge;
use crate::discriminant::cholesky::solve;
use crate::model::Linear;
use crate::{LearnError, Rows};

impl Ridge {
    /// The weights and the bias; the bias is not held back.
    pub fn fit(&self, rows: &Rows, targets: &[f64]) -> Result<Linear, LearnError> {
        if rows.len() != targets.len() || rows.is_empty() {
            return Err(LearnError::LabelCount { labels: targets.len(), rows: rows.len() });
        }
        let n = rows.columns();
        let many = rows.len() as f64;
        let mut means = vec![0.0; n];
        let mut products = vec![0.0; n];
        let mut scatter = vec![0.0; n * n];
        let mean_target = targets.iter().sum::<f64>() / many;
        let mut cells: Vec<(usize, f64)> = Vec::new();
        for (row, &target) in targets.iter().enumerate() {
            cells.clear();
            rows.row(row).for_each(|column, value| {
                if value != 0.0 {
                    cells.push((column, value));
                }
            });
            for (at, &(i, a)) in cells.iter().enumerate() {
                means[i] += a;
                products[i] += a * (target - mean_target);
                for &(j, b) in &cells[..=at] {
                    scatter[i * n + j] += a * b;
                }
            }
        }
        means.iter_mut().for_each(|sum| *sum /= many);
        for i in 0..n {
            for j in 0..=i {
                scatter[i * n + j] -= many * means[i] * means[j];
            }
            scatter[i * n + i] += self.0.penalty;
        }
        let mut weights = products;
        let ridge = self.0.penalty;
        solve(&mut scatter, &mut weights).ok_or(LearnError::Singular { ridge })?;
        let middle: f64 = weights.iter().zip(&means).map(|(weight, mean)| weight * mean).sum();
        Ok(Linear { weights, bias: mean_target - middle })
    }
}
