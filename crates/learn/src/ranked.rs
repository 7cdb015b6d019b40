//! How well scores rank the chosen alternatives.

use crate::{Cells, Estimate, GroupSample};
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
        let mut origins: BTreeMap<u32, [f64; 3]> = BTreeMap::new();
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
            let origin = origins.entry(group.id()).or_default();
            origin[0] += 1.0;
            origin[1] += f64::from(u8::from(above == 0.0));
            origin[2] += above;
        }
        let origins: Vec<[f64; 3]> = origins.into_values().collect();
        RankMetrics {
            groups: sample.len() as u64,
            origins: origins.len() as u64,
            agreement: ratio(&origins, 1),
            disagreement: ratio(&origins, 2),
        }
    }
}

/// A sum over a count, both by origin, with the interval of a ratio estimate.
fn ratio(origins: &[[f64; 3]], of: usize) -> Estimate {
    let all: f64 = origins.iter().map(|origin| origin[0]).sum();
    if all == 0.0 {
        return Estimate { value: 0.0, low: 0.0, high: 0.0 };
    }
    let value = origins.iter().map(|origin| origin[of]).sum::<f64>() / all;
    let n = origins.len() as f64;
    let squares: f64 = origins.iter().map(|o| (o[of] - value * o[0]).powi(2)).sum();
    let spread = 1.96 * (squares * n / (n - 1.0).max(1.0)).sqrt() / all;
    Estimate { value, low: (value - spread).max(0.0), high: value + spread }
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
        assert!((metrics.agreement.value - 1.0 / 3.0).abs() < 1e-12);
        // Ranks: none above; one above and one equal; three above.
        assert!((metrics.disagreement.value - 4.5 / 3.0).abs() < 1e-12);
        assert!(metrics.agreement.low <= 1.0 / 3.0 && metrics.agreement.high >= 1.0 / 3.0);
        let none = RankMetrics::of(&groups.pick(|_| false), |row| row.dot(&[1.0]));
        assert_eq!((none.groups, none.agreement.value), (0, 0.0));
    }
}
