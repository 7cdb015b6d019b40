//! A player of a strategy.

use super::tree::{GameTree, Strategy};
use fuda_core::{Alternative, Ask, Choice, Game, MoveOf, Player, PlayerError, ViewOf};
use std::sync::Arc;

/// Plays a strategy for a game that was written out; the value of a move is
/// its probability.
#[derive(Clone)]
pub struct StrategyPlayer<G: Game> {
    tree: Arc<GameTree<G>>,
    strategy: Arc<Strategy>,
}

impl<G: Game> StrategyPlayer<G> {
    /// A player of this strategy of this game.
    pub fn new(tree: Arc<GameTree<G>>, strategy: Arc<Strategy>) -> StrategyPlayer<G> {
        StrategyPlayer { tree, strategy }
    }
}

impl<G: Game> Player<G> for StrategyPlayer<G> {
    fn choose(&mut self, ask: Ask<'_, G>) -> Result<Choice<MoveOf<G>>, PlayerError> {
        let Some(policy) = self.probabilities(ask.view, ask.legal) else {
            return Err(PlayerError("this position is not one of the game that was solved".into()));
        };
        let mut left = ask.rng.unit();
        let drawn = policy.iter().position(|p| {
            left -= p;
            left < 0.0
        });
        // Rounding may leave a little of the 1 over.
        let likeliest = || (0..policy.len()).max_by(|a, b| policy[*a].total_cmp(&policy[*b]));
        let Some(chosen) = drawn.or_else(likeliest) else {
            return Err(PlayerError("there is no legal move".into()));
        };
        let both = ask.legal.iter().zip(&policy);
        let mut alternatives: Vec<_> = both.map(|(mv, p)| Alternative::new(*mv, *p, 0)).collect();
        alternatives.sort_by(|a, b| b.value.total_cmp(&a.value));
        Ok(Choice { mv: ask.legal[chosen], effort: 0, alternatives })
    }

    fn probabilities(&mut self, view: &ViewOf<G>, legal: &[MoveOf<G>]) -> Option<Vec<f64>> {
        let set = self.tree.set_of(view)?;
        let known = self.tree.sets[set].moves == legal;
        known.then(|| self.strategy.0[set].clone())
    }
}
