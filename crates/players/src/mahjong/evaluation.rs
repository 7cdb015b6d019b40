//! Linear evaluations as files, and what they say of moves.

use fuda_core::{FeatureRows, MoveFeatures};
use fuda_learn::{Linear, ModelError, ModelFault, ModelFile};
use fuda_mahjong::encode::FeatureSet;
use fuda_mahjong::encode::eval::{EvalFeatures, Template};
use fuda_mahjong::{MahjongView, Move};

/// A linear evaluation of moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    features: FeatureSet,
    weights: Vec<f32>,
}

impl Evaluation {
    /// Its features.
    pub fn features(&self) -> FeatureSet {
        self.features
    }

    /// The evaluation of a file of one of the sets of features.
    pub fn from_file(file: &ModelFile) -> Result<Evaluation, ModelError> {
        let set = FeatureSet::ALL.into_iter().find(|set| set.version() == file.encoder);
        let Some(features) = set else {
            let why = format!("the encoder `{}` is not known", file.encoder);
            return Err(file.fault(ModelFault::Broken(why)));
        };
        let linear = Linear::of_columns(file, features.columns())?;
        let weights = linear.weights.iter().map(|&w| w as f32).collect();
        Ok(Evaluation { features, weights })
    }

    /// Scores moves, all discards or, where the features have every move, any.
    pub fn scores(
        &self,
        view: &MahjongView,
        moves: &[Move],
        rows: &mut FeatureRows,
        scores: &mut Vec<f32>,
    ) {
        scores.clear();
        if self.features == FeatureSet::Eval {
            let features = EvalFeatures::new(view);
            scores.extend(moves.iter().map(|&mv| features.score(mv, &self.weights)));
        } else {
            self.features.encode(view, moves, rows);
            scores.extend((0..rows.len()).map(|row| rows.dot(row, &self.weights)));
        }
    }

    /// What speaks for or against a move, in words, with how much: the
    /// features of the move, those of the same words together, the weightiest
    /// first.
    pub fn reasons(&self, view: &MahjongView, mv: Move) -> Vec<(String, f32)> {
        let mut rows = FeatureRows::default();
        self.features.encode(view, &[mv], &mut rows);
        let mut reasons: Vec<(String, f32)> = Vec::new();
        for &(column, value) in rows.row(0) {
            let words = match Template::of(column as usize) {
                Some(template) if self.features == FeatureSet::Eval => template.words().to_owned(),
                _ => self.features.meaning(column as usize),
            };
            let worth = value * self.weights[column as usize];
            match reasons.iter_mut().find(|reason| reason.0 == words) {
                Some(reason) => reason.1 += worth,
                None => reasons.push((words, worth)),
            }
        }
        reasons.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        reasons
    }
}
