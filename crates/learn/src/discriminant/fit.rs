use super::Discriminant;
use super::cholesky::solve;
use crate::LearnError;
use crate::model::{Learner, Linear, Model};
use crate::rows::Sample;

impl Learner for Discriminant {
    fn name(&self) -> &'static str {
        "lda"
    }

    fn fit(&self, sample: &Sample<'_>) -> Result<Model, LearnError> {
        let classes = sample.classes()?.map(|rows| rows as f64);
        let n = sample.columns();
        let mut means = [vec![0.0; n], vec![0.0; n]];
        let mut scatter = vec![0.0; n * n];
        let mut cells: Vec<(usize, f64)> = Vec::new();
        for (row, label) in sample.iter() {
            cells.clear();
            row.for_each(|column, value| {
                if value != 0.0 {
                    cells.push((column, value));
                }
            });
            for (at, &(i, a)) in cells.iter().enumerate() {
                means[usize::from(label)][i] += a;
                // The lower triangle: columns of a row ascend.
                for &(j, b) in &cells[..=at] {
                    scatter[i * n + j] += a * b;
                }
            }
        }
        for (mean, rows) in means.iter_mut().zip(classes) {
            mean.iter_mut().for_each(|sum| *sum /= rows);
        }
        let total = classes[0] + classes[1];
        for i in 0..n {
            for j in 0..=i {
                let between: f64 =
                    (0..2).map(|class| classes[class] * means[class][i] * means[class][j]).sum();
                scatter[i * n + j] = (scatter[i * n + j] - between) / total;
            }
        }
        let mean_variance = (0..n).map(|i| scatter[i * n + i]).sum::<f64>() / n as f64;
        for i in 0..n {
            scatter[i * n + i] += self.0.ridge * mean_variance;
        }
        let mut weights: Vec<f64> = means[1]
            .iter()
            .zip(&means[0])
            .map(|(positive, negative)| positive - negative)
            .collect();
        solve(&mut scatter, &mut weights).ok_or(LearnError::Singular { ridge: self.0.ridge })?;
        let middle: f64 = weights
            .iter()
            .zip(means[0].iter().zip(&means[1]))
            .map(|(weight, (a, b))| weight * 0.5 * (a + b))
            .sum();
        let bias = (classes[1] / classes[0]).ln() - middle;
        Ok(Model::Linear(Linear { weights, bias }))
    }
}
