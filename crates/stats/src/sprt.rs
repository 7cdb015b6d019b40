//! Stopping early: the generalised sequential probability ratio test.

use crate::{Moments, Running};
use serde::Serialize;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The test is looked at whenever so many more clusters are there.
const CHECK_EVERY: u64 = 16;

/// The test is not looked at before so many clusters are there: the spread has
/// to be known first.
pub const FIRST_CHECK: u64 = 64;

/// Two hypotheses about a mean, such as the difference between two players in
/// points per game.
///
/// H0: the mean is `null`; H1: it is `alternative`. The chance of a
/// wrong answer is about 5% either way. The variance is unknown, so the
/// likelihood under each hypothesis is taken at its best variance (the
/// generalised test); results are treated as normal.
///
/// It is looked at only after fixed numbers of clusters, in their order, so
/// that the number of threads cannot change where a match stops. An interval
/// of a match that was stopped this way is a little too narrow.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// The mean under H0.
    pub null: f64,
    /// The mean under H1.
    pub alternative: f64,
    /// The chance of accepting H1 when H0 is true.
    pub alpha: f64,
    /// The chance of accepting H0 when H1 is true.
    pub beta: f64,
}

/// What the test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The mean is `null`.
    H0,
    /// The mean is `alternative`.
    H1,
    /// Not clear yet.
    Undecided,
}

/// The text names no two hypotheses.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected two different numbers such as 0,5, got `{0}`")]
pub struct BadHypotheses(pub String);

impl Sprt {
    /// With error chances of 5%. The hypotheses must differ and be finite.
    pub fn new(null: f64, alternative: f64) -> Option<Sprt> {
        let sound = null.is_finite() && alternative.is_finite() && null != alternative;
        sound.then_some(Sprt { null, alternative, alpha: 0.05, beta: 0.05 })
    }

    /// The logarithms of the likelihood ratio at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        let bounds = (self.beta / (1.0 - self.alpha), (1.0 - self.beta) / self.alpha);
        (libm::log(bounds.0), libm::log(bounds.1))
    }

    /// The logarithm of the likelihood ratio of H1 to H0; `None` without spread.
    pub fn log_ratio(&self, differences: &Moments) -> Option<f64> {
        let n = differences.count as f64;
        // Clusters that all agree say nothing about how far they might spread,
        // and a likelihood without spread would be sure of anything.
        let variance = differences.variance.filter(|v| *v > 0.0)? * (n - 1.0) / n;
        let under = |mean: f64| variance + (differences.mean - mean).powi(2);
        let ratio = 0.5 * n * libm::log(under(self.null) / under(self.alternative));
        ratio.is_finite().then_some(ratio)
    }

    /// What a likelihood ratio means.
    pub fn verdict(&self, log_ratio: Option<f64>) -> Verdict {
        let (low, high) = self.bounds();
        match log_ratio {
            Some(ratio) if ratio <= low => Verdict::H0,
            Some(ratio) if ratio >= high => Verdict::H1,
            _ => Verdict::Undecided,
        }
    }

    /// Whether the test is looked at when so many clusters are there.
    fn looks_at(clusters: u64) -> bool {
        clusters >= FIRST_CHECK && clusters.is_multiple_of(CHECK_EVERY)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.null, self.alternative)
    }
}

impl FromStr for Sprt {
    type Err = BadHypotheses;

    /// Reads `H0,H1`, such as `0,5`.
    fn from_str(text: &str) -> Result<Sprt, BadHypotheses> {
        let number = |t: &str| t.trim().parse::<f64>().ok();
        text.split_once(',')
            .and_then(|(a, b)| Sprt::new(number(a)?, number(b)?))
            .ok_or_else(|| BadHypotheses(text.to_owned()))
    }
}

/// Follows the results of a match as they come.
#[derive(Clone, Debug)]
pub struct SprtWatch {
    sprt: Sprt,
    results: Running,
}

impl SprtWatch {
    /// Before the first result.
    pub fn new(sprt: Sprt) -> SprtWatch {
        SprtWatch { sprt, results: Running::default() }
    }

    /// How many results were taken in.
    pub fn count(&self) -> u64 {
        self.results.count()
    }

    /// Takes in the next cluster's result; whether the match is decided.
    pub fn add(&mut self, result: f64) -> bool {
        self.results.add(result);
        Sprt::looks_at(self.count()) && self.verdict() != Verdict::Undecided
    }

    /// The logarithm of the likelihood ratio so far.
    pub fn log_ratio(&self) -> Option<f64> {
        self.sprt.log_ratio(&self.results.moments())
    }

    /// What the test says so far.
    pub fn verdict(&self) -> Verdict {
        self.sprt.verdict(self.log_ratio())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::{Purpose, Seed};

    #[test]
    fn hypotheses_are_read() {
        assert_eq!("0,5".parse(), Ok(Sprt::new(0.0, 5.0).unwrap()));
        assert_eq!(" -1.5, 2 ".parse(), Ok(Sprt::new(-1.5, 2.0).unwrap()));
        for bad in ["", "5", "1,1", "a,b", "0,inf", "0,NaN", "1,2,3"] {
            assert!(bad.parse::<Sprt>().is_err(), "{bad}");
        }
    }

    #[test]
    fn bounds_and_ratio_by_hand() {
        let sprt = Sprt::new(0.0, 1.0).unwrap();
        let (low, high) = sprt.bounds();
        assert!((low + libm::log(19.0)).abs() < 1e-12 && (high - libm::log(19.0)).abs() < 1e-12);
        // Mean 1, variance over n 1: 4 / 2 times the logarithm of 2 over 1.
        let moments = Moments::of(&[0.0, 2.0, 0.0, 2.0]);
        assert!((sprt.log_ratio(&moments).unwrap() - 2.0 * libm::log(2.0)).abs() < 1e-12);
        assert_eq!(sprt.verdict(Some(3.0)), Verdict::H1);
        assert_eq!(sprt.verdict(Some(-3.0)), Verdict::H0);
        assert_eq!(sprt.verdict(Some(2.9)), Verdict::Undecided);
    }

    #[test]
    fn sums_carried_along_agree_with_the_whole_list() {
        let sprt = Sprt::new(0.0, 1.0).unwrap();
        let mut watch = SprtWatch::new(sprt);
        let mut rng = Seed(3).stream(Purpose::Sample, &[]);
        let values: Vec<f64> = (0..200).map(|_| 1000.0 + rng.unit()).collect();
        values.iter().for_each(|v| {
            watch.add(*v);
        });
        let (a, b) = (watch.log_ratio().unwrap(), sprt.log_ratio(&Moments::of(&values)).unwrap());
        assert!((a - b).abs() < 1e-6 * b.abs(), "{a} {b}");
    }

    /// The share of 1,000 simulated matches that end with H1, and the mean length.
    fn simulate(mean: f64) -> (f64, f64) {
        let sprt = Sprt::new(0.0, 0.3).unwrap();
        let (mut accepted, mut clusters) = (0, 0);
        for number in 0..1_000 {
            let mut rng = Seed(9).stream(Purpose::Sample, &[number, mean.to_bits()]);
            let mut watch = SprtWatch::new(sprt);
            // A deal's difference is far from normal: most are a tie.
            let draw = |rng: &mut fuda_core::Rng| match rng.below(4) {
                0 => 2.0,
                1 => -2.0,
                _ => 0.0,
            };
            while !watch.add(draw(&mut rng) + mean) {
                assert!(watch.count() < 100_000, "it never ends");
            }
            accepted += u32::from(watch.verdict() == Verdict::H1);
            clusters += watch.count();
        }
        (f64::from(accepted) / 1_000.0, clusters as f64 / 1_000.0)
    }

    #[test]
    fn errors_stay_near_their_bounds() {
        let (wrong, _) = simulate(0.0);
        assert!(wrong < 0.07, "H1 was accepted in {wrong} of matches under H0");
        let (right, _) = simulate(0.3);
        assert!(right > 0.93, "H1 was accepted in only {right} of matches under H1");
        let (_, near) = simulate(0.15);
        let (_, far) = simulate(0.6);
        assert!(far < near, "a clear difference must be found sooner: {far} against {near}");
    }

    #[test]
    fn no_spread_is_undecided() {
        let sprt = Sprt::new(0.0, 5.0).unwrap();
        for mean in [5.0, 104.0, 0.1, -3.0] {
            let mut watch = SprtWatch::new(sprt);
            assert!((0..500).all(|_| !watch.add(mean)));
            assert_eq!((watch.log_ratio(), watch.verdict()), (None, Verdict::Undecided));
            let alike = Moments { count: 500, mean, variance: Some(0.0) };
            assert_eq!(sprt.log_ratio(&alike), None);
        }
    }
}
