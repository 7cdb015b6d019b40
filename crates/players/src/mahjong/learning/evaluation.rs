//! Linear evaluations as files, and what they say of moves.

use fuda_core::{FeatureRows, MoveFeatures};
use fuda_learn::{LearnError, Linear, Model};
use fuda_mahjong::encode::FeatureSet;
use fuda_mahjong::encode::eval::{EvalFeatures, Template};
use fuda_mahjong::{MahjongView, Move};
use std::collections::HashMap;
use thiserror::Error;

/// Why a file is no evaluation of mahjong.
#[derive(Debug, Error)]
pub enum EvaluationError {
    /// It is no model at all.
    #[error("{0}")]
    Model(#[from] LearnError),
    /// It is a model of something else.
    #[error(
        "the model's features are {got}; known are mahjong-paper-1, mahjong-wide-1 and mahjong-eval-1"
    )]
    Features {
        /// What the file says.
        got: String,
    },
    /// It has another number of weights than its features have columns.
    #[error("the model has {got} weights, its features {wanted} columns")]
    Weights {
        /// How many it has.
        got: usize,
        /// How many it should have.
        wanted: usize,
    },
}

/// A linear evaluation of moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    features: FeatureSet,
    weights: Vec<f32>,
}

impl Evaluation {
    /// An evaluation of these weights, one a column.
    pub fn new(features: FeatureSet, weights: &[f64]) -> Result<Evaluation, EvaluationError> {
        let (got, wanted) = (weights.len(), features.columns());
        if got != wanted {
            return Err(EvaluationError::Weights { got, wanted });
        }
        Ok(Evaluation { features, weights: weights.iter().map(|&w| w as f32).collect() })
    }

    /// Its features.
    pub fn features(&self) -> FeatureSet {
        self.features
    }

    /// Its weights, one a column.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The bytes of a model file, with notes on how it was made.
    pub fn to_bytes(&self, notes: &[(&str, &str)]) -> Vec<u8> {
        let weights = self.weights.iter().map(|&weight| weight.into()).collect();
        let mut all = vec![("game", "mahjong"), ("features", self.features.version())];
        all.extend_from_slice(notes);
        Model::Linear(Linear { weights, bias: 0.0 }).to_bytes(&all)
    }

    /// Reads a model file, with its notes.
    pub fn from_bytes(
        bytes: &[u8],
    ) -> Result<(Evaluation, HashMap<String, String>), EvaluationError> {
        let (model, notes) = Model::from_bytes(bytes)?;
        let said = notes.get("features").cloned().unwrap_or_else(|| "not named".into());
        let set = FeatureSet::ALL.into_iter().find(|set| set.version() == said);
        let (Some(set), Model::Linear(linear)) = (set, &model) else {
            return Err(EvaluationError::Features { got: said });
        };
        Ok((Evaluation::new(set, &linear.weights)?, notes))
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
