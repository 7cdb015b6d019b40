//! A value network as a player: one move deep.

use fuda_arena::Valuation;
use fuda_core::{
    Alternative, Ask, Choice, Game, InputList, MoveOf, Player, PlayerError, Position, PositionOf,
    Seat, SparseInputs, View, ViewOf,
};
use fuda_learn::policy_gradient::{SparseNetwork, Units};
use std::sync::Arc;

/// What a network says that a view is worth, in points.
#[derive(Clone)]
pub struct ViewValue<G: Game> {
    network: Arc<SparseNetwork>,
    inputs: SparseInputs<G>,
    units: Units,
    unit: f64,
    seen: InputList,
    /// For each seat the view that was valued last, and its value.
    known: Vec<Option<(ViewOf<G>, f64)>>,
}

impl<G: Game> ViewValue<G> {
    /// A network with one output, which counts in `unit`s of points.
    pub fn new(network: Arc<SparseNetwork>, inputs: SparseInputs<G>, unit: f64) -> ViewValue<G> {
        let units = network.units();
        ViewValue { network, inputs, units, unit, seen: InputList::default(), known: Vec::new() }
    }

    /// The value of a view.
    pub fn of(&mut self, view: &ViewOf<G>) -> f64 {
        self.seen.clear();
        self.inputs.observe(view, &[], 0, &mut self.seen);
        self.network.see(&self.seen, &mut self.units);
        self.unit * f64::from(self.network.output(&self.units, 0))
    }
}

impl<G: Game> Valuation<G> for ViewValue<G> {
    fn value(&mut self, position: &PositionOf<G>, seat: Seat) -> f64 {
        // Draws that a seat does not see leave its view as it was.
        let (view, at) = (position.view(seat), seat.index());
        match self.known.get(at) {
            Some(Some((known, value))) if *known == view => *value,
            _ => {
                let value = self.of(&view);
                self.known.resize(self.known.len().max(at + 1), None);
                self.known[at] = Some((view, value));
                value
            }
        }
    }
}

/// Tries every move in some assumed positions and plays the one after which
/// its own view is worth most on average.
pub struct ValuePlayer<G: Game> {
    value: ViewValue<G>,
    positions: usize,
    /// The assumed positions.
    roots: Vec<PositionOf<G>>,
    /// The views after the move under trial, with their values. Most moves show
    /// their seat little that is new, so the same views come again and again.
    known: Vec<(ViewOf<G>, f64)>,
}

impl<G: Game> ValuePlayer<G> {
    /// A player by values of views, which tries its moves in so many positions.
    pub fn new(value: ViewValue<G>, positions: usize) -> ValuePlayer<G> {
        ValuePlayer { value, positions, roots: Vec::new(), known: Vec::new() }
    }

    fn value(&mut self, after: &G::Position, seat: Seat) -> f64 {
        if let Some(scores) = after.scores() {
            return scores.get(seat.index()).copied().unwrap_or(0.0);
        }
        let view = after.view(seat);
        if let Some((_, value)) = self.known.iter().find(|(known, _)| *known == view) {
            return *value;
        }
        let value = self.value.of(&view);
        self.known.push((view, value));
        value
    }

    /// The mean value of a move over the assumed positions.
    fn try_move(&mut self, seat: Seat, mv: MoveOf<G>) -> f64 {
        self.known.clear();
        let sum: f64 = (0..self.roots.len())
            .map(|n| {
                let mut after = self.roots[n].clone();
                after.play_unchecked(seat, mv);
                self.value(&after, seat)
            })
            .sum();
        sum / self.roots.len() as f64
    }
}

impl<G: Game> Player<G> for ValuePlayer<G> {
    fn choose(&mut self, ask: Ask<'_, G>) -> Result<Choice<MoveOf<G>>, PlayerError> {
        let seat = ask.view.seat();
        self.roots.clear();
        self.roots.extend((0..self.positions).map(|_| ask.view.assume(ask.rng)));
        let effort = self.positions as u64;
        let mut alternatives: Vec<Alternative<MoveOf<G>>> = ask
            .legal
            .iter()
            .map(|&mv| Alternative::new(mv, self.try_move(seat, mv), effort))
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
