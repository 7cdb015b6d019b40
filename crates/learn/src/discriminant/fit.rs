use super::Discriminant;
use super::cholesky::solve;
use crate::LearnError;
use crate::model::{Learner, Linear, Model};
use crate::rows::Sample;

impl Learner for Discriminant {
    fn name(&self) -> &'static str {
        if self.0.diagonal { "dlda" } else { "lda" }
    }

    fn fit(&self, sample: &Sample<'_>) -> Result<Model, LearnError> {
        let classes = sample.classes()?.map(|rows| rows as f64);
        let n = sample.columns();
        let mut means = [vec![0.0; n], vec![0.0; n]];
        let mut scatter = Scatter::new(n, self.0.diagonal);
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
                let first = if self.0.diagonal { at } else { 0 };
                let (start, covariances) = scatter.row(i);
                for &(j, b) in &cells[first..=at] {
                    covariances[j - start] += a * b;
                }
            }
        }
        for (mean, rows) in means.iter_mut().zip(classes) {
            mean.iter_mut().for_each(|sum| *sum /= rows);
        }
        let total = classes[0] + classes[1];
        for i in 0..n {
            let (start, covariances) = scatter.row(i);
            for j in start..=i {
                let between: f64 =
                    (0..2).map(|class| classes[class] * means[class][i] * means[class][j]).sum();
                covariances[j - start] = (covariances[j - start] - between) / total;
            }
        }
        let mean_variance = (0..n).map(|i| *scatter.variance(i)).sum::<f64>() / n as f64;
        for i in 0..n {
            *scatter.variance(i) += self.0.ridge * mean_variance;
        }
        let mut weights: Vec<f64> = means[1]
            .iter()
            .zip(&means[0])
            .map(|(positive, negative)| positive - negative)
            .collect();
        scatter.solve(&mut weights).ok_or(LearnError::Singular { ridge: self.0.ridge })?;
        let middle: f64 = weights
            .iter()
            .zip(means[0].iter().zip(&means[1]))
            .map(|(weight, (a, b))| weight * 0.5 * (a + b))
            .sum();
        let bias = libm::log(classes[1] / classes[0]) - middle;
        Ok(Model::Linear(Linear { weights, bias }))
    }
}

/// The covariance of columns: its lower triangle, or its diagonal alone.
struct Scatter {
    cells: Vec<f64>,
    columns: usize,
    diagonal: bool,
}

impl Scatter {
    fn new(columns: usize, diagonal: bool) -> Scatter {
        let cells = vec![0.0; if diagonal { columns } else { columns * columns }];
        Scatter { cells, columns, diagonal }
    }

    /// A row up to its diagonal, and the column it starts with.
    #[inline]
    fn row(&mut self, row: usize) -> (usize, &mut [f64]) {
        match self.diagonal {
            true => (row, &mut self.cells[row..=row]),
            false => (0, &mut self.cells[row * self.columns..][..=row]),
        }
    }

    fn variance(&mut self, column: usize) -> &mut f64 {
        let (start, row) = self.row(column);
        &mut row[column - start]
    }

    /// Replaces the right side by the solution; `None` when there is none.
    fn solve(&mut self, right: &mut [f64]) -> Option<()> {
        if !self.diagonal {
            return solve(&mut self.cells, right);
        }
        for (value, &variance) in right.iter_mut().zip(&self.cells) {
            *value /= Some(variance).filter(|&variance| variance > 0.0)?;
        }
        Some(())
    }
}
