//! The rules engine: deals, positions, moves, views.

mod deal;
mod list;
mod moves;

pub use deal::{Deal, Standing, Wall};
pub use list::List;
pub use moves::Move;
