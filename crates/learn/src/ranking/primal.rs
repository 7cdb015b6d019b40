//! The ranking objective for Newton's method: one score an alternative, and
//! two walks over the rows that are not settled for each product.

use super::Ranking;
use crate::newton::{Objective, Passes};
use crate::{GroupSample, LearnError, NewtonStep, Penalty, SvmLoss, minimise};

impl Ranking {
    /// Learns one weight per column by Newton's method with a penalty of one's
    /// own (that of extended features, say), from these weights on. `done`
    /// hears of each step. Gives the weights and the last step.
    pub fn newton(
        &self,
        sample: &GroupSample<'_>,
        penalty: &Penalty,
        mut weights: Vec<f64>,
        done: impl FnMut(NewtonStep),
    ) -> Result<(Vec<f64>, NewtonStep), LearnError> {
        sample.check()?;
        if self.0.loss == SvmLoss::L1 {
            return Err(LearnError::NotSmooth);
        }
        let (model, rows) = (weights.len(), sample.columns());
        if model != rows {
            return Err(LearnError::ModelColumns { model, rows });
        }
        let mut objective = RankObjective::new(sample, penalty, self.0.c, self.0.threads);
        let last = minimise(&mut objective, &mut weights, &self.0.newton.check()?, done);
        Ok((weights, last))
    }
}

/// Penalty and squared losses of all pairs.
pub(super) struct RankObjective<'a> {
    sample: &'a GroupSample<'a>,
    penalty: &'a Penalty,
    /// The first alternative of each group of the sample, counted in the
    /// sample, and one past the last of all.
    bounds: Vec<usize>,
    /// How far each rival is from being far enough behind; 0 for the others.
    short: Vec<f64>,
    /// The direction asked for, in short numbers.
    direction: Vec<f32>,
    passes: Passes,
    c: f64,
}

impl<'a> RankObjective<'a> {
    pub fn new(
        sample: &'a GroupSample<'a>,
        penalty: &'a Penalty,
        c: f64,
        threads: usize,
    ) -> RankObjective<'a> {
        let (mut bounds, mut starts) = (vec![0], vec![0]);
        let (mut alternatives, mut cells) = (0, 0);
        for group in sample.iter() {
            alternatives += group.len();
            cells += (0..group.len()).map(|at| group.alternative(at).columns.len()).sum::<usize>();
            bounds.push(alternatives);
            starts.push(cells);
        }
        let passes = Passes::new(&starts, sample.columns(), threads);
        let (short, direction) = (vec![0.0; alternatives], Vec::new());
        RankObjective { sample, penalty, bounds, short, direction, passes, c }
    }
}

impl Objective for RankObjective<'_> {
    fn len(&self) -> usize {
        self.sample.columns()
    }

    fn value(&mut self, weights: &[f64]) -> f64 {
        let (sample, bounds) = (self.sample, &self.bounds);
        let work = |groups: std::ops::Range<usize>, short: &mut [f64], _: &mut [f64]| {
            let (first, mut sum) = (bounds[groups.start], 0.0);
            for number in groups {
                let group = sample.get(number);
                let short = &mut short[bounds[number] - first..bounds[number + 1] - first];
                let wanted = group.alternative(group.chosen()).dot(weights) - 1.0;
                for (at, short) in short.iter_mut().enumerate() {
                    *short = 0.0;
                    if at != group.chosen() {
                        *short = (group.alternative(at).dot(weights) - wanted).max(0.0);
                        sum += *short * *short;
                    }
                }
            }
            sum
        };
        let losses = self.passes.run(&mut self.short, |row| bounds[row], None, work);
        self.penalty.value(weights) + self.c * losses
    }

    fn gradient(&mut self, weights: &[f64], gradient: &mut [f64]) {
        self.penalty.slope(weights, gradient);
        let (sample, bounds, price) = (self.sample, &self.bounds, 2.0 * self.c);
        let work = |groups: std::ops::Range<usize>, short: &mut [f64], sums: &mut [f64]| {
            let first = bounds[groups.start];
            for number in groups {
                let short = &short[bounds[number] - first..bounds[number + 1] - first];
                let group = sample.get(number);
                let mut total = 0.0;
                for (at, &short) in short.iter().enumerate().filter(|(_, short)| **short > 0.0) {
                    group.alternative(at).add_to(price * short, sums);
                    total += price * short;
                }
                if total > 0.0 {
                    group.alternative(group.chosen()).add_to(-total, sums);
                }
            }
            0.0
        };
        self.passes.run(&mut self.short, |row| bounds[row], Some(gradient), work);
    }

    fn curve(&mut self, direction: &[f64], product: &mut [f64]) {
        self.penalty.slope(direction, product);
        // Only where the search goes depends on these, not where it ends.
        self.direction.clear();
        self.direction.extend(direction.iter().map(|&x| x as f32));
        let direction = &*self.direction;
        let (sample, bounds, price) = (self.sample, &self.bounds, 2.0 * self.c);
        let work = |groups: std::ops::Range<usize>, short: &mut [f64], sums: &mut [f64]| {
            let first = bounds[groups.start];
            for number in groups {
                let short = &short[bounds[number] - first..bounds[number + 1] - first];
                if short.iter().all(|&short| short == 0.0) {
                    continue;
                }
                let group = sample.get(number);
                let chosen = group.alternative(group.chosen());
                let along = chosen.short_dot(direction);
                let mut total = 0.0;
                for (at, _) in short.iter().enumerate().filter(|(_, short)| **short > 0.0) {
                    let row = group.alternative(at);
                    let scaled = price * f64::from(row.short_dot(direction) - along);
                    row.add_to(scaled, sums);
                    total += scaled;
                }
                chosen.add_to(-total, sums);
            }
            0.0
        };
        self.passes.run(&mut self.short, |row| bounds[row], Some(product), work);
    }

    fn diagonal(&mut self, diagonal: &mut [f64]) {
        self.penalty.diagonal(diagonal);
        let columns = self.sample.columns();
        let (sample, bounds, price) = (self.sample, &self.bounds, 2.0 * self.c);
        let work = |groups: std::ops::Range<usize>, short: &mut [f64], sums: &mut [f64]| {
            let (first, mut own) = (bounds[groups.start], vec![0.0; columns]);
            for number in groups {
                let short = &short[bounds[number] - first..bounds[number + 1] - first];
                let many = short.iter().filter(|short| **short > 0.0).count() as f64;
                if many == 0.0 {
                    continue;
                }
                let group = sample.get(number);
                let chosen = group.alternative(group.chosen());
                // A square of a difference where the rival has a cell; where
                // it has none, the square of the chosen one's alone.
                chosen.for_each(|column, value| {
                    own[column] = value;
                    sums[column] += price * many * value * value;
                });
                for (at, _) in short.iter().enumerate().filter(|(_, short)| **short > 0.0) {
                    group.alternative(at).for_each(|column, value| {
                        sums[column] += price * value * (value - 2.0 * own[column]);
                    });
                }
                chosen.for_each(|column, _| own[column] = 0.0);
            }
            0.0
        };
        self.passes.run(&mut self.short, |row| bounds[row], Some(diagonal), work);
    }
}
