//! How well scores rank the chosen alternatives.

use crate::{Cells, GroupSample};
use fuda_stats::{Cluster, Estimate, proportion, ratio};
use serde::Serialize;
use std::collections::BTreeMap;

/// How often the chosen alternative has the highest score, and how far down
/// it is on average. Equal scores count as half above, half below; to agree,
/// the chosen alternative must be alone at the top.
///
/// Groups of the same origin are not independent of each other, so intervals
/// are over origins.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct RankMetrics {
    /// How many groups were ranked.
    pub groups: u64,
    /// From how many origins they come.
    pub origins: u64,
    /// The share of groups whose chosen alternative has the highest score.
    pub agreement: Estimate,
    /// How many alternatives score above the chosen one, on average.
    pub disagreement: Estimate,
}

impl RankMetrics {
    /// Measures what scores alternatives.
    pub fn of(sample: &GroupSample<'_>, mut score: impl FnMut(Cells<'_>) -> f64) -> RankMetrics {
        let mut origins: BTreeMap<u32, [Cluster; 2]> = BTreeMap::new();
        for group in sample.iter() {
            let own = score(group.alternative(group.chosen()));
            let mut above = 0.0;
            for rival in group.rivals() {
                let other = score(group.alternative(rival));
                above += match other.partial_cmp(&own) {
                    Some(std::cmp::Ordering::Less) => 0.0,
                    Some(std::cmp::Ordering::Greater) => 1.0,
                    _ => 0.5,
                };
            }
            let [agreed, off] = origins.entry(group.id()).or_default();
            agreed.add(f64::from(u8::from(above == 0.0)));
            off.add(above);
        }
        let (agreed, off): (Vec<Cluster>, Vec<Cluster>) =
            origins.into_values().map(|[agreed, off]| (agreed, off)).unzip();
        RankMetrics {
            groups: sample.len() as u64,
            origins: agreed.len() as u64,
            agreement: proportion(&agreed),
            disagreement: ratio(&off),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Groups;

    #[test]
    fn ranks_by_hand() {
        let mut groups = Groups::new(1);
        let rows = [[(0, 3.0)], [(0, 2.0)], [(0, 1.0)], [(0, 2.0)]];
        for (id, chosen) in [(1, 0), (1, 1), (2, 2)] {
            groups.push(id, chosen, rows.iter().map(|row| row.as_slice())).unwrap();
        }
        let metrics = RankMetrics::of(&groups.all(), |row| row.dot(&[1.0]));
        assert_eq!((metrics.groups, metrics.origins), (3, 2));
        assert!((metrics.agreement.mean - 1.0 / 3.0).abs() < 1e-12);
        // Ranks: none above; one above and one equal; three above.
        assert!((metrics.disagreement.mean - 4.5 / 3.0).abs() < 1e-12);
        let (low, high) = metrics.agreement.interval().unwrap();
        assert!((0.0..1.0 / 3.0).contains(&low) && 1.0 / 3.0 < high && high <= 1.0);
        let none = RankMetrics::of(&groups.pick(|_| false), |row| row.dot(&[1.0]));
        assert!(none.groups == 0 && none.agreement.mean.is_nan());
    }
}
