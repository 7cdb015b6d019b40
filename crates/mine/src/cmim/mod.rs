//! Choosing features by conditional mutual information (CMIM, Fleuret 2004),
//! and by simpler measures to compare with.

mod divided;
mod informative;
mod lazy;
mod plain;
mod rank;
mod remote;
mod spill;
mod sweep;

pub use divided::{Division, Round, RoundReport, SelectError, Survivors, select_divided};
pub use informative::InformativeFormat;
pub use lazy::select;
pub use plain::select_plain;
pub use rank::{Measure, rank};
pub use remote::SelectKind;
pub use spill::{Spill, SpillFormat, SpilledPattern};
pub(crate) use spill::{pull_number, push_number};

/// When to stop choosing.
///
/// | parameter | meaning | default |
/// |---|---|---|
/// | `most` | the most features to choose | all |
/// | `cutoff` | a feature must give more information than this (bits) beside each one chosen before | 0 |
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SelectParams {
    /// The most features to choose.
    pub most: usize,
    /// A feature must give more bits of information than this.
    pub cutoff: f64,
}

impl Default for SelectParams {
    fn default() -> SelectParams {
        SelectParams { most: usize::MAX, cutoff: 0.0 }
    }
}

/// A feature that was chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chosen {
    /// Which feature.
    pub feature: usize,
    /// Its information when it was chosen: bits, or the statistic ranked by.
    pub score: f64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Features, Table};
    use proptest::prelude::*;

    fn table(rows: &[(Vec<u32>, bool)]) -> Table {
        let labels = rows.iter().map(|row| row.1).collect();
        Table::new(rows.iter().map(|row| row.0.as_slice()), Some(labels)).unwrap()
    }

    proptest! {
        #[test]
        fn lazy_and_plain_choose_alike(
            rows in prop::collection::vec((prop::collection::vec(0u32..30, 0..12), any::<bool>()), 2..60),
            cutoff in prop_oneof![Just(0.0), 0.0..0.2f64],
        ) {
            let table = table(&rows);
            let features = Features::of_items(&table);
            for most in [3, usize::MAX] {
                let params = SelectParams { most, cutoff };
                let plain = select_plain(&features, &params);
                prop_assert_eq!(&select(&features, &params), &plain);
                prop_assert_eq!(&lazy::select_in_batches(&features, &params, 2), &plain);
            }
        }
    }

    #[test]
    fn a_copy_of_a_chosen_feature_is_not_chosen() {
        // Item 1 is the label with one error, item 2 its copy, item 3 a
        // weaker one that knows about that error.
        let rows: Vec<(Vec<u32>, bool)> = (0..40u32)
            .map(|row| {
                let label = row % 2 == 0;
                let mut items = vec![];
                if label != (row == 7) {
                    items.extend([1, 2]);
                }
                if row == 7 || row == 9 {
                    items.push(3);
                }
                (items, label)
            })
            .collect();
        let chosen = select(&Features::of_items(&table(&rows)), &SelectParams::default());
        let features: Vec<usize> = chosen.iter().map(|chosen| chosen.feature).collect();
        assert_eq!(features, [0, 2]);
    }
}
