//! Bringing many features up to date at once.
//!
//! Where features are chosen until none is informative enough any more, every feature
//! must sooner or later be seen beside every one chosen before it fell below
//! the cut-off. Pair by pair each would bring its whole column from memory;
//! here some rows of a batch of chosen features stay in the first cache while
//! all others pass by.

use crate::bits::{Block, Count, Space};
use crate::features::Features;
use crate::measure::{Logs, conditional_information};

/// Blocks of a column that are worked on at a time: with [`BATCH`] columns
/// they fill 32 kB.
const PART: usize = 16;

/// How many chosen features are a batch.
pub(super) const BATCH: usize = 32;

/// Memory that is kept between sweeps.
#[derive(Default)]
pub(super) struct Sweep {
    near: Vec<Block>,
    shared: Vec<Count>,
}

impl Sweep {
    /// The least information of each of `others` beside one of `given`.
    pub(super) fn least_told(
        &mut self,
        features: &Features,
        logs: &Logs,
        given: &[u32],
        others: impl ExactSizeIterator<Item = u32> + Clone,
    ) -> Vec<f64> {
        let width = features.space.width;
        self.shared.clear();
        self.shared.resize(others.len() * given.len(), Count::default());
        let numbers: Vec<u32> = (0..given.len() as u32).collect();
        let mut counts = vec![Count::default(); given.len()];
        for start in (0..width).step_by(PART) {
            let blocks = PART.min(width - start);
            let positive = features.space.positive.saturating_sub(start).min(blocks);
            let space = Space { width: blocks, positive };
            self.near.clear();
            for &column in given {
                self.near.extend_from_slice(&features.column(column as usize)[start..][..blocks]);
            }
            for (other, shared) in others.clone().zip(self.shared.chunks_exact_mut(given.len())) {
                let part = &features.column(other as usize)[start..][..blocks];
                features.isa.count_shared(&self.near, space, part, &numbers, &mut counts);
                for (shared, count) in shared.iter_mut().zip(&counts) {
                    shared.0 += count.0;
                }
            }
        }
        let told = |(other, shared): (u32, &[Count])| {
            let part = features.count(other as usize);
            let beside = given.iter().zip(shared).map(|(&given, &shared)| {
                let given = features.count(given as usize);
                conditional_information(logs, features.all(), part, given, shared)
            });
            beside.fold(f64::INFINITY, f64::min)
        };
        others.zip(self.shared.chunks_exact(given.len())).map(told).collect()
    }
}
