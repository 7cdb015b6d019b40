//! Features: what a linear evaluation sees of a view.
//!
//! | set | columns | what for |
//! |---|---|---|
//! | [`paper`] | 6,432 | the study of auxiliary problems: discards |
//! | [`wide`] | 56,908 | the study's linear SVM player: discards |
//! | [`eval`] | about 170,000 | the shipped evaluation: every move |
//!
//! All of them take a [`MahjongView`](crate::MahjongView), so no hidden tile
//! can be in them. All moves of a view are done at once: a discard changes
//! only what holds its tile, and what all discards share is left out of their
//! rows (the sets of the study have it in a row of its own).

mod danger;
pub mod eval;
pub mod paper;
mod rows;
mod scene;
mod shapes;
#[cfg(test)]
mod tests;
pub mod wide;

pub use rows::FeatureRows;
