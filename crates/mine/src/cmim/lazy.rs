//! CMIM without waste: the score of a feature only falls as more features are
//! chosen, so an old score is a bound. The feature with the highest bound is
//! brought up to date until one is both up to date and highest.
//!
//! Where nothing but the cut-off ends the choice, all features are brought up
//! to date together now and then, which is much faster than one by one.

use super::sweep::{BATCH, Sweep};
use super::{Chosen, SelectParams};
use crate::bits::Count;
use crate::features::Features;
use crate::measure::{Logs, conditional_information, information_gain};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A feature with its information beside the first `seen` chosen ones.
#[derive(Clone, Copy, Debug)]
struct Bound {
    score: f64,
    feature: u32,
    seen: u32,
}

/// The highest score first, among equal ones the lowest feature.
impl Ord for Bound {
    fn cmp(&self, other: &Bound) -> Ordering {
        self.score.total_cmp(&other.score).then(other.feature.cmp(&self.feature))
    }
}

impl PartialOrd for Bound {
    fn partial_cmp(&self, other: &Bound) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Bound {
    fn eq(&self, other: &Bound) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Bound {}

/// Chooses features one by one: first the one most informative about the
/// label, then each time the one whose least information beside one of those
/// chosen before is greatest. Among equals the lowest number is chosen.
pub fn select(features: &Features, params: &SelectParams) -> Vec<Chosen> {
    select_in_batches(features, params, BATCH)
}

/// Chooses, and brings all features up to date after each `batch` chosen ones
/// where only the cut-off ends the choice.
pub(super) fn select_in_batches(
    features: &Features,
    params: &SelectParams,
    batch: usize,
) -> Vec<Chosen> {
    let sweeping = params.most >= features.len();
    let all = features.all();
    let logs = Logs::up_to(all.rows() as usize);
    let mut heap: BinaryHeap<Bound> = (0..features.len())
        .map(|feature| Bound {
            score: information_gain(&logs, all, features.count(feature)),
            feature: feature as u32,
            seen: 0,
        })
        .filter(|bound| bound.score > params.cutoff)
        .collect();
    let mut chosen: Vec<Chosen> = Vec::new();
    let mut columns: Vec<u32> = Vec::new();
    let (mut sweep, mut swept) = (Sweep::default(), 0);
    while chosen.len() < params.most
        && let Some(mut top) = heap.pop()
    {
        if top.seen as usize == chosen.len() {
            chosen.push(Chosen { feature: top.feature as usize, score: top.score });
            columns.push(top.feature);
            if sweeping && columns.len() - swept == batch {
                let mut bounds = heap.into_vec();
                let others = bounds.iter().map(|bound| bound.feature);
                let told = sweep.least_told(features, &logs, &columns[swept..], others);
                for (bound, told) in bounds.iter_mut().zip(told) {
                    bound.score = bound.score.min(told);
                    bound.seen = columns.len() as u32;
                }
                bounds.retain(|bound| bound.score > params.cutoff);
                heap = bounds.into();
                swept = columns.len();
            }
            continue;
        }
        let rival = heap.peek();
        bring_up_to_date(features, &logs, &columns, &mut top, rival);
        if top.score > params.cutoff {
            heap.push(top);
        }
    }
    chosen
}

/// Lowers a bound, chosen feature by chosen feature, until it has seen them
/// all or a rival is higher.
fn bring_up_to_date(
    features: &Features,
    logs: &Logs,
    chosen: &[u32],
    bound: &mut Bound,
    rival: Option<&Bound>,
) {
    let feature = bound.feature as usize;
    let mut shared = [Count::default(); 4];
    for group in chosen[bound.seen as usize..].chunks(shared.len()) {
        let shared = &mut shared[..group.len()];
        let column = features.column(feature);
        features.isa.count_shared(&features.arena, features.space, column, group, shared);
        for (&given, &shared) in group.iter().zip(shared.iter()) {
            let [part, given] = [feature, given as usize].map(|i| features.count(i));
            let told = conditional_information(logs, features.all(), part, given, shared);
            bound.score = bound.score.min(told);
            bound.seen += 1;
        }
        if rival.is_some_and(|rival| *bound < *rival) {
            return;
        }
    }
}
