//! A value network as a player: one move deep.

use fuda_core::{
    Alternative, Ask, Choice, Game, MoveOf, Player, PlayerError, Position, Seat, SparseInputs, View,
};
use fuda_learn::policy_gradient::{SparseNetwork, Units};
use std::sync::Arc;

/// Tries every move in some assumed positions and plays the one after which
/// its own view is worth most on average.
pub struct ValuePlayer<G: Game> {
    network: Arc<SparseNetwork>,
    inputs: SparseInputs<G>,
    units: Units,
    positions: usize,
    unit: f64,
    ones: Vec<u16>,
}

impl<G: Game> ValuePlayer<G> {
    /// A player by a network with one output, which counts in `unit`s of
    /// points.
    pub fn new(
        network: Arc<SparseNetwork>,
        inputs: SparseInputs<G>,
        positions: usize,
        unit: f64,
    ) -> ValuePlayer<G> {
        ValuePlayer { units: network.units(), network, inputs, positions, unit, ones: Vec::new() }
    }

    fn value(&mut self, after: &G::Position, seat: Seat) -> f64 {
        if let Some(scores) = after.scores() {
            return scores.get(seat.index()).copied().unwrap_or(0.0);
        }
        self.ones.clear();
        self.inputs.observe(&after.view(seat), &[], 0, &mut self.ones);
        self.network.see(&self.ones, &mut self.units);
        self.unit * f64::from(self.network.output(&self.units, 0))
    }
}

impl<G: Game> Player<G> for ValuePlayer<G> {
    fn choose(&mut self, ask: Ask<'_, G>) -> Result<Choice<MoveOf<G>>, PlayerError> {
        let seat = ask.view.seat();
        let mut sums = vec![0.0; ask.legal.len()];
        for _ in 0..self.positions {
            let root = ask.view.assume(ask.rng);
            for (sum, &mv) in sums.iter_mut().zip(ask.legal) {
                let mut after = root.clone();
                after.play_unchecked(seat, mv);
                *sum += self.value(&after, seat);
            }
        }
        let effort = self.positions as u64;
        let mut alternatives: Vec<Alternative<MoveOf<G>>> = ask
            .legal
            .iter()
            .zip(sums)
            .map(|(&mv, sum)| Alternative { mv, value: sum / effort as f64, effort })
            .collect();
        alternatives.sort_by(|a, b| b.value.total_cmp(&a.value));
        match alternatives.first() {
            Some(best) => {
                Ok(Choice { mv: best.mv, effort: effort * ask.legal.len() as u64, alternatives })
            }
            None => Err(PlayerError("there is no legal move".into())),
        }
    }
}
