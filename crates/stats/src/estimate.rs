//! A value with its interval.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};
use std::fmt;

/// The 97.5% point of the normal distribution.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// A value with its 95% interval.
///
/// `low` and `high` are `None` (`null` in JSON) when the data say nothing of
/// the spread: because there is only one cluster, or because all agree.
///
/// Printed it is `12.3 [11.0, 13.6]`, and `12.3` without an interval; a value
/// that is not a number is `–`. The precision is that of the format (`{:.1}`)
/// or as many digits as the interval deserves; `{:+}` signs the value.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// The value, most often a mean; not a number (`null` in JSON) when there
    /// was nothing to measure.
    pub mean: f64,
    /// The lower end of the 95% interval.
    #[serde(default)]
    pub low: Option<f64>,
    /// The upper end of the 95% interval.
    #[serde(default)]
    pub high: Option<f64>,
}

impl Estimate {
    /// A value without an interval.
    pub fn exact(mean: f64) -> Estimate {
        Estimate { mean, low: None, high: None }
    }

    /// A value between two ends.
    pub fn between(mean: f64, low: f64, high: f64) -> Estimate {
        Estimate { mean, low: Some(low), high: Some(high) }
    }

    /// By Student's t from a standard error with so many degrees of freedom;
    /// without an interval when there is no error or no freedom.
    pub fn student(mean: f64, error: f64, freedom: f64) -> Estimate {
        Estimate::around(mean, error * student_quantile(freedom))
    }

    /// From a standard error that is known well, by the normal distribution.
    pub fn normal(mean: f64, error: f64) -> Estimate {
        Estimate::around(mean, error * Z)
    }

    fn around(mean: f64, half: f64) -> Estimate {
        match half.is_finite() && half > 0.0 {
            true => Estimate::between(mean, mean - half, mean + half),
            false => Estimate::exact(mean),
        }
    }

    /// Whether the whole interval is above a value. Without an interval it is not.
    pub fn is_above(&self, value: f64) -> bool {
        self.low.is_some_and(|low| low > value)
    }

    /// Whether the whole interval is below a value. Without an interval it is not.
    pub fn is_below(&self, value: f64) -> bool {
        self.high.is_some_and(|high| high < value)
    }

    /// Both ends, where there is an interval.
    pub fn interval(&self) -> Option<(f64, f64)> {
        self.low.zip(self.high)
    }

    /// Value, lower and upper end; the value itself where there is no interval.
    pub fn extent(&self) -> [f64; 3] {
        [self.mean, self.low.unwrap_or(self.mean), self.high.unwrap_or(self.mean)]
    }

    /// The standard error that the interval stands for; 0 without one.
    pub fn error(&self) -> f64 {
        self.interval().map_or(0.0, |(low, high)| (high - low) / (2.0 * Z))
    }

    /// The same in another unit.
    pub fn times(self, factor: f64) -> Estimate {
        self.map(|value| factor * value)
    }

    /// A function that only rises or only falls, of the value and both ends.
    pub fn map(self, f: impl Fn(f64) -> f64) -> Estimate {
        let ends = self.interval().map(|(low, high)| (f(low), f(high)));
        Estimate {
            mean: f(self.mean),
            low: ends.map(|(a, b)| a.min(b)),
            high: ends.map(|(a, b)| a.max(b)),
        }
    }

    /// The difference to another value that was measured independently.
    pub fn minus(self, other: Estimate) -> Estimate {
        Estimate::normal(self.mean - other.mean, libm::hypot(self.error(), other.error()))
    }

    /// The mean of values that were measured several times on the same data.
    /// Its interval is the mean of theirs: it is no narrower than one of them.
    pub fn average(repeats: &[Estimate]) -> Estimate {
        let many = repeats.len() as f64;
        let mean = |of: fn(&Estimate) -> Option<f64>| {
            let all: Option<Vec<f64>> = repeats.iter().map(of).collect();
            all.map(|all| all.iter().sum::<f64>() / many)
        };
        let value = mean(|e| Some(e.mean)).unwrap_or(f64::NAN);
        Estimate { mean: value, low: mean(|e| e.low), high: mean(|e| e.high) }
    }

    /// A share, to be printed in percent: `12.3% [11.0, 13.6]`.
    pub fn percent(self) -> Percent {
        Percent(self)
    }

    /// How many digits after the point a value of this size deserves.
    fn digits(&self) -> usize {
        let width = self.interval().map_or(1.0, |(low, high)| high - low);
        match width.max(self.mean.abs() / 1000.0) {
            w if w >= 100.0 => 0,
            w if w >= 10.0 => 1,
            w if w >= 1.0 => 2,
            w if w >= 0.1 => 3,
            _ => 4,
        }
    }

    fn write(&self, unit: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.mean.is_nan() {
            return f.write_str("–");
        }
        let digits = f.precision().unwrap_or_else(|| self.digits());
        match f.sign_plus() {
            true => write!(f, "{:+.digits$}{unit}", self.mean)?,
            false => write!(f, "{:.digits$}{unit}", self.mean)?,
        }
        match self.interval() {
            Some((low, high)) => write!(f, " [{low:.digits$}, {high:.digits$}]"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write("", f)
    }
}

/// A share that is printed in percent; see [`Estimate::percent`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Percent(Estimate);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.times(100.0).write("%", f)
    }
}

/// The 97.5% point of Student's t; not a number without freedom.
pub(crate) fn student_quantile(freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom).map_or(f64::NAN, |t| t.inverse_cdf(0.975))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_printed_and_stored_in_one_way() {
        let found = Estimate::between(1.25, -0.5, 3.0);
        assert_eq!(found.to_string(), "1.25 [-0.50, 3.00]");
        assert_eq!(format!("{found:+.1}"), "+1.2 [-0.5, 3.0]");
        assert_eq!(format!("{:.1}", found.times(0.01).percent()), "1.2% [-0.5, 3.0]");
        assert_eq!(
            Estimate::between(12_345.6, 12_000.0, 12_700.0).to_string(),
            "12346 [12000, 12700]"
        );
        assert_eq!(Estimate::between(0.5, 0.49, 0.51).to_string(), "0.5000 [0.4900, 0.5100]");
        assert_eq!(format!("{:.2}", Estimate::exact(3.0)), "3.00");
        assert_eq!(Estimate::exact(f64::NAN).to_string(), "–");
        let json = serde_json::to_string(&found).unwrap();
        assert_eq!(json, r#"{"mean":1.25,"low":-0.5,"high":3.0}"#);
        assert_eq!(serde_json::from_str::<Estimate>(&json).unwrap(), found);
        let exact = serde_json::from_str::<Estimate>(r#"{"mean":2}"#).unwrap();
        assert_eq!(exact, Estimate::exact(2.0));
    }

    #[test]
    fn units_and_differences() {
        let found = Estimate::between(2.0, 1.0, 4.0);
        assert_eq!(found.times(-2.0), Estimate::between(-4.0, -8.0, -2.0));
        // Two half widths of 2: the half width is 2 times the root of 2.
        let (a, b) = (Estimate::between(9.0, 7.0, 11.0), Estimate::between(3.0, 1.0, 5.0));
        assert!((a.minus(b).high.unwrap() - 6.0 - 8f64.sqrt()).abs() < 1e-9);
        assert_eq!(a.minus(Estimate::exact(4.0)).mean, 5.0);
        assert_eq!(Estimate::exact(9.0).minus(Estimate::exact(4.0)), Estimate::exact(5.0));
    }

    #[test]
    fn repeats_on_the_same_data_do_not_narrow_the_interval() {
        let twice = [Estimate::between(2.0, 1.0, 3.0), Estimate::between(4.0, 3.0, 6.0)];
        assert_eq!(Estimate::average(&twice), Estimate::between(3.0, 2.0, 4.5));
        assert_eq!(Estimate::average(&[twice[0], Estimate::exact(4.0)]), Estimate::exact(3.0));
        assert!(Estimate::average(&[]).mean.is_nan());
    }

    /// The 97.5% points as every table of Student's t has them.
    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (freedom, t) in [(1.0, 12.706), (2.0, 4.303), (7.0, 2.365), (30.0, 2.042), (1e6, 1.960)]
        {
            let found = Estimate::student(0.0, 1.0, freedom).high.unwrap();
            assert!((found - t).abs() < 5e-4, "{freedom}: {found}");
        }
        assert_eq!(Estimate::student(1.0, 1.0, 0.0), Estimate::exact(1.0));
        assert_eq!(Estimate::student(1.0, 0.0, 9.0), Estimate::exact(1.0));
    }
}
