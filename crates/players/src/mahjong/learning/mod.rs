//! Learning a linear evaluation of mahjong from records.
//!
//! ```text
//! records → Examples (groups of alternatives, one chosen; rows and labels of
//!           auxiliary problems) → Lesson (what is learnt, and how well) → Evaluation
//! ```
//!
//! [`Examples::read`] turns records into examples of a [`FeatureSet`],
//! [`learn`] learns from some of their games and tests on others, and
//! [`curve`] does so for several sizes of training sets.

mod choices;
mod evaluation;
mod examples;
mod lesson;
mod problems;

pub use choices::{alternatives, same_choice};
pub use evaluation::Evaluation;
pub use examples::{Auxiliary, Examples, ExamplesError};
pub use fuda_mahjong::encode::FeatureSet;
pub use lesson::{
    Aux, Lesson, LessonError, LessonParams, Method, ProblemReport, curve, learn, split_games,
};
pub use problems::{Problem, ProblemSet};
