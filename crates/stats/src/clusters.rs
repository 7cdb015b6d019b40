//! Means and proportions over clusters.

use crate::Estimate;
use crate::estimate::{Z, student_quantile};
use crate::moments::{Moments, sum};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What one cluster (a deal, a game, a run) adds to a ratio: a sum of values
/// over a count of them, or any two sums such as points over wins.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Cluster {
    /// The sum of values, or the number of hits.
    pub sum: f64,
    /// How many values, or how many trials.
    pub count: f64,
}

impl Cluster {
    /// A sum over a count.
    pub fn new(sum: f64, count: f64) -> Cluster {
        Cluster { sum, count }
    }

    /// Takes in one more value.
    pub fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1.0;
    }
}

/// All sums over all counts, with its interval over clusters.
pub fn ratio(clusters: &[Cluster]) -> Estimate {
    let Ratio { value, error, freedom, .. } = Ratio::of(clusters);
    error.map_or(Estimate::exact(value), |error| Estimate::student(value, error, freedom))
}

/// As [`ratio`] for hits over trials, or shares over 1: an interval within 0
/// and 1, even where clusters show no spread to judge by.
pub fn proportion(clusters: &[Cluster]) -> Estimate {
    let Ratio { value, error, freedom, count } = Ratio::of(clusters);
    share(value, error, freedom, count)
}

/// A share with its standard error, where there is one; else of so many trials.
pub(crate) fn share(value: f64, error: Option<f64>, freedom: f64, count: f64) -> Estimate {
    match error {
        None => wilson_interval(value, count, Z),
        // As many independent trials as would have this error.
        Some(error) => {
            let trials = value * (1.0 - value) / (error * error);
            wilson_interval(value, trials, student_quantile(freedom))
        }
    }
}

/// The share of `hits` among independent trials, with Wilson's interval.
pub fn wilson(hits: u64, trials: u64) -> Estimate {
    wilson_interval(hits as f64 / trials as f64, trials as f64, Z)
}

/// The mean of values, each given with the name of its cluster, in any order.
pub fn clustered_mean<K: Ord>(values: impl IntoIterator<Item = (K, f64)>) -> Estimate {
    ratio(&gather(values))
}

/// As [`clustered_mean`] for values that are 0 or 1 (or shares between).
pub fn clustered_share<K: Ord>(values: impl IntoIterator<Item = (K, f64)>) -> Estimate {
    proportion(&gather(values))
}

fn gather<K: Ord>(values: impl IntoIterator<Item = (K, f64)>) -> Vec<Cluster> {
    let mut clusters: BTreeMap<K, Cluster> = BTreeMap::new();
    for (name, value) in values {
        clusters.entry(name).or_default().add(value);
    }
    clusters.into_values().collect()
}

struct Ratio {
    /// Not a number without any count.
    value: f64,
    /// The standard error; `None` without spread between clusters.
    error: Option<f64>,
    freedom: f64,
    count: f64,
}

impl Ratio {
    fn of(clusters: &[Cluster]) -> Ratio {
        let count = sum(clusters.iter().map(|c| c.count));
        let value =
            if count > 0.0 { sum(clusters.iter().map(|c| c.sum)) / count } else { f64::NAN };
        let rest: Vec<f64> = clusters.iter().map(|c| c.sum - value * c.count).collect();
        let n = clusters.len() as f64;
        let error = Moments::of(&rest).variance.map(|variance| (n * variance).sqrt() / count);
        // What rounding leaves of equal clusters is no spread.
        let size = clusters.iter().map(|c| c.sum.abs()).sum::<f64>() / count;
        let error = error.filter(|error| *error > 1e-13 * size);
        Ratio { value, error, freedom: n - 1.0, count }
    }
}

fn wilson_interval(share: f64, trials: f64, quantile: f64) -> Estimate {
    // Without trials, or with too few clusters to know the quantile.
    if share.is_nan() || quantile.is_nan() || trials <= 0.0 {
        return Estimate::exact(share);
    }
    let square = quantile * quantile / trials;
    let centre = (share + 0.5 * square) / (1.0 + square);
    let half = (square * (share * (1.0 - share) + 0.25 * square)).max(0.0).sqrt() / (1.0 + square);
    // Rounding must not push the share itself out.
    let (low, high) = ((centre - half).max(0.0).min(share), (centre + half).min(1.0).max(share));
    Estimate::between(share, low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::{Purpose, Rng, Seed};
    use proptest::prelude::*;

    fn width(found: Estimate) -> f64 {
        found.interval().map_or(f64::NAN, |(low, high)| high - low)
    }

    #[test]
    fn one_value_a_cluster_gives_students_interval() {
        let values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        let found = clustered_mean(values.into_iter().enumerate());
        // Deviation sqrt(32/7), error of the mean its root-8th, t(7) 2.3646.
        let half = 2.364_624 * (32.0f64 / 7.0 / 8.0).sqrt();
        assert_eq!(found.mean, 5.0);
        assert!((found.high.unwrap() - 5.0 - half).abs() < 1e-4);
        let plain = Moments::of(&values).estimate();
        assert!((found.low.unwrap() - plain.low.unwrap()).abs() < 1e-12);
    }

    /// Three clusters by hand: 10 over 7, rests -2/7, -5/7 and 7/7.
    #[test]
    fn a_ratio_by_hand() {
        let clusters = [Cluster::new(4.0, 3.0), Cluster::new(5.0, 4.0), Cluster::new(1.0, 0.0)];
        let found = ratio(&clusters);
        let squares: f64 = (4.0 + 25.0 + 49.0) / 49.0;
        let half = 4.302_652_7 * (1.5 * squares).sqrt() / 7.0;
        assert!((found.mean - 10.0 / 7.0).abs() < 1e-12);
        assert!((found.high.unwrap() - found.mean - half).abs() < 1e-6);
    }

    #[test]
    fn wilsons_interval_of_textbooks() {
        // 15 of 50: 0.1910 to 0.4375; 1 of 20: 0.0089 to 0.2361.
        for (hits, all, low, high) in [(15, 50, 0.1910, 0.4375), (1, 20, 0.0089, 0.2361)] {
            let share = wilson(hits, all);
            assert!((share.low.unwrap() - low).abs() < 5e-5, "{share}");
            assert!((share.high.unwrap() - high).abs() < 5e-5, "{share}");
        }
        // The lower end for 10 of 10 is 10 / (10 + 3.8415).
        let all = wilson(10, 10);
        assert_eq!((all.mean, all.high), (1.0, Some(1.0)));
        assert!((all.low.unwrap() - 10.0 / 13.841_459).abs() < 1e-6);
        assert!(wilson(0, 0).mean.is_nan() && wilson(0, 0).interval().is_none());
    }

    #[test]
    fn clusters_without_spread_are_not_certain() {
        let alike = clustered_share((0..10).map(|i| (i / 2, 1.0)));
        assert_eq!(alike, wilson(10, 10));
        assert_eq!(clustered_share([("only", 1.0), ("only", 0.0)]), wilson(1, 2));
        assert_eq!(clustered_mean([(1, 0.1), (1, 0.1), (1, 0.1), (2, 0.1)]).low, None);
        assert_eq!(clustered_mean([(0, 1.0)]), Estimate::exact(1.0));
        assert!(clustered_mean::<u8>([]).mean.is_nan());
        assert!(clustered_share::<u8>([]).interval().is_none());
    }

    #[test]
    fn shares_of_blocks_are_clusters_of_one() {
        for shares in [&[0.0, 0.5, 1.0, 0.25][..], &[0.0; 9], &[1.0], &[0.5; 4]] {
            let ones: Vec<Cluster> = shares.iter().map(|share| Cluster::new(*share, 1.0)).collect();
            let (a, b) = (Moments::of(shares).share(), proportion(&ones));
            assert!((a.low.unwrap() - b.low.unwrap()).abs() < 1e-12, "{a} {b}");
            assert!((a.high.unwrap() - b.high.unwrap()).abs() < 1e-12, "{a} {b}");
        }
    }

    #[test]
    fn a_small_share_stays_within_0_and_1() {
        // One win in 125 blocks of one game each.
        let found =
            proportion(&[&[Cluster::new(1.0, 1.0)][..], &[Cluster::new(0.0, 1.0); 124]].concat());
        assert_eq!(found.mean, 0.008);
        let (low, high) = found.interval().unwrap();
        assert!(0.001 < low && low < 0.002 && 0.04 < high && high < 0.05, "{found}");
    }

    /// The share of samples whose interval contains the truth.
    fn coverage(truth: f64, sample: impl Fn(&mut Rng) -> Estimate) -> f64 {
        let inside = (0..2_000).filter(|&number| {
            let found = sample(&mut Seed(5).stream(Purpose::Sample, &[number]));
            found.interval().is_some_and(|(low, high)| low <= truth && truth <= high)
        });
        inside.count() as f64 / 2_000.0
    }

    #[test]
    fn intervals_of_means_cover_the_truth_as_often_as_they_say() {
        for (clusters, most) in [(5, 1), (12, 5), (40, 9)] {
            // Clusters of 1 to that many values around a level of their own.
            let found = coverage(3.0, |rng| {
                let values = (0..clusters).flat_map(|cluster| {
                    let level = 3.0 + normal(rng);
                    (0..1 + rng.below(most))
                        .map(|_| (cluster, level + normal(rng)))
                        .collect::<Vec<_>>()
                });
                clustered_mean(values.collect::<Vec<_>>())
            });
            assert!((0.93..=0.97).contains(&found), "{clusters} clusters: {found}");
        }
    }

    #[test]
    fn intervals_of_shares_cover_the_truth_as_often_as_they_say() {
        for (share, clusters) in [(0.5, 30), (0.8, 60), (0.05, 150)] {
            // Half of a cluster's ten values are alike, half of their own.
            let found = coverage(share, |rng| {
                let values = (0..clusters).flat_map(|cluster| {
                    let hit = |rng: &mut Rng| f64::from(u8::from(rng.unit() < share));
                    let common = hit(rng);
                    let one = |rng: &mut Rng| if rng.below(2) == 0 { common } else { hit(rng) };
                    (0..10).map(|_| (cluster, one(rng))).collect::<Vec<_>>()
                });
                clustered_share(values.collect::<Vec<_>>())
            });
            assert!((0.93..=0.97).contains(&found), "{share}, {clusters} clusters: {found}");
        }
    }

    fn normal(rng: &mut Rng) -> f64 {
        (-2.0 * libm::log(1.0 - rng.unit())).sqrt() * libm::cos(std::f64::consts::TAU * rng.unit())
    }

    fn values(value: impl Strategy<Value = f64>) -> impl Strategy<Value = Vec<(u8, f64)>> {
        prop::collection::vec((0u8..12, value), 1..80)
    }

    proptest! {
        #[test]
        fn the_value_is_inside_its_interval(values in values(-1e6..1e6)) {
            let found = clustered_mean(values);
            if let Some((low, high)) = found.interval() {
                prop_assert!(low <= found.mean && found.mean <= high);
            }
        }

        #[test]
        fn a_share_is_inside_its_interval_and_that_within_0_and_1(
            values in values(prop_oneof![Just(0.0), Just(1.0), 0.0..1.0]),
        ) {
            let found = clustered_share(values);
            let (low, high) = found.interval().unwrap();
            prop_assert!(0.0 <= low && low <= found.mean && found.mean <= high && high <= 1.0);
        }

        #[test]
        fn the_order_of_values_does_not_matter(values in values(-9.0..9.0), turn in 0usize..80) {
            let mut turned = values.clone();
            turned.rotate_left(turn % values.len());
            turned.reverse();
            let (a, b) = (clustered_mean(values), clustered_mean(turned));
            prop_assert!((a.mean - b.mean).abs() < 1e-9);
            prop_assert!(a.low.is_some() == b.low.is_some());
            prop_assert!(a.low.is_none() || (width(a) - width(b)).abs() < 1e-9 * (1.0 + width(a)));
        }

        /// The same values ten times in each cluster are no more data.
        #[test]
        fn copies_within_clusters_do_not_narrow_the_interval(values in values(-9.0..9.0)) {
            let copied = values.iter().flat_map(|v| [*v; 10]);
            let (once, often) = (clustered_mean(values.clone()), clustered_mean(copied));
            prop_assert!(once.low.is_none() || (width(once) - width(often)).abs() < 1e-6);
        }

        /// A value and its copies are one observation, not ten.
        #[test]
        fn copies_taken_for_independent_narrow_the_interval(values in values(-9.0..9.0)) {
            let copies = || (0..).zip(&values).flat_map(|(i, v)| [(i, v.1); 10]);
            let honest = clustered_mean(copies());
            let ignored = clustered_mean((0..).zip(copies().map(|(_, value)| value)));
            prop_assert!(honest.low.is_none() || width(honest) > 3.0 * width(ignored));
        }
    }

    #[test]
    fn values_alike_within_clusters_widen_the_interval() {
        let value = |i: usize| f64::from(u8::from((i / 10).is_multiple_of(2)));
        let apart = clustered_share((0..40).map(|i| (i, value(i))));
        let together = clustered_share((0..40).map(|i| (i / 10, value(i))));
        assert!(width(together) > 2.0 * width(apart));
        let apart = clustered_mean((0..40).map(|i| (i, value(i))));
        let together = clustered_mean((0..40).map(|i| (i / 10, value(i))));
        assert!(width(together) > 3.0 * width(apart));
    }
}
