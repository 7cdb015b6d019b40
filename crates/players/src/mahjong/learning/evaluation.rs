//! Linear evaluations as files, and what they say of moves.

use fuda_core::Game;
use fuda_learn::{LearnError, Linear, ModelError, ModelFault, ModelFile};
use fuda_mahjong::features::eval::EvalFeatures;
use fuda_mahjong::features::{FeatureRows, eval, paper, wide};
use fuda_mahjong::{Face, Mahjong, MahjongView, Move};

/// A set of features of mahjong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FeatureSet {
    /// The 6,432 of the study of auxiliary problems; discards only.
    Paper,
    /// The 56,908 of the study's linear SVM player; discards only.
    Wide,
    /// Those of the shipped evaluation; every move.
    Eval,
}

impl FeatureSet {
    /// All sets.
    pub const ALL: [FeatureSet; 3] = [FeatureSet::Paper, FeatureSet::Wide, FeatureSet::Eval];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            FeatureSet::Paper => "paper",
            FeatureSet::Wide => "wide",
            FeatureSet::Eval => "eval",
        }
    }

    /// Its name and version in model files: another version means other
    /// columns.
    pub fn version(self) -> &'static str {
        match self {
            FeatureSet::Paper => "mahjong-paper-1",
            FeatureSet::Wide => "mahjong-wide-1",
            FeatureSet::Eval => "mahjong-eval-1",
        }
    }

    /// The set of that name.
    pub fn named(name: &str) -> Option<FeatureSet> {
        FeatureSet::ALL.into_iter().find(|set| set.name() == name)
    }

    /// How many columns it has.
    pub fn columns(self) -> usize {
        match self {
            FeatureSet::Paper => paper::COLUMNS,
            FeatureSet::Wide => wide::COLUMNS,
            FeatureSet::Eval => eval::COLUMNS,
        }
    }

    /// Whether it has features of every move, or of discards alone.
    pub fn has_all_moves(self) -> bool {
        self == FeatureSet::Eval
    }

    /// Writes one row for each move; those that discard nothing only for sets
    /// that have features of every move.
    pub fn rows(self, view: &MahjongView, moves: &[Move], rows: &mut FeatureRows) {
        let faces = || -> Vec<Face> { moves.iter().filter_map(|mv| mv.discarded()).collect() };
        match self {
            FeatureSet::Paper => paper::discards(view, &faces(), rows),
            FeatureSet::Wide => wide::discards(view, &faces(), rows),
            FeatureSet::Eval => EvalFeatures::new(view).rows(moves, rows),
        }
    }

    /// Writes the row that all discards of a view share; empty for sets that
    /// leave nothing out.
    pub fn shared(self, view: &MahjongView, rows: &mut FeatureRows) {
        match self {
            FeatureSet::Paper => paper::shared(view, rows),
            FeatureSet::Wide => wide::shared(view, rows),
            FeatureSet::Eval => rows.clear(),
        }
    }

    /// A column in words.
    pub fn describe(self, column: usize) -> String {
        match self {
            FeatureSet::Paper => paper::describe(column),
            FeatureSet::Wide => wide::describe(column),
            FeatureSet::Eval => {
                eval::Template::of(column).map_or_else(String::new, |t| t.words().to_owned())
            }
        }
    }
}

/// A linear evaluation of moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    features: FeatureSet,
    weights: Vec<f32>,
}

impl Evaluation {
    /// An evaluation of these weights, one per column.
    pub fn new(features: FeatureSet, weights: &[f64]) -> Result<Evaluation, LearnError> {
        let (expected, got) = (features.columns(), weights.len());
        if got != expected {
            return Err(LearnError::Weights { expected, got });
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

    /// Its file.
    pub fn to_file(&self) -> ModelFile {
        let weights = self.weights.iter().map(|&weight| weight.into()).collect();
        ModelFile {
            game: Mahjong::NAME.into(),
            encoder: self.features.version().into(),
            ..Linear { weights, bias: 0.0 }.to_file()
        }
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
            self.features.rows(view, moves, rows);
            scores.extend((0..rows.len()).map(|row| rows.dot(row, &self.weights)));
        }
    }

    /// What speaks for or against a move, in words, with how much: the
    /// features of the move, those of the same words together, the weightiest
    /// first.
    pub fn reasons(&self, view: &MahjongView, mv: Move) -> Vec<(String, f32)> {
        let mut rows = FeatureRows::new();
        self.features.rows(view, &[mv], &mut rows);
        let mut reasons: Vec<(String, f32)> = Vec::new();
        for &(column, value) in rows.iter().next().unwrap_or_default() {
            let words = self.features.describe(column as usize);
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
