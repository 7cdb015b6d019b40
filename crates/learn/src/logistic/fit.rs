use super::Logistic;
use super::params::loss;
use crate::model::{Learner, Linear, Model};
use crate::newton::Objective;
use crate::rows::Sample;
use crate::{LearnError, minimise};

impl Learner for Logistic {
    fn name(&self) -> &'static str {
        "logistic"
    }

    fn fit(&self, sample: &Sample<'_>) -> Result<Model, LearnError> {
        sample.classes()?;
        let mut problem = Problem::new(sample, self.0.c, self.0.bias);
        // The last weight is that of the constant column.
        let mut weights = vec![0.0; problem.len()];
        minimise(&mut problem, &mut weights, &self.0.newton.check()?, |_| {});
        let constant = weights.pop().unwrap_or_default();
        Ok(Model::Linear(Linear { weights, bias: constant * self.0.bias }))
    }
}

/// Penalty and losses of all rows.
pub(super) struct Problem<'a> {
    sample: &'a Sample<'a>,
    c: f64,
    bias: f64,
    /// How likely each row is positive.
    shares: Vec<f64>,
}

impl<'a> Problem<'a> {
    pub(super) fn new(sample: &'a Sample<'a>, c: f64, bias: f64) -> Problem<'a> {
        Problem { sample, c, bias, shares: vec![0.5; sample.len()] }
    }

    /// Adds each row, times a number made of it, to one number per weight.
    fn add_rows(&self, sums: &mut [f64], number: impl Fn(usize) -> f64) {
        let mut constant = 0.0;
        for (i, (row, _)) in self.sample.iter().enumerate() {
            let number = number(i);
            row.add_to(number, sums);
            constant += number * self.bias;
        }
        sums[self.sample.columns()] += constant;
    }
}

impl Objective for Problem<'_> {
    fn len(&self) -> usize {
        self.sample.columns() + 1
    }

    fn value(&mut self, weights: &[f64]) -> f64 {
        let constant = weights[self.sample.columns()] * self.bias;
        let mut losses = 0.0;
        for ((row, label), share) in self.sample.iter().zip(&mut self.shares) {
            let score = row.dot(weights) + constant;
            *share = 1.0 / (1.0 + libm::exp(-score));
            losses += loss(if label { score } else { -score });
        }
        0.5 * weights.iter().map(|weight| weight * weight).sum::<f64>() + self.c * losses
    }

    fn gradient(&mut self, weights: &[f64], gradient: &mut [f64]) {
        gradient.copy_from_slice(weights);
        let wanted = |i: usize| if self.sample.get(i).1 { 1.0 } else { 0.0 };
        self.add_rows(gradient, |i| self.c * (self.shares[i] - wanted(i)));
    }

    fn curve(&mut self, direction: &[f64], product: &mut [f64]) {
        product.copy_from_slice(direction);
        let constant = direction[self.sample.columns()] * self.bias;
        self.add_rows(product, |i| {
            let along = self.sample.get(i).0.dot(direction) + constant;
            self.c * self.shares[i] * (1.0 - self.shares[i]) * along
        });
    }

    fn diagonal(&mut self, diagonal: &mut [f64]) {
        diagonal.fill(1.0);
        for ((row, _), share) in self.sample.iter().zip(&self.shares) {
            let curvature = self.c * share * (1.0 - share);
            row.for_each(|column, value| diagonal[column] += curvature * value * value);
            diagonal[self.sample.columns()] += curvature * self.bias * self.bias;
        }
    }
}
