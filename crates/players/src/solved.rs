//! A player of games small enough to be solved.

use crate::exploit::MOST_POSITIONS;
use crate::{Kind, search};
use fuda_core::Game;
use fuda_search::cfr::{GameTree, StrategyPlayer};
use std::sync::{Arc, OnceLock};

/// Plays the average strategy of CFR+, which is computed when the first
/// player is made.
pub(crate) fn cfr<G: Game>() -> Kind<G> {
    Kind {
        name: "cfr",
        about: "the game's solution by counterfactual regret minimisation (CFR+)",
        parameters: vec![search::whole("iterations", "1000", 1_000_000, "iterations of CFR+")],
        make: |game, values| {
            let iterations = values.small("iterations");
            let tree = GameTree::new(game, MOST_POSITIONS).map_err(|e| e.to_string())?;
            let (tree, strategy) = (Arc::new(tree), OnceLock::new());
            Ok(Arc::new(move || {
                let solve = || Arc::new(tree.solve(iterations.unwrap_or(1_000)));
                let strategy = strategy.get_or_init(solve);
                Box::new(StrategyPlayer::new(Arc::clone(&tree), Arc::clone(strategy)))
            }))
        },
    }
}
