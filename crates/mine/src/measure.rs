//! How informative a pattern is about the label: entropy, information gain,
//! chi-square, conditional mutual information. All in bits, from counts alone.

use crate::bits::Count;
use crate::lcm::Need;
use serde::{Deserialize, Serialize};

/// `n · log2 n` for every whole number up to a largest one, so that no
/// logarithm is taken where patterns are counted.
#[derive(Clone, Debug)]
pub struct Logs {
    table: Vec<f64>,
}

impl Logs {
    /// The table for counts up to `most`.
    pub fn up_to(most: usize) -> Logs {
        let value = |n: usize| if n < 2 { 0.0 } else { n as f64 * libm::log2(n as f64) };
        Logs { table: (0..=most).map(value).collect() }
    }

    /// `n · log2 n`.
    ///
    /// # Panics
    /// When `n` is above what the table was made for.
    #[inline]
    pub fn of(&self, n: u32) -> f64 {
        self.table[n as usize]
    }

    /// The entropy of a two-class group, times the size of the group.
    #[inline]
    fn impurity(&self, group: Count) -> f64 {
        self.of(group.rows())
            - self.of(group.positives())
            - self.of(group.rows() - group.positives())
    }
}

/// The entropy of the label among rows, in bits: 0 when all are of one class
/// (or there are none), 1 when both are equally many.
pub fn entropy(rows: u32, positives: u32) -> f64 {
    if rows == 0 {
        return 0.0;
    }
    let share = f64::from(positives) / f64::from(rows);
    [share, 1.0 - share].iter().filter(|&&p| p > 0.0).map(|p| -p * libm::log2(*p)).sum()
}

/// The rows of `all` that are not among `part`.
#[inline]
fn rest(all: Count, part: Count) -> Count {
    Count(all.0 - part.0)
}

/// How many bits of information the pattern gives about the label of a row: the
/// mutual information of label and pattern.
///
/// `all` counts the table, `part` the rows that have the pattern.
#[inline]
pub fn information_gain(logs: &Logs, all: Count, part: Count) -> f64 {
    let without = rest(all, part);
    let bits = logs.impurity(all) - logs.impurity(part) - logs.impurity(without);
    (bits / f64::from(all.rows())).max(0.0)
}

/// The chi-square statistic (one degree of freedom, no correction) of label
/// against pattern. 0 when one of them never changes.
#[inline]
pub fn chi_square(all: Count, part: Count) -> f64 {
    let without = rest(all, part);
    let [a, b] = [part.positives(), part.rows() - part.positives()].map(f64::from);
    let [c, d] = [without.positives(), without.rows() - without.positives()].map(f64::from);
    let below = (a + b) * (c + d) * (a + c) * (b + d);
    if below == 0.0 { 0.0 } else { f64::from(all.rows()) * (a * d - b * c).powi(2) / below }
}

/// How many bits of information a pattern gives about the label of a row to whom knows
/// already whether another pattern holds there.
///
/// `shared` counts the rows that have both.
#[inline]
pub fn conditional_information(
    logs: &Logs,
    all: Count,
    part: Count,
    given: Count,
    shared: Count,
) -> f64 {
    let only_part = rest(part, shared);
    let only_given = rest(given, shared);
    let neither = rest(rest(all, given), only_part);
    let inside = logs.impurity(given) - logs.impurity(shared) - logs.impurity(only_given);
    let outside =
        logs.impurity(rest(all, given)) - logs.impurity(only_part) - logs.impurity(neither);
    ((inside + outside) / f64::from(all.rows())).max(0.0)
}

/// Which patterns are worth keeping, by what their counts say of the label.
/// Everything that is `None` lets all patterns through.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Filter {
    /// The most entropy (bits) of the label where the pattern holds.
    pub max_entropy: Option<f64>,
    /// The least information gain (bits).
    pub min_gain: Option<f64>,
    /// The least chi-square statistic.
    pub min_chi_square: Option<f64>,
}

impl Filter {
    /// Whether it lets everything through.
    pub fn is_open(&self) -> bool {
        *self == Filter::default()
    }
}

/// A filter made ready for one table: no logarithm is taken for a pattern.
#[derive(Clone, Debug)]
pub(crate) struct ReadyFilter {
    all: Count,
    /// Patterns whose share of the larger class is at least this pass.
    least_share: Option<f64>,
    gain: Option<(f64, Logs)>,
    chi_square: Option<f64>,
}

impl ReadyFilter {
    pub(crate) fn new(filter: &Filter, all: Count) -> ReadyFilter {
        ReadyFilter {
            all,
            least_share: filter.max_entropy.map(least_share),
            gain: filter.min_gain.map(|gain| (gain, Logs::up_to(all.rows() as usize))),
            chi_square: filter.min_chi_square,
        }
    }

    #[inline]
    pub(crate) fn keeps(&self, part: Count) -> bool {
        self.least_share.is_none_or(|least| {
            let larger = part.positives().max(part.rows() - part.positives());
            f64::from(larger) >= least * f64::from(part.rows())
        }) && self.chi_square.is_none_or(|least| chi_square(self.all, part) >= least)
            && self
                .gain
                .as_ref()
                .is_none_or(|(least, logs)| information_gain(logs, self.all, part) >= *least)
    }

    /// For each measure, how many rows of a class there must be so that a
    /// pattern of some of them, in at least `min_support` rows, can pass.
    pub(crate) fn needs(&self, min_support: u32) -> Vec<Need> {
        let all = [self.all.positives(), self.all.rows() - self.all.positives()];
        let mut needs = Vec::new();
        // Limits are taken a little lower: rounding must not cost a pattern.
        if let Some(least) = self.least_share {
            needs.push(need(all, [1, 1], min_support, |part| {
                let larger = part.positives().max(part.rows() - part.positives());
                f64::from(larger) >= least * f64::from(part.rows()) - 1e-6
            }));
        }
        if let Some((least, logs)) = &self.gain {
            needs.push(need(all, all, min_support, |part| {
                information_gain(logs, self.all, part) >= least - 1e-12
            }));
        }
        if let Some(least) = self.chi_square {
            needs.push(need(all, all, min_support, |part| {
                chi_square(self.all, part) >= least * (1.0 - 1e-9)
            }));
        }
        needs
    }
}

/// The least number of rows of each class with which the most biased pattern
/// passes. `all` are the rows of the classes (positive ones first), `even`
/// their ratio where nothing is biased.
fn need(all: [u32; 2], even: [u32; 2], min_support: u32, passes: impl Fn(Count) -> bool) -> Need {
    let least = |class: usize| {
        let other = 1 - class;
        (min_support.saturating_sub(all[other])..=all[class])
            .find(|&rows| {
                let others = min_support.saturating_sub(rows);
                let [ours, theirs] = [(rows, other), (others, class)]
                    .map(|(rows, times)| u64::from(rows) * u64::from(even[times]));
                let positives = if class == 0 { rows } else { others };
                ours >= theirs && passes(Count::new(rows + others, positives))
            })
            .unwrap_or(u32::MAX)
    };
    Need { positives: least(0), negatives: least(1) }
}

/// The share of the larger class at which the entropy falls to `bits`.
fn least_share(bits: f64) -> f64 {
    let of = |share: f64| {
        [share, 1.0 - share].iter().filter(|&&p| p > 0.0).map(|p| -p * libm::log2(*p)).sum::<f64>()
    };
    if bits >= 1.0 {
        return 0.0;
    }
    let (mut low, mut high) = (0.5, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if of(middle) > bits { low = middle } else { high = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Mutual information by its definition, over any number of cells.
    fn by_definition(cells: &[[f64; 2]]) -> f64 {
        let n: f64 = cells.iter().flatten().sum();
        let classes = [0, 1].map(|y| cells.iter().map(|c| c[y]).sum::<f64>());
        cells
            .iter()
            .flat_map(|c| [0, 1].map(|y| (c[y], c[0] + c[1], classes[y])))
            .filter(|&(joint, ..)| joint > 0.0)
            .map(|(joint, row, class)| joint / n * libm::log2(joint * n / (row * class)))
            .sum()
    }

    #[test]
    fn the_papers_bias_of_80_percent_is_about_0_7_bits() {
        assert!((entropy(100, 81) - 0.7).abs() < 0.003);
        let filter = Filter { max_entropy: Some(0.7), ..Filter::default() };
        let ready = ReadyFilter::new(&filter, Count::new(1000, 500));
        assert!(ready.keeps(Count::new(100, 82)) && ready.keeps(Count::new(100, 18)));
        assert!(!ready.keeps(Count::new(100, 80)) && !ready.keeps(Count::new(100, 50)));
    }

    #[test]
    fn pure_patterns_pass_the_tightest_filter() {
        let filter = Filter { max_entropy: Some(0.0), ..Filter::default() };
        let ready = ReadyFilter::new(&filter, Count::new(1000, 500));
        assert!(ready.keeps(Count::new(100, 100)) && ready.keeps(Count::new(3, 0)));
        assert!(!ready.keeps(Count::new(100, 99)));
    }

    #[test]
    fn chi_square_of_a_textbook_table() {
        // [[10, 20], [30, 40]]: 100·(10·40 − 20·30)² / (30·70·40·60).
        let value = chi_square(Count::new(100, 40), Count::new(30, 10));
        assert!((value - 0.793_650_793_650_793_6).abs() < 1e-12);
        assert_eq!(chi_square(Count::new(10, 5), Count::new(10, 5)), 0.0);
    }

    proptest! {
        #[test]
        fn information_is_what_its_definition_says(
            cells in prop::array::uniform4(prop::array::uniform2(0u32..30)),
        ) {
            // Cells: both, only part, only given, neither; each (negative, positive).
            let count = |which: &[usize]| {
                let sum = |y: usize| which.iter().map(|&c| cells[c][y]).sum::<u32>();
                Count::new(sum(0) + sum(1), sum(1))
            };
            let all = count(&[0, 1, 2, 3]);
            prop_assume!(all.rows() > 0);
            let logs = Logs::up_to(all.rows() as usize);
            let real = |c: usize| cells[c].map(f64::from);
            let part = [real(0)[0] + real(1)[0], real(0)[1] + real(1)[1]];
            let without = [real(2)[0] + real(3)[0], real(2)[1] + real(3)[1]];
            let gain = information_gain(&logs, all, count(&[0, 1]));
            prop_assert!((gain - by_definition(&[part, without])).abs() < 1e-9);

            let n = f64::from(all.rows());
            let weight = |c: &[usize]| f64::from(count(c).rows()) / n;
            let inside = if weight(&[0, 2]) > 0.0 {
                weight(&[0, 2]) * by_definition(&[real(0), real(2)])
            } else { 0.0 };
            let outside = if weight(&[1, 3]) > 0.0 {
                weight(&[1, 3]) * by_definition(&[real(1), real(3)])
            } else { 0.0 };
            let conditional = conditional_information(
                &logs, all, count(&[0, 1]), count(&[0, 2]), count(&[0]),
            );
            prop_assert!((conditional - inside - outside).abs() < 1e-9);
        }
    }
}
