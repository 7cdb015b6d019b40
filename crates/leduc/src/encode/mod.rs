//! Encoders: numbers for learners, made from a view alone.

mod moves;
mod observation;

pub use moves::LeducMoves;
pub use observation::LeducObservation;
