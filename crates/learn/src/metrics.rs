//! How good scores are: accuracy, precision, recall, F1, AUC, each with its
//! 95% interval.

use fuda_stats::{Cluster, Estimate, proportion, wilson};
use serde::Serialize;
use std::collections::BTreeMap;

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
    /// Measures scores against labels. `groups` names the group of each row,
    /// such as its game, where rows of a group are not independent of each
    /// other; intervals are over groups then, else over rows.
    ///
    /// # Panics
    /// When there are not as many of each.
    pub fn of(scores: &[f64], labels: &[bool], groups: Option<&[u32]>) -> Metrics {
        assert_eq!(scores.len(), labels.len(), "one score a label");
        assert!(groups.is_none_or(|groups| groups.len() == labels.len()), "one group a label");
        let group = |row: usize| groups.map_or(row as u32, |groups| groups[row]);
        let calls = scores.iter().map(|score| *score > 0.0).zip(labels.iter().copied());
        let mut counts: BTreeMap<u32, [u64; 4]> = BTreeMap::new();
        for (row, (called, label)) in calls.enumerate() {
            let group = groups.map_or(0, |groups| groups[row]);
            counts.entry(group).or_default()[usize::from(called) + 2 * usize::from(label)] += 1;
        }
        // Rows neither called nor labelled positive, false alarms, misses, hits.
        let share = |hits: fn(&[u64; 4]) -> u64, all: fn(&[u64; 4]) -> u64| match groups {
            None => {
                let counts = counts.get(&0).copied().unwrap_or_default();
                wilson(hits(&counts), all(&counts))
            }
            Some(_) => {
                let of = |c: &[u64; 4]| Cluster::new(hits(c) as f64, all(c) as f64);
                proportion(&counts.values().map(of).collect::<Vec<_>>())
            }
        };
        Metrics {
            rows: scores.len() as u64,
            accuracy: share(|c| c[0] + c[3], |c| c.iter().sum()),
            precision: share(|c| c[3], |c| c[1] + c[3]),
            recall: share(|c| c[3], |c| c[2] + c[3]),
            // F1 grows with the share of hits among all rows that are or are
            // called positive, so that share's interval is carried over.
            f1: share(|c| c[3], |c| c[1] + c[2] + c[3]).map(|share| 2.0 * share / (1.0 + share)),
            auc: auc(scores, labels, group),
        }
    }
}

/// The area under the ROC curve; its error is DeLong's, summed by group as
/// Obuchowski does (*Nonparametric analysis of clustered ROC curve data*, 1997).
fn auc(scores: &[f64], labels: &[bool], group: impl Fn(usize) -> u32) -> Estimate {
    let all = midranks(scores);
    let of = |wanted: bool| -> Vec<usize> {
        (0..labels.len()).filter(|&row| labels[row] == wanted).collect()
    };
    let classes = [of(true), of(false)];
    let [m, n] = classes.each_ref().map(|rows| rows.len() as f64);
    if m == 0.0 || n == 0.0 {
        return Estimate::exact(f64::NAN);
    }
    // For each row, the share of rows of the other class on its right side.
    let placed = [(&classes[0], n), (&classes[1], m)].map(|(rows, others)| {
        let own = midranks(&rows.iter().map(|&row| scores[row]).collect::<Vec<_>>());
        let below = rows.iter().zip(own).map(|(&row, own)| (all[row] - own) / others);
        below.collect::<Vec<f64>>()
    });
    let value = placed[0].iter().sum::<f64>() / m;
    let mut pushes: BTreeMap<u32, f64> = BTreeMap::new();
    for (rows, placed, sign) in [(&classes[0], &placed[0], 1.0), (&classes[1], &placed[1], -1.0)] {
        let mean = placed.iter().sum::<f64>() / rows.len() as f64;
        for (&row, share) in rows.iter().zip(placed) {
            *pushes.entry(group(row)).or_default() += sign * (share - mean) / rows.len() as f64;
        }
    }
    let count = pushes.len() as f64;
    let squares: f64 = pushes.values().map(|push| push * push).sum();
    let error = (squares * count / (count - 1.0).max(1.0)).sqrt();
    Estimate::normal(value, error).map(|end| end.clamp(0.0, 1.0))
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
        let metrics = Metrics::of(&scores, &labels, None);
        assert_eq!(metrics.accuracy.mean, 4.0 / 6.0);
        assert_eq!(metrics.precision.mean, 2.0 / 3.0);
        assert_eq!(metrics.recall.mean, 2.0 / 3.0);
        assert!((metrics.f1.mean - 2.0 / 3.0).abs() < 1e-12);
        assert!((metrics.auc.mean - 8.0 / 9.0).abs() < 1e-12);
    }

    #[test]
    fn rows_of_one_group_widen_every_interval() {
        // Thirty groups of twelve rows; a third of the groups is scored wrongly.
        let rows = || 0..360u32;
        let labels: Vec<bool> = rows().map(|row| row.is_multiple_of(2)).collect();
        let score = |row: u32| match (row.is_multiple_of(2)) == (row / 12).is_multiple_of(3) {
            true => -1.0 - f64::from(row % 5),
            false => 1.0 + f64::from(row % 5),
        };
        let scores: Vec<f64> = rows().map(score).collect();
        let groups: Vec<u32> = rows().map(|row| row / 12).collect();
        let (free, tied) =
            (Metrics::of(&scores, &labels, None), Metrics::of(&scores, &labels, Some(&groups)));
        let width = |e: Estimate| e.high.unwrap() - e.low.unwrap();
        let parts: [fn(&Metrics) -> Estimate; 5] =
            [|m| m.accuracy, |m| m.precision, |m| m.recall, |m| m.f1, |m| m.auc];
        for of in parts {
            assert_eq!(of(&free).mean, of(&tied).mean);
            assert!(width(of(&tied)) > 2.0 * width(of(&free)), "{free:?} {tied:?}");
        }
        // Two thirds of the rows, of 30 groups that are right or wrong as one.
        assert!((width(tied.accuracy) - 0.33).abs() < 0.03, "{tied:?}");
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
            let auc = Metrics::of(&scores, &labels, None).auc;
            prop_assert!((auc.mean - won / all).abs() < 1e-9);
            prop_assert!(auc.low.is_none_or(|low| low <= auc.mean));
            prop_assert!(auc.high.is_none_or(|high| auc.mean <= high));
        }
    }
}
