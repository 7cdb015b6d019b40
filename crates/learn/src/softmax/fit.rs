use super::Softmax;
use crate::{Group, GroupSample, LearnError};
use fuda_core::Purpose;

/// Makes probabilities of scores.
pub fn softmax(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = libm::expf(*score - most);
        sum += *score;
    }
    for score in scores.iter_mut() {
        *score /= sum;
    }
}

impl Softmax {
    /// Learns one weight per column by adaptive steps (AdaGrad), one group at a
    /// time. `done` hears of each pass: how many there were, and the mean loss
    /// it met.
    pub fn fit(
        &self,
        sample: &GroupSample<'_>,
        mut done: impl FnMut(usize, f64),
    ) -> Result<Vec<f64>, LearnError> {
        sample.check()?;
        let columns = sample.columns();
        let mut weights = vec![0.0f32; columns];
        let mut squares = vec![1e-8f32; columns];
        let mut slopes = Slopes::new(columns);
        let mut order: Vec<u32> =
            (0..sample.len() as u32).filter(|&i| sample.get(i as usize).len() > 1).collect();
        let mut rng = self.0.seed.stream(Purpose::Training, &[]);
        let steps = (self.0.epochs * order.len()) as f32;
        let mut step = 0.0;
        for pass in 1..=self.0.epochs {
            rng.shuffle(&mut order);
            let mut loss = 0.0;
            for &i in &order {
                loss += slopes.of(sample.get(i as usize), &weights);
                let rate = self.0.rate * (1.0 - step / steps);
                step += 1.0;
                slopes.take(|column, slope| {
                    let slope = slope + self.0.decay * weights[column];
                    squares[column] += slope * slope;
                    weights[column] -= rate * slope / squares[column].sqrt();
                });
            }
            done(pass, loss / order.len() as f64);
        }
        Ok(weights.into_iter().map(f64::from).collect())
    }
}

/// The slope of a group's loss along each weight, few of them not 0.
pub(super) struct Slopes {
    sums: Vec<f32>,
    touched: Vec<u32>,
    chances: Vec<f32>,
}

impl Slopes {
    pub fn new(columns: usize) -> Slopes {
        Slopes { sums: vec![0.0; columns], touched: Vec::new(), chances: Vec::new() }
    }

    /// Adds the slopes of a group's loss; gives the loss.
    pub fn of(&mut self, group: Group<'_>, weights: &[f32]) -> f64 {
        self.chances.clear();
        for at in 0..group.len() {
            let row = group.alternative(at);
            let cells = row.columns.iter().zip(row.values);
            self.chances.push(cells.map(|(&c, &v)| weights[c as usize] * v).sum());
        }
        softmax(&mut self.chances);
        let chosen = group.chosen();
        let loss = -libm::log(f64::from(self.chances[chosen].max(f32::MIN_POSITIVE)));
        self.chances[chosen] -= 1.0;
        for (at, &slope) in self.chances.iter().enumerate() {
            let row = group.alternative(at);
            for (&column, &value) in row.columns.iter().zip(row.values) {
                let sum = &mut self.sums[column as usize];
                if *sum == 0.0 {
                    self.touched.push(column);
                }
                *sum += slope * value;
            }
        }
        loss
    }

    /// Hands over the slopes and forgets them.
    pub fn take(&mut self, mut each: impl FnMut(usize, f32)) {
        for column in self.touched.drain(..) {
            let column = column as usize;
            let slope = std::mem::take(&mut self.sums[column]);
            // A column whose sum went through 0 is listed twice.
            if slope != 0.0 {
                each(column, slope);
            }
        }
    }
}
