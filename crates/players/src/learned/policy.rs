//! A policy network as a player.

use fuda_core::{
    Alternative, Ask, Choice, Game, InputList, MoveOf, Player, PlayerError, Rng, SparseInputs,
};
use fuda_learn::policy_gradient::{SparseNetwork, Units};
use std::sync::Arc;

/// Plays by a policy network over an observation: the likeliest move, or one
/// drawn by its probability.
pub struct PolicyPlayer<G: Game> {
    network: Arc<SparseNetwork>,
    inputs: SparseInputs<G>,
    units: Units,
    draws: bool,
    seen: InputList,
    outputs: Vec<u16>,
    moves: Vec<MoveOf<G>>,
    chances: Vec<f32>,
}

impl<G: Game> PolicyPlayer<G> {
    /// A player by a network that has an output for each action.
    pub fn new(
        network: Arc<SparseNetwork>,
        inputs: SparseInputs<G>,
        draws: bool,
    ) -> PolicyPlayer<G> {
        PolicyPlayer {
            units: network.units(),
            network,
            inputs,
            draws,
            seen: InputList::default(),
            outputs: Vec::new(),
            moves: Vec::new(),
            chances: Vec::new(),
        }
    }

    /// The legal moves, one for each action, with their probabilities. What
    /// the network saw is left in [`PolicyPlayer::seen`].
    pub fn policy(&mut self, view: &G::View, legal: &[MoveOf<G>]) -> (&[MoveOf<G>], &[f32]) {
        self.outputs.clear();
        self.moves.clear();
        for &mv in legal {
            let action = self.inputs.encoder().action(view, mv) as u16;
            if !self.outputs.contains(&action) {
                self.outputs.push(action);
                self.moves.push(mv);
            }
        }
        self.seen.clear();
        self.inputs.observe(view, legal, 0, &mut self.seen);
        self.network.see(&self.seen, &mut self.units);
        self.chances.resize(self.outputs.len(), 0.0);
        self.network.policy(&self.units, &self.outputs, &mut self.chances);
        (&self.moves, &self.chances)
    }

    /// What the network saw when the policy was last asked.
    pub fn seen(&self) -> &InputList {
        &self.seen
    }

    /// The outputs of the moves of the policy last asked.
    pub fn outputs(&self) -> &[u16] {
        &self.outputs
    }
}

/// Draws a place by its probability.
pub fn draw(chances: &[f32], rng: &mut Rng) -> usize {
    let mut left = rng.unit() as f32;
    for (at, chance) in chances.iter().enumerate() {
        left -= chance;
        if left < 0.0 {
            return at;
        }
    }
    chances.len().saturating_sub(1)
}

/// An index drawn by these probabilities, in double precision.
pub fn sample(probabilities: &[f64], rng: &mut Rng) -> usize {
    let mut left = rng.unit();
    for (at, probability) in probabilities.iter().enumerate() {
        left -= probability;
        if left < 0.0 {
            return at;
        }
    }
    probabilities.len().saturating_sub(1)
}

impl<G: Game> Player<G> for PolicyPlayer<G> {
    fn choose(&mut self, ask: Ask<'_, G>) -> Result<Choice<MoveOf<G>>, PlayerError> {
        let draws = self.draws;
        let (moves, chances) = self.policy(ask.view, ask.legal);
        let mut alternatives: Vec<Alternative<MoveOf<G>>> = moves
            .iter()
            .zip(chances)
            .map(|(&mv, &chance)| Alternative::new(mv, chance.into(), 1))
            .collect();
        let drawn = draws.then(|| moves[draw(chances, ask.rng)]);
        alternatives.sort_by(|a, b| b.value.total_cmp(&a.value));
        let best = alternatives.first().map(|best| best.mv);
        match drawn.or(best) {
            Some(mv) => Ok(Choice { mv, effort: 1, alternatives }),
            None => Err(PlayerError("there is no legal move".into())),
        }
    }

    fn probabilities(&mut self, view: &G::View, legal: &[MoveOf<G>]) -> Option<Vec<f64>> {
        if !self.draws {
            return None;
        }
        let (moves, chances) = self.policy(view, legal);
        let chance = |mv: &MoveOf<G>| moves.iter().position(|m| m == mv).map(|n| chances[n].into());
        Some(legal.iter().map(|mv| chance(mv).unwrap_or(0.0)).collect())
    }
}
