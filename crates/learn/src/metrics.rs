//! How good scores are: accuracy, precision, recall, F1, AUC, each with its
//! 95% interval.

use serde::Serialize;

/// The normal quantile of 95% intervals.
const Z: f64 = 1.959_963_984_540_054;

/// A measured share with its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// What was measured; 0 when there was nothing to measure.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// The share of `hits` among `all`, with Wilson's interval.
    pub fn share(hits: u64, all: u64) -> Estimate {
        if all == 0 {
            return Estimate { value: 0.0, low: 0.0, high: 1.0 };
        }
        let (hits, n) = (hits as f64, all as f64);
        let value = hits / n;
        let spread = Z * (value * (1.0 - value) / n + Z * Z / (4.0 * n * n)).sqrt();
        let centre = value + Z * Z / (2.0 * n);
        let below = 1.0 + Z * Z / n;
        let low = ((centre - spread) / below).clamp(0.0, value);
        Estimate { value, low, high: ((centre + spread) / below).clamp(value, 1.0) }
    }

    fn map(self, f: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: f(self.value), low: f(self.low), high: f(self.high) }
    }
}

/// What calling rows above 0 positive comes to.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Metrics {
    /// How many rows were scored.
    pub rows: u64,
    /// The share called rightly.
    pub accuracy: Estimate,
    /// The share of positives among those called positive.
    pub precision: Estimate,
    /// The share called positive among the positives.
    pub recall: Estimate,
    /// The harmonic mean of the two.
    pub f1: Estimate,
    /// How often a positive row scores above a negative one.
    pub auc: Estimate,
}

impl Metrics {
    /// Measures scores against labels.
    ///
    /// # Panics
    /// When there are not as many of both.
    pub fn of(scores: &[f64], labels: &[bool]) -> Metrics {
        assert_eq!(scores.len(), labels.len(), "one score a label");
        let [mut hit, mut miss, mut alarm, mut rest] = [0u64; 4];
        for (&score, &label) in scores.iter().zip(labels) {
            match (score > 0.0, label) {
                (true, true) => hit += 1,
                (false, true) => miss += 1,
                (true, false) => alarm += 1,
                (false, false) => rest += 1,
            }
        }
        Metrics {
            rows: scores.len() as u64,
            accuracy: Estimate::share(hit + rest, hit + miss + alarm + rest),
            precision: Estimate::share(hit, hit + alarm),
            recall: Estimate::share(hit, hit + miss),
            // F1 grows with the share of hits among all rows that are or are
            // called positive, so that share's interval is carried over.
            f1: Estimate::share(hit, hit + miss + alarm).map(|share| 2.0 * share / (1.0 + share)),
            auc: auc(scores, labels),
        }
    }
}

/// The area under the ROC curve with DeLong's interval.
fn auc(scores: &[f64], labels: &[bool]) -> Estimate {
    let all = midranks(scores);
    let of = |wanted: bool| -> (Vec<f64>, Vec<f64>) {
        let own = scores.iter().zip(labels).filter(|p| *p.1 == wanted).map(|p| *p.0);
        let own: Vec<f64> = own.collect();
        let ranks = all.iter().zip(labels).filter(|p| *p.1 == wanted).map(|p| *p.0).collect();
        (midranks(&own), ranks)
    };
    let (positive, negative) = (of(true), of(false));
    let [m, n] = [positive.0.len(), negative.0.len()].map(|count| count as f64);
    if m == 0.0 || n == 0.0 {
        return Estimate { value: 0.0, low: 0.0, high: 1.0 };
    }
    // For each row, the share of rows of the other class that it beats.
    let beaten = |(own, all): &(Vec<f64>, Vec<f64>), others: f64| -> Vec<f64> {
        all.iter().zip(own).map(|(all, own)| (all - own) / others).collect()
    };
    let (above, below) = (beaten(&positive, n), beaten(&negative, m));
    let value = above.iter().sum::<f64>() / m;
    let variance = |shares: &[f64], mean: f64| {
        let squares: f64 = shares.iter().map(|share| (share - mean).powi(2)).sum();
        squares / (shares.len() as f64 - 1.0).max(1.0)
    };
    let spread = Z * (variance(&above, value) / m + variance(&below, 1.0 - value) / n).sqrt();
    Estimate { value, low: (value - spread).max(0.0), high: (value + spread).min(1.0) }
}

/// The rank of each number, equal ones sharing the mean of theirs.
fn midranks(numbers: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|&a, &b| numbers[a].total_cmp(&numbers[b]));
    let mut ranks = vec![0.0; numbers.len()];
    let mut start = 0;
    while start < order.len() {
        let mut end = start;
        while end < order.len() && numbers[order[end]] == numbers[order[start]] {
            end += 1;
        }
        // A number that is not equal to itself still has a rank.
        let end = end.max(start + 1);
        let rank = 0.5 * (start + end + 1) as f64;
        for &at in &order[start..end] {
            ranks[at] = rank;
        }
        start = end;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_small_table_by_hand() {
        let scores = [2.0, 1.0, -1.0, 0.5, -2.0, -3.0];
        let labels = [true, true, true, false, false, false];
        let metrics = Metrics::of(&scores, &labels);
        assert_eq!(metrics.accuracy.value, 4.0 / 6.0);
        assert_eq!(metrics.precision.value, 2.0 / 3.0);
        assert_eq!(metrics.recall.value, 2.0 / 3.0);
        assert!((metrics.f1.value - 2.0 / 3.0).abs() < 1e-12);
        assert!((metrics.auc.value - 8.0 / 9.0).abs() < 1e-12);
    }

    #[test]
    fn wilsons_interval_of_a_textbook() {
        // 15 of 50: 0.1910 to 0.4375.
        let share = Estimate::share(15, 50);
        assert!((share.low - 0.191_0).abs() < 5e-5 && (share.high - 0.437_5).abs() < 5e-5);
    }

    proptest! {
        #[test]
        fn auc_is_the_share_of_pairs_in_order(
            pairs in prop::collection::vec((-4i32..4, any::<bool>()), 2..40),
        ) {
            let scores: Vec<f64> = pairs.iter().map(|pair| f64::from(pair.0)).collect();
            let labels: Vec<bool> = pairs.iter().map(|pair| pair.1).collect();
            let (mut won, mut all) = (0.0, 0.0);
            for (a, _) in pairs.iter().filter(|pair| pair.1) {
                for (b, _) in pairs.iter().filter(|pair| !pair.1) {
                    all += 1.0;
                    won += match a.cmp(b) {
                        std::cmp::Ordering::Greater => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Less => 0.0,
                    };
                }
            }
            prop_assume!(all > 0.0);
            let auc = Metrics::of(&scores, &labels).auc;
            prop_assert!((auc.value - won / all).abs() < 1e-9);
            prop_assert!(auc.low <= auc.value && auc.value <= auc.high);
        }
    }
}
