//! Ranking features one by one, blind to what they share.

use super::{Chosen, SelectParams};
use crate::bits::Count;
use crate::features::Features;
use crate::measure::{Logs, chi_square, information_gain};

/// What features are ranked by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Bits of information about the label.
    InformationGain,
    /// The chi-square statistic.
    ChiSquare,
}

impl Measure {
    /// What a feature with these counts measures among all rows.
    pub fn of(self, logs: &Logs, all: Count, part: Count) -> f64 {
        match self {
            Measure::InformationGain => information_gain(logs, all, part),
            Measure::ChiSquare => chi_square(all, part),
        }
    }
}

/// The features by falling measure, those above the cut-off; among equals the
/// lowest number first.
pub fn rank(features: &Features, measure: Measure, params: &SelectParams) -> Vec<Chosen> {
    let all = features.all();
    let logs = Logs::up_to(all.rows() as usize);
    let mut ranked: Vec<Chosen> = (0..features.len())
        .map(|feature| {
            let score = measure.of(&logs, all, features.count(feature));
            Chosen { feature, score }
        })
        .filter(|chosen| chosen.score > params.cutoff)
        .collect();
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.feature.cmp(&b.feature)));
    ranked.truncate(params.most);
    ranked
}
