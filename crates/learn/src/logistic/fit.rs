use super::Logistic;
use super::params::loss;
use crate::LearnError;
use crate::model::{Learner, Linear, Model};
use crate::rows::Sample;

impl Learner for Logistic {
    fn name(&self) -> &'static str {
        "logistic"
    }

    fn fit(&self, sample: &Sample<'_>) -> Result<Model, LearnError> {
        sample.classes()?;
        let problem = Problem { sample, c: self.0.c, bias: self.0.bias };
        // The last weight is that of the constant column.
        let mut weights = vec![0.0; sample.columns() + 1];
        let mut scores = vec![0.0; sample.len()];
        let mut value = problem.value(&weights, &scores);
        let mut first = None;
        for _ in 0..self.0.steps {
            let (gradient, curvatures) = problem.slopes(&weights, &scores);
            let length = dot(&gradient, &gradient).sqrt();
            if length <= self.0.tolerance * *first.get_or_insert(length) || length == 0.0 {
                break;
            }
            let direction = problem.newton_direction(&gradient, &curvatures, length);
            let along = dot(&gradient, &direction);
            let change = problem.scores(&direction);
            // Half the step until the value falls as much as the slope promises.
            let mut step = 1.0;
            let better = loop {
                let new: Vec<f64> = moved(&weights, step, &direction);
                let new_scores = moved(&scores, step, &change);
                let new_value = problem.value(&new, &new_scores);
                if new_value <= value + 1e-4 * step * along {
                    break Some((new, new_scores, new_value));
                }
                step *= 0.5;
                if step < 1e-10 {
                    break None;
                }
            };
            let Some(better) = better else { break };
            (weights, scores, value) = better;
        }
        let constant = weights.pop().unwrap_or_default();
        Ok(Model::Linear(Linear { weights, bias: constant * self.0.bias }))
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn moved(from: &[f64], step: f64, direction: &[f64]) -> Vec<f64> {
    from.iter().zip(direction).map(|(from, direction)| from + step * direction).collect()
}

struct Problem<'a> {
    sample: &'a Sample<'a>,
    c: f64,
    bias: f64,
}

impl Problem<'_> {
    fn scores(&self, weights: &[f64]) -> Vec<f64> {
        let constant = weights.last().copied().unwrap_or_default() * self.bias;
        self.sample.iter().map(|(row, _)| row.dot(weights) + constant).collect()
    }

    fn value(&self, weights: &[f64], scores: &[f64]) -> f64 {
        let losses: f64 = self
            .sample
            .iter()
            .zip(scores)
            .map(|((_, label), &score)| loss(if label { score } else { -score }))
            .sum();
        0.5 * dot(weights, weights) + self.c * losses
    }

    /// The gradient, and the curvature of each row's loss.
    fn slopes(&self, weights: &[f64], scores: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let mut gradient = weights.to_vec();
        let mut constant = 0.0;
        let curvatures = self
            .sample
            .iter()
            .zip(scores)
            .map(|((row, label), &score)| {
                let share = 1.0 / (1.0 + (-score).exp());
                let slope = self.c * (share - if label { 1.0 } else { 0.0 });
                row.add_to(slope, &mut gradient);
                constant += slope * self.bias;
                self.c * share * (1.0 - share)
            })
            .collect();
        if let Some(last) = gradient.last_mut() {
            *last += constant;
        }
        (gradient, curvatures)
    }

    /// The product of the second derivatives with a direction.
    fn curve(&self, curvatures: &[f64], direction: &[f64]) -> Vec<f64> {
        let mut out = direction.to_vec();
        let along = direction.last().copied().unwrap_or_default() * self.bias;
        let mut constant = 0.0;
        for ((row, _), curvature) in self.sample.iter().zip(curvatures) {
            let scaled = curvature * (row.dot(direction) + along);
            row.add_to(scaled, &mut out);
            constant += scaled * self.bias;
        }
        if let Some(last) = out.last_mut() {
            *last += constant;
        }
        out
    }

    /// Where Newton's method goes: conjugate gradients until a tenth of the
    /// gradient is left.
    fn newton_direction(&self, gradient: &[f64], curvatures: &[f64], length: f64) -> Vec<f64> {
        let mut direction = vec![0.0; gradient.len()];
        let mut rest: Vec<f64> = gradient.iter().map(|slope| -slope).collect();
        let mut search = rest.clone();
        let mut squared = dot(&rest, &rest);
        for _ in 0..gradient.len().min(500) {
            if squared.sqrt() <= 0.1 * length {
                break;
            }
            let curved = self.curve(curvatures, &search);
            let step = squared / dot(&search, &curved);
            direction = moved(&direction, step, &search);
            rest = moved(&rest, -step, &curved);
            let new = dot(&rest, &rest);
            search = moved(&rest, new / squared, &search);
            squared = new;
        }
        direction
    }
}
