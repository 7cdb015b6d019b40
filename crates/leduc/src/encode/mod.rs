//! Encoders: numbers for learners, made from a view alone; what is hidden, for
//! a critic in training.

mod hidden;
mod moves;
mod observation;

pub use hidden::HiddenCards;
pub use moves::LeducMoves;
pub use observation::LeducObservation;
