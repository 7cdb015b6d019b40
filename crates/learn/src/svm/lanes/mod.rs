//! Many problems over the same rows, sixteen side by side.
//!
//! What a problem needs of a row is its cells, and they are the same for all
//! problems: read once, they serve sixteen weights that lie next to each
//! other. Each problem has its own labels, its own rows among all, its own
//! steps and its own end.

mod descent;
mod kernel;
mod newton;
#[cfg(test)]
mod tests;

use super::compact::Compact;
use super::{Solver, Svm};
use crate::{LearnError, Learner, Linear, Model, Sample};
use fuda_core::in_order;
use kernel::{LANES, Lanes};
use std::sync::atomic::{AtomicUsize, Ordering};

impl Svm {
    /// Learns many problems over one table: for each sample what
    /// [`Learner::fit`] finds, up to rounding. `done` hears how many are
    /// learned. No result depends on the number of threads.
    pub fn fit_many(
        &self,
        samples: &[Sample<'_>],
        threads: usize,
        done: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<Linear>, LearnError> {
        let Some(table) = samples.first() else { return Ok(Vec::new()) };
        for sample in samples {
            sample.classes()?;
            assert!(sample.is_of(table), "samples of one table");
        }
        let mut picks: Vec<u32> = samples.iter().flat_map(|s| s.picks()).copied().collect();
        picks.sort_unstable();
        picks.dedup();
        let all = table.pick(picks);
        let Some(rows) = Compact::<f32>::of(&all) else {
            return samples.iter().map(|sample| linear(self.fit(sample)?)).collect();
        };
        let blocks: Vec<&[Sample<'_>]> = samples.chunks(LANES).collect();
        let learned = AtomicUsize::new(0);
        let found = in_order(blocks.len(), threads, |number| {
            let samples = blocks[number];
            let block = Block::new(self, &rows, all.picks(), samples, all.columns());
            let weights = match self.0.solver {
                Solver::Dual => descent::descend(self, &block),
                Solver::Newton => newton::minimise(self, &block),
            };
            done(learned.fetch_add(samples.len(), Ordering::Relaxed) + samples.len());
            let linear = |lane| block.linear(&weights, lane, self.0.bias);
            (0..samples.len()).map(linear).collect::<Vec<Linear>>()
        });
        Ok(found.concat())
    }
}

fn linear(model: Model) -> Result<Linear, LearnError> {
    match model {
        Model::Linear(linear) => Ok(linear),
        _ => unreachable!("a support vector machine is linear"),
    }
}

/// Up to sixteen problems, and the rows that at least one of them has.
struct Block<'a> {
    rows: &'a Compact<f32>,
    /// Which of the rows.
    places: Vec<u32>,
    /// The label of each row in each problem: 1 or −1, and 0 where it is none
    /// of the problem's rows.
    signs: Vec<Lanes>,
    columns: usize,
    /// The value of the constant column.
    bias: f32,
}

impl<'a> Block<'a> {
    fn new(
        svm: &Svm,
        rows: &'a Compact<f32>,
        all: &[u32],
        samples: &[Sample<'_>],
        columns: usize,
    ) -> Block<'a> {
        let mut signs = vec![[0.0; LANES]; all.len()];
        for (lane, sample) in samples.iter().enumerate() {
            let mut at = 0;
            let mut own: Vec<u32> = (0..sample.len() as u32).collect();
            own.sort_unstable_by_key(|&i| sample.picks()[i as usize]);
            for i in own {
                let row = sample.picks()[i as usize];
                at += all[at..].partition_point(|&other| other < row);
                signs[at][lane] = if sample.get(i as usize).1 { 1.0 } else { -1.0 };
            }
        }
        let used = |place: &u32| signs[*place as usize] != [0.0; LANES];
        let places: Vec<u32> = (0..all.len() as u32).filter(used).collect();
        let signs = places.iter().map(|&place| signs[place as usize]).collect();
        Block { rows, places, signs, columns, bias: svm.0.bias as f32 }
    }

    /// How many weights a problem has: one per column, and that of the constant.
    fn weights(&self) -> usize {
        self.columns + usize::from(self.bias > 0.0)
    }

    fn len(&self) -> usize {
        self.places.len()
    }

    #[inline(always)]
    fn row(&self, at: usize) -> &[(u32, f32)] {
        self.rows.row(self.places[at] as usize)
    }

    /// The weight of the constant column times its value, for each problem.
    #[inline(always)]
    fn constant(&self, weights: &[Lanes]) -> Lanes {
        let mut constant = [0.0; LANES];
        if let Some(weights) = weights.get(self.columns) {
            constant = weights.map(|weight| weight * self.bias);
        }
        constant
    }

    fn linear(&self, weights: &[[f64; LANES]], lane: usize, bias: f64) -> Linear {
        let constant = weights.get(self.columns).map_or(0.0, |weights| weights[lane] * bias);
        let weights = weights[..self.columns].iter().map(|weights| weights[lane]).collect();
        Linear { weights, bias: constant }
    }
}
