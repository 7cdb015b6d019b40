//! The objective over the weights for Newton's method.

use super::Svm;
use super::compact::{Compact, Number};
use crate::newton::{Objective, Passes, Penalty};
use crate::{Linear, minimise};
use std::ops::Range;

impl Svm {
    pub(super) fn newton<V: Number>(&self, columns: usize, rows: &Compact<V>) -> Linear {
        let mut objective = SvmObjective::new(columns, rows, self);
        let mut weights = vec![0.0; objective.len()];
        let newton = self.0.newton.check().expect("checked with the other parameters");
        minimise(&mut objective, &mut weights, &newton, |_| {});
        let bias = match weights.len() > columns {
            true => weights.pop().unwrap_or(0.0) * self.0.bias,
            false => 0.0,
        };
        Linear { weights, bias }
    }
}

/// Penalty and squared losses of all rows. The weight of the constant, where
/// there is one, is the last.
pub(super) struct SvmObjective<'a, V> {
    rows: &'a Compact<V>,
    columns: usize,
    bias: f64,
    c: f64,
    /// How far each row is from the right side, with its sign; 0 for those
    /// that are there.
    short: Vec<f64>,
    passes: Passes,
    penalty: Penalty,
}

impl<'a, V: Number> SvmObjective<'a, V> {
    pub fn new(columns: usize, rows: &'a Compact<V>, svm: &Svm) -> SvmObjective<'a, V> {
        let bias = svm.0.bias;
        let weights = columns + usize::from(bias > 0.0);
        let passes = Passes::new(rows.starts(), weights, svm.0.threads);
        let (short, penalty) = (vec![0.0; rows.len()], Penalty::plain());
        SvmObjective { rows, columns, bias, c: svm.0.c, short, passes, penalty }
    }

    fn constant(&self, weights: &[f64]) -> f64 {
        weights.get(self.columns).map_or(0.0, |weight| weight * self.bias)
    }
}

impl<V: Number> Objective for SvmObjective<'_, V> {
    fn len(&self) -> usize {
        self.columns + usize::from(self.bias > 0.0)
    }

    fn value(&mut self, weights: &[f64]) -> f64 {
        let (rows, constant) = (self.rows, self.constant(weights));
        let work = |part: Range<usize>, short: &mut [f64], _: &mut [f64]| {
            let mut sum = 0.0;
            for (row, short) in part.zip(short) {
                let sign = rows.sign(row);
                let far = (1.0 - sign * (rows.dot(row, weights) + constant)).max(0.0);
                *short = sign * far;
                sum += far * far;
            }
            sum
        };
        let losses = self.passes.run(&mut self.short, |row| row, None, work);
        self.penalty.value(weights) + self.c * losses
    }

    fn gradient(&mut self, weights: &[f64], gradient: &mut [f64]) {
        self.penalty.slope(weights, gradient);
        let (rows, bias, price) = (self.rows, self.bias, 2.0 * self.c);
        let columns = self.columns;
        let work = |part: Range<usize>, short: &mut [f64], sums: &mut [f64]| {
            let mut total = 0.0;
            for (row, short) in part.zip(short).filter(|(_, short)| **short != 0.0) {
                rows.add_to(row, -price * *short, sums);
                total -= price * *short;
            }
            if bias > 0.0 {
                sums[columns] += bias * total;
            }
            0.0
        };
        self.passes.run(&mut self.short, |row| row, Some(gradient), work);
    }

    fn curve(&mut self, direction: &[f64], product: &mut [f64]) {
        self.penalty.slope(direction, product);
        let (rows, bias, price) = (self.rows, self.bias, 2.0 * self.c);
        let (columns, constant) = (self.columns, self.constant(direction));
        let work = |part: Range<usize>, short: &mut [f64], sums: &mut [f64]| {
            let mut total = 0.0;
            for (row, _) in part.zip(short).filter(|(_, short)| **short != 0.0) {
                let scaled = price * (rows.dot(row, direction) + constant);
                rows.add_to(row, scaled, sums);
                total += scaled;
            }
            if bias > 0.0 {
                sums[columns] += bias * total;
            }
            0.0
        };
        self.passes.run(&mut self.short, |row| row, Some(product), work);
    }

    fn diagonal(&mut self, diagonal: &mut [f64]) {
        self.penalty.diagonal(diagonal);
        let (rows, bias, price) = (self.rows, self.bias, 2.0 * self.c);
        let columns = self.columns;
        let work = |part: Range<usize>, short: &mut [f64], sums: &mut [f64]| {
            for (row, _) in part.zip(short).filter(|(_, short)| **short != 0.0) {
                for &(column, value) in rows.row(row) {
                    let value: f64 = value.into();
                    sums[column as usize] += price * value * value;
                }
                if bias > 0.0 {
                    sums[columns] += price * bias * bias;
                }
            }
            0.0
        };
        self.passes.run(&mut self.short, |row| row, Some(diagonal), work);
    }
}
