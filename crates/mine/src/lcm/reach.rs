//! Where the search may stop: nodes below which no wanted pattern can be.
//!
//! A pattern below a node holds in some of the node's rows, and in enough of
//! them. So of *p* positive and *q* negative rows it has at most *p* and *q*,
//! and with a least support *s* the most biased it can be towards positives
//! is *p* against the *s − p* negatives that are missing, or none. Entropy,
//! information gain and chi-square are all best at the most biased counts, so
//! each of them can be met below a node exactly if it has enough rows of one
//! class or of the other: two numbers a measure, known before the search.
//!
//! Like the support, this can only be lost on the way down. Whatever the
//! search does with items that are not frequent it may do with these.

use crate::bits::Count;
use crate::measure::ReadyFilter;

/// Rows of one class or of the other that a measure needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Need {
    /// Enough positive rows.
    pub(crate) positives: u32,
    /// Enough negative rows.
    pub(crate) negatives: u32,
}

/// Knows from which nodes something can come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reach {
    min_support: u32,
    needs: Vec<Need>,
}

impl Reach {
    /// For patterns of a least support that pass a filter.
    pub(crate) fn new(min_support: u32, filter: Option<&ReadyFilter>) -> Reach {
        let needs = filter.map_or_else(Vec::new, |filter| filter.needs(min_support));
        Reach { min_support, needs }
    }

    pub(crate) fn min_support(&self) -> u32 {
        self.min_support
    }

    /// Whether a pattern of these rows, or one below it, can be wanted.
    #[inline]
    pub(crate) fn reaches(&self, count: Count) -> bool {
        count.rows() >= self.min_support
            && self.needs.iter().all(|need| {
                count.positives() >= need.positives
                    || count.rows() - count.positives() >= need.negatives
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Filter;
    use proptest::prelude::*;

    fn limit(most: f64) -> impl Strategy<Value = Option<f64>> {
        prop_oneof![Just(None), Just(Some(0.0)), (0.0..most).prop_map(Some)]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn exactly_what_one_measure_can_meet_is_reached(
            (positives, negatives) in (1u32..24, 1u32..24),
            support in 1u32..20,
            which in 0..3,
            limit in prop_oneof![0.0..1.0f64, 0.0..0.2f64, Just(0.0)],
        ) {
            let all = Count::new(positives + negatives, positives);
            prop_assume!(support <= all.rows());
            let filter = match which {
                0 => Filter { max_entropy: Some(limit), ..Filter::default() },
                1 => Filter { min_gain: Some(limit), ..Filter::default() },
                _ => Filter { min_chi_square: Some(20.0 * limit), ..Filter::default() },
            };
            let ready = ReadyFilter::new(&filter, all);
            let reach = Reach::new(support, Some(&ready));
            for p in 0..=positives {
                for q in 0..=negatives {
                    let below = (0..=p).flat_map(|p| (0..=q).map(move |q| Count::new(p + q, p)));
                    let wanted = below.filter(|c| c.rows() >= support).any(|c| ready.keeps(c));
                    prop_assert_eq!(reach.reaches(Count::new(p + q, p)), wanted, "{} {}", p, q);
                }
            }
        }

        #[test]
        fn nothing_that_passes_several_measures_is_lost(
            (positives, negatives) in (1u32..24, 1u32..24),
            support in 1u32..20,
            max_entropy in limit(1.0),
            min_gain in limit(0.5),
            min_chi_square in limit(20.0),
        ) {
            let all = Count::new(positives + negatives, positives);
            prop_assume!(support <= all.rows());
            let ready = ReadyFilter::new(&Filter { max_entropy, min_gain, min_chi_square }, all);
            let reach = Reach::new(support, Some(&ready));
            for p in 0..=positives {
                for q in support.saturating_sub(p)..=negatives {
                    let count = Count::new(p + q, p);
                    prop_assert!(reach.reaches(count) || !ready.keeps(count), "{} {}", p, q);
                }
            }
        }
    }
}
