//! Count, mean and variance of independent results, and tests of means.

use crate::Estimate;
use crate::clusters::share;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// Count, mean and variance of independent results, one for each cluster.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moments {
    /// How many results.
    pub count: u64,
    /// Their mean; not a number when there are none.
    pub mean: f64,
    /// The unbiased variance; `None` for fewer than two results.
    pub variance: Option<f64>,
}

impl Moments {
    /// Of a list of results.
    pub fn of(values: &[f64]) -> Moments {
        let count = values.len() as f64;
        if values.is_empty() {
            return Moments { count: 0, mean: f64::NAN, variance: None };
        }
        let mean = sum(values.iter().copied()) / count;
        let squares = sum(values.iter().map(|v| (v - mean) * (v - mean)));
        let variance = (values.len() > 1).then(|| squares / (count - 1.0));
        // Equal values have no spread, whatever rounding makes of their mean.
        match values.iter().all(|v| *v == values[0]) {
            true => Moments {
                count: values.len() as u64,
                mean: values[0] + 0.0,
                variance: variance.map(|_| 0.0),
            },
            false => Moments { count: values.len() as u64, mean, variance },
        }
    }

    /// The standard error of the mean.
    pub fn standard_error(&self) -> Option<f64> {
        self.variance.map(|v| (v / self.count as f64).sqrt())
    }

    /// The mean with its 95% interval by Student's t.
    pub fn estimate(&self) -> Estimate {
        let error = self.standard_error().unwrap_or(0.0);
        Estimate::student(self.mean, error, self.count as f64 - 1.0)
    }

    /// The mean of shares with its 95% interval, which stays within 0 and 1
    /// (see [`crate::proportion`]).
    pub fn share(&self) -> Estimate {
        let error = self.standard_error().filter(|error| *error > 0.0);
        share(self.mean, error, self.count as f64 - 1.0, self.count as f64)
    }

    /// The two-sided p-value of a mean of 0 by Student's t (of differences,
    /// the paired t-test); `None` when the results show no spread.
    pub fn p_zero(&self) -> Option<f64> {
        let error = self.standard_error()?;
        two_sided(self.mean / error, self.count as f64 - 1.0)
    }
}

/// Mean and variance carried along value by value (Welford), where keeping
/// every value would cost too much.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Running {
    count: u64,
    mean: f64,
    squares: f64,
    sum: f64,
}

impl Running {
    /// Takes in the next result.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        let step = value - self.mean;
        self.mean += step / self.count as f64;
        self.squares += step * (value - self.mean);
    }

    /// How many results were taken in.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// What was taken in so far.
    pub fn moments(&self) -> Moments {
        let Running { count, mean, squares, sum } = *self;
        // The sum rounds less, and equal values have an exact mean already.
        let mean = if squares > 0.0 { sum / count as f64 } else { mean };
        match count {
            0 => Moments::of(&[]),
            1 => Moments { count, mean, variance: None },
            _ => Moments { count, mean, variance: Some(squares.max(0.0) / (count - 1) as f64) },
        }
    }
}

/// The two-sided p-value of Welch's t-test that two means are equal; `None`
/// when neither list shows any spread.
pub fn welch(a: &Moments, b: &Moments) -> Option<f64> {
    let ea = a.variance? / a.count as f64;
    let eb = b.variance? / b.count as f64;
    let freedom = (ea + eb).powi(2)
        / (ea.powi(2) / (a.count as f64 - 1.0) + eb.powi(2) / (b.count as f64 - 1.0));
    two_sided((a.mean - b.mean) / (ea + eb).sqrt(), freedom)
}

/// A p-value as reports print it; `–` where there is none.
pub fn p_value(p: Option<f64>) -> String {
    match p {
        None => "–".to_owned(),
        Some(p) if p < 0.0001 => "< 0.0001".to_owned(),
        Some(p) => format!("{p:.4}"),
    }
}

/// How likely Student's t is at least that far from 0 on either side.
fn two_sided(t: f64, freedom: f64) -> Option<f64> {
    if !t.is_finite() || !freedom.is_finite() || freedom <= 0.0 {
        return None;
    }
    let student = StudentsT::new(0.0, 1.0, freedom).ok()?;
    let p = 2.0 * student.sf(t.abs());
    p.is_finite().then(|| p.clamp(0.0, 1.0))
}

/// A sum that keeps what rounding would lose (Neumaier).
pub(crate) fn sum(values: impl Iterator<Item = f64>) -> f64 {
    let (mut total, mut lost) = (0.0f64, 0.0f64);
    for value in values {
        let next = total + value;
        lost += match total.abs() >= value.abs() {
            true => (total - next) + value,
            false => (value - next) + total,
        };
        total = next;
    }
    // Adding zero turns the -0 that reports should not print into 0.
    total + lost + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-6 * b.abs().max(1.0), "{a} is not {b}");
    }

    /// Student's sleep data (1908); values as R's `t.test` prints them.
    const FIRST: [f64; 10] = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
    const SECOND: [f64; 10] = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];

    #[test]
    fn the_sleep_data_give_the_published_intervals() {
        let differences: Vec<f64> = FIRST.iter().zip(SECOND).map(|(a, b)| a - b).collect();
        let paired = Moments::of(&differences);
        let estimate = paired.estimate();
        close(estimate.mean, -1.58);
        close(estimate.low.unwrap(), -2.459_885_764);
        close(estimate.high.unwrap(), -0.700_114_236);
        close(paired.p_zero().unwrap(), 0.002_832_890_2);
        let p = welch(&Moments::of(&FIRST), &Moments::of(&SECOND)).unwrap();
        close(p, 0.079_394_140_2);
    }

    #[test]
    fn degenerate_lists_give_no_nonsense() {
        let one = Moments::of(&[3.0]);
        assert_eq!(one.estimate(), Estimate { mean: 3.0, low: None, high: None });
        assert_eq!(one.p_zero(), None);
        let same = Moments::of(&[0.1; 7]);
        assert_eq!(same.estimate(), Estimate { mean: 0.1, low: None, high: None });
        assert_eq!(same.p_zero(), None);
        assert_eq!(welch(&same, &same), None);
        assert_eq!(welch(&same, &one), None);
        let none = Moments::of(&[]).estimate();
        assert!(none.mean.is_nan() && none.low.is_none() && none.high.is_none());
    }

    #[test]
    fn running_moments_are_those_of_the_list() {
        let mut running = Running::default();
        assert_eq!(running.moments().count, 0);
        FIRST.iter().for_each(|v| running.add(*v));
        let (a, b) = (running.moments(), Moments::of(&FIRST));
        close(a.mean, b.mean);
        close(a.variance.unwrap(), b.variance.unwrap());
        let mut alike = Running::default();
        (0..7).for_each(|_| alike.add(0.1));
        assert_eq!(alike.moments().variance, Some(0.0));
    }

    #[test]
    fn sums_keep_small_values() {
        assert_eq!(sum([1e16, 1.0, -1e16].into_iter()), 1.0);
    }
}
