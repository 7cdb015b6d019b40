//! Numbers for learners: three sets of features of moves, and the view as
//! planes of bytes.
//!
//! | set | columns | what for |
//! |---|---|---|
//! | [`FeatureSet::Eval`] | about 170,000 | the shipped evaluation: every move |
//! | [`FeatureSet::Paper`] | 6,432 | the study of auxiliary problems: discards |
//! | [`FeatureSet::Wide`] | 56,908 | the study's linear SVM player: discards |
//!
//! All moves of a view are done at once: a discard changes only what holds
//! its tile, and what all discards share is left out of their rows (the sets
//! of the study have it in a row of its own, [`MoveFeatures::shared`]).
//!
//! [`planes`] is for networks; [`HiddenTiles`] for a critic in training.

mod choices;
mod danger;
pub mod eval;
mod hidden;
mod paper;
pub mod planes;
mod problems;
mod scene;
mod shapes;
#[cfg(test)]
mod tests;
mod wide;

use crate::game::{Mahjong, MahjongView, Move};
pub use choices::{alternatives, same_choice};
use eval::EvalFeatures;
use fuda_core::{FeatureRows, MoveFeatures, Observation};
pub use hidden::HiddenTiles;
use planes::Planes;
pub use problems::ProblemSet;

/// A set of features of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FeatureSet {
    /// Those of the shipped evaluation; every move but passes and wins.
    Eval,
    /// The 6,432 of the study of auxiliary problems; discards only.
    Paper,
    /// The 56,908 of the study's linear SVM player; discards only.
    Wide,
}

impl FeatureSet {
    /// All sets, the default first.
    pub const ALL: [FeatureSet; 3] = [FeatureSet::Eval, FeatureSet::Paper, FeatureSet::Wide];

    /// Its name as an encoder.
    pub const fn version(self) -> &'static str {
        match self {
            FeatureSet::Eval => eval::NAME,
            FeatureSet::Paper => paper::NAME,
            FeatureSet::Wide => wide::NAME,
        }
    }
}

impl FeatureSet {
    /// Whether it has features of calls and kans, or of discards alone.
    pub fn has_all_moves(self) -> bool {
        self == FeatureSet::Eval
    }
}

impl MoveFeatures<Mahjong> for FeatureSet {
    fn name(&self) -> &str {
        self.version()
    }

    fn about(&self) -> &str {
        match self {
            FeatureSet::Eval => {
                "what discards, riichi, kans and calls do to the hand and its safety"
            }
            FeatureSet::Paper => "a study's 6,432 features of the position after a discard",
            FeatureSet::Wide => {
                "a study's 56,908 features of a discard, most of them tiles held together"
            }
        }
    }

    fn columns(&self) -> usize {
        match self {
            FeatureSet::Eval => eval::COLUMNS,
            FeatureSet::Paper => paper::COLUMNS,
            FeatureSet::Wide => wide::COLUMNS,
        }
    }

    fn meaning(&self, column: usize) -> String {
        match self {
            FeatureSet::Eval => eval::meaning(column),
            FeatureSet::Paper => paper::meaning(column),
            FeatureSet::Wide => wide::meaning(column),
        }
    }

    fn encode(&self, view: &MahjongView, moves: &[Move], out: &mut FeatureRows) {
        match self {
            FeatureSet::Eval => EvalFeatures::new(view).rows(moves, out),
            FeatureSet::Paper => paper::encode(view, moves, out),
            FeatureSet::Wide => wide::encode(view, moves, out),
        }
    }

    fn alternatives(&self, legal: &[Move], chosen: Move) -> Option<(Vec<Move>, usize)> {
        match self {
            FeatureSet::Eval => Some((legal.to_vec(), legal.iter().position(|mv| *mv == chosen)?)),
            FeatureSet::Paper | FeatureSet::Wide => choices::discards(legal, chosen),
        }
    }

    fn shared(&self, view: &MahjongView, out: &mut FeatureRows) {
        match self {
            FeatureSet::Eval => {
                out.clear();
                out.end_row();
            }
            FeatureSet::Paper => paper::shared(view, out),
            FeatureSet::Wide => wide::shared(view, out),
        }
    }
}

/// The encoders of moves, the default first.
pub(crate) fn move_features() -> Vec<Box<dyn MoveFeatures<Mahjong>>> {
    FeatureSet::ALL.map(|set| Box::new(set) as Box<dyn MoveFeatures<Mahjong>>).into()
}

/// The encoders of views, the default first.
pub(crate) fn observations() -> Vec<Box<dyn Observation<Mahjong>>> {
    vec![Box::new(Planes)]
}

/// Takes the features of a move: a column and its number.
trait Sink {
    fn cell(&mut self, column: usize, value: f32);
}

impl Sink for FeatureRows {
    /// Zeros are left out.
    #[inline]
    fn cell(&mut self, column: usize, value: f32) {
        if value != 0.0 {
            self.push(column as u32, value);
        }
    }
}
