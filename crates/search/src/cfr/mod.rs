//! Small games with hidden cards solved exactly: counterfactual regret
//! minimisation (CFR+), values, and best responses.
//!
//! The whole game is written out as a tree, every deal and every sequence of
//! moves, so this is for games of some hundred thousand positions: shrunken
//! packs, Kuhn poker, Leduc hold'em. Two seats, and what one wins the other loses.
//!
//! ```
//! use fuda_core::kuhn::{self, Kuhn};
//! use fuda_search::cfr::GameTree;
//!
//! let tree = GameTree::new(&Kuhn, 1_000)?;
//! let solution = tree.solve(2_000);
//! assert!(tree.exploitability(&solution) < 1e-3);
//! assert!((tree.value(&solution, &solution) - kuhn::VALUE).abs() < 1e-3);
//! # Ok::<(), fuda_search::cfr::TreeError>(())
//! ```
//!
//! Sources: Zinkevich et al., *Regret minimization in games with incomplete
//! information* (2007); Tammelin, *Solving large imperfect information games
//! using CFR+* (2014).

mod player;
mod response;
mod solve;
#[cfg(test)]
mod tests;
mod tree;

pub use player::StrategyPlayer;
pub use solve::Solver;
pub use tree::{GameTree, InformationSet, Strategy, TreeError};
