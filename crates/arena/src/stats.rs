//! Means, intervals and tests over blocks.
//!
//! Every number given to this module is the result of one block; blocks are
//! independent of each other, games inside a block are not. Sums are taken
//! in block order with compensation, so that results never depend on who
//! finished first.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// A mean with its 95% interval.
///
/// `low` and `high` are `None` when a single block says nothing about the
/// spread; they equal the mean when all blocks agree exactly.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The mean over blocks.
    pub mean: f64,
    /// The lower end of the 95% interval.
    pub low: Option<f64>,
    /// The upper end of the 95% interval.
    pub high: Option<f64>,
}

/// Number, mean and variance of a list of block results.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moments {
    /// How many blocks.
    pub count: u64,
    /// Their mean; 0 when there are none.
    pub mean: f64,
    /// The unbiased variance; `None` for fewer than two blocks.
    pub variance: Option<f64>,
}

impl Moments {
    /// Of a list of block results.
    pub fn of(values: &[f64]) -> Moments {
        let count = values.len() as f64;
        if values.is_empty() {
            return Moments { count: 0, mean: 0.0, variance: None };
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
        let half = self.standard_error().and_then(|error| {
            if error == 0.0 {
                return Some(0.0);
            }
            let t = StudentsT::new(0.0, 1.0, self.count as f64 - 1.0).ok()?;
            Some(error * t.inverse_cdf(0.975))
        });
        let half = half.filter(|h| h.is_finite());
        Estimate {
            mean: self.mean,
            low: half.map(|h| self.mean - h),
            high: half.map(|h| self.mean + h),
        }
    }

    /// The two-sided p-value of a mean of 0 by Student's t; `None` when the
    /// blocks show no spread to judge by.
    pub fn p_zero(&self) -> Option<f64> {
        let error = self.standard_error()?;
        two_sided(self.mean / error, self.count as f64 - 1.0)
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
        assert_eq!(same.estimate(), Estimate { mean: 0.1, low: Some(0.1), high: Some(0.1) });
        assert_eq!(same.p_zero(), None);
        assert_eq!(welch(&same, &same), None);
        assert_eq!(welch(&same, &one), None);
        assert_eq!(Moments::of(&[]).estimate().low, None);
    }

    #[test]
    fn sums_keep_small_values() {
        assert_eq!(sum([1e16, 1.0, -1e16].into_iter()), 1.0);
    }
}
