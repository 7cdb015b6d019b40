//! Flat Monte Carlo: every root move is a bandit's arm.
//!
//! Each loop assumes a full position, plays one root move and plays out. How
//! the loops are spread over the moves is the [`Allocation`]: evenly, by an
//! upper confidence bound (Auer, Cesa-Bianchi, Fischer 2002), or by sequential
//! halving (Karnin, Koren, Somekh 2013). There is no
//! tree, so the others are always assumed to play as the playouts do; while
//! several seats may claim, they too answer as the playouts do.

mod params;
mod search;

pub use params::{Allocation, FlatMonteCarlo, FlatParams, Halving};

/// Plays what [`FlatMonteCarlo`] recommends.
pub type FlatMonteCarloPlayer<H = crate::Guide> = crate::SearchPlayer<FlatMonteCarlo, H>;
