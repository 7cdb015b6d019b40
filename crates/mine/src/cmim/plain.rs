//! CMIM as it is written: every score is brought up to date after every
//! choice. Slow; what the quick way is checked against and compared with.

use super::{Chosen, SelectParams};
use crate::bits::Count;
use crate::features::Features;
use crate::measure::{Logs, conditional_information, information_gain};

/// Chooses the same features as [`select`](super::select), the slow way.
pub fn select_plain(features: &Features, params: &SelectParams) -> Vec<Chosen> {
    let all = features.all();
    let logs = Logs::up_to(all.rows() as usize);
    let mut scores: Vec<f64> = (0..features.len())
        .map(|feature| information_gain(&logs, all, features.count(feature)))
        .collect();
    let columns: Vec<u32> = (0..features.len() as u32).collect();
    let mut shared = vec![Count::default(); features.len()];
    let mut chosen = Vec::new();
    while chosen.len() < params.most {
        let mut best: Option<Chosen> = None;
        for (feature, &score) in scores.iter().enumerate() {
            if score > best.map_or(params.cutoff, |best| best.score) {
                best = Some(Chosen { feature, score });
            }
        }
        let Some(best) = best else { break };
        chosen.push(best);
        scores[best.feature] = f64::NEG_INFINITY;
        let column = features.column(best.feature);
        features.isa.count_shared(&features.arena, features.space, column, &columns, &mut shared);
        let given = features.count(best.feature);
        for (feature, score) in scores.iter_mut().enumerate() {
            let part = features.count(feature);
            let told = conditional_information(&logs, all, part, given, shared[feature]);
            *score = score.min(told);
        }
    }
    chosen
}
