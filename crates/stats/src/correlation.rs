//! Correlation.

use crate::Estimate;
use crate::estimate::Z;

/// Pearson's correlation of independent pairs, with Fisher's interval (none
/// for fewer than four pairs); 0 when one of the two never changes.
pub fn correlation(pairs: &[(f64, f64)]) -> Estimate {
    let n = pairs.len().max(1) as f64;
    let mean = |f: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(f).sum::<f64>() / n;
    let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
    let both = mean(&|p| (p.0 - x) * (p.1 - y));
    let (xx, yy) = (mean(&|p| (p.0 - x).powi(2)), mean(&|p| (p.1 - y).powi(2)));
    let r = (both / (xx * yy).sqrt().max(1e-12)).clamp(-1.0, 1.0);
    if n <= 3.0 {
        return Estimate::exact(r);
    }
    let half = Z / (n - 3.0).sqrt();
    let middle = libm::atanh(r);
    Estimate::between(r, libm::tanh(middle - half), libm::tanh(middle + half))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Student's sleep data: 0.7952, whose hyperbolic arc tangent is 1.0853;
    /// 1.96 errors of the root of 1 / 7 to either side.
    #[test]
    fn the_sleep_data_give_the_known_correlation() {
        let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let pairs: Vec<(f64, f64)> = first.into_iter().zip(second).collect();
        let found = correlation(&pairs);
        assert!((found.mean - 0.795_170_2).abs() < 1e-6, "{found}");
        assert!((found.low.unwrap() - libm::tanh(1.0853 - 0.7408)).abs() < 1e-3, "{found}");
        assert!((found.high.unwrap() - libm::tanh(1.0853 + 0.7408)).abs() < 1e-3, "{found}");
        assert_eq!(correlation(&pairs[..3]).low, None);
        let flat: Vec<(f64, f64)> = (0..9).map(|i| (f64::from(i), 1.0)).collect();
        assert_eq!(correlation(&flat).mean, 0.0);
        let line: Vec<(f64, f64)> = (0..9).map(|i| (f64::from(i), -f64::from(i))).collect();
        assert!((correlation(&line).mean + 1.0).abs() < 1e-12);
    }
}
