//! Tabu search over a neighbourhood the user gives.
//!
//! One run starts from a solution. Each iteration draws some random
//! neighbours that are not tabu, goes to the best of them, *even when it is
//! worse than where it stands*, and makes that step tabu for a while; the
//! best solution ever met is kept (Glover 1989). Runs are repeated until the
//! budget is used up, and the caller looks at each.

mod params;
mod search;

pub use params::{Tabu, TabuParams};
pub use search::{Neighbourhood, Run, RunStop, TabuReport};
