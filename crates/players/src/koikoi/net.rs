//! The player whose policy is a network.

use super::look_ahead::{LookAhead, Tried};
use arrayvec::ArrayVec;
use fuda_core::{Alternative, Ask, Choice, Player, PlayerError, Rng};
use fuda_koikoi::encode::{ViewInputs, view_ones};
use fuda_koikoi::players::CallBySimulation;
use fuda_koikoi::{KoiKoi, Move, View};
use fuda_learn::policy_gradient::{SparseNetwork, Units};
use fuda_learn::{ModelError, ModelFault, ModelFile};
use std::sync::Arc;

/// Outputs: an action each, and the value.
pub const NET_OUTPUTS: usize = ViewInputs::ACTIONS + 1;

/// The output that says what the round is worth to the seat.
pub const VALUE_OUTPUT: u16 = ViewInputs::ACTIONS as u16;

/// The output of a move.
pub fn output_of(mv: Move) -> u16 {
    ViewInputs::action_of(mv) as u16
}

/// The network of a file, over [`ViewInputs`] with [`NET_OUTPUTS`] outputs.
pub fn network(file: &ModelFile) -> Result<Arc<SparseNetwork>, ModelError> {
    let network = SparseNetwork::from_file(file)?;
    let shape = network.shape();
    match (shape.inputs, shape.outputs) {
        (ViewInputs::LEN, NET_OUTPUTS) => Ok(Arc::new(network)),
        (inputs, outputs) => {
            let expected = format!("{} inputs and {NET_OUTPUTS} outputs", ViewInputs::LEN);
            let why = format!("expected {expected}, got {inputs} and {outputs}");
            Err(file.fault(ModelFault::Broken(why)))
        }
    }
}

/// The probability of each legal move; no more than eight are ever legal.
pub type Chances = ArrayVec<f32, 8>;

/// A network with the memory to ask it, again and again.
#[derive(Clone, Debug)]
pub struct NetPolicy {
    pub(super) network: Arc<SparseNetwork>,
    pub(super) units: Units,
}

impl NetPolicy {
    /// A policy of a network over [`ViewInputs`] with [`NET_OUTPUTS`] outputs.
    pub fn new(network: Arc<SparseNetwork>) -> NetPolicy {
        debug_assert!(network.shape().inputs >= ViewInputs::LEN);
        let units = network.units();
        NetPolicy { network, units }
    }

    /// The probabilities of the legal moves (of the first eight).
    pub fn chances(&mut self, view: &View, legal: &[Move]) -> Chances {
        self.network.see(&view_ones(view), &mut self.units);
        let outputs: ArrayVec<u16, 8> = legal.iter().take(8).map(|mv| output_of(*mv)).collect();
        let mut chances: Chances = outputs.iter().map(|_| 0.0).collect();
        self.network.policy(&self.units, &outputs, &mut chances);
        chances
    }

    /// What the network says the round is worth to the view's seat.
    pub fn worth(&mut self, view: &View) -> f32 {
        self.network.see(&view_ones(view), &mut self.units);
        self.network.output(&self.units, VALUE_OUTPUT)
    }
}

/// An index drawn by these probabilities.
pub(super) fn draw(chances: &[f32], rng: &mut Rng) -> usize {
    let mut left = rng.unit() as f32;
    for (i, p) in chances.iter().enumerate() {
        left -= p;
        if left < 0.0 {
            return i;
        }
    }
    chances.len().saturating_sub(1)
}

/// Plays by a network's policy.
#[derive(Clone, Debug)]
pub struct NetPlayer {
    policy: NetPolicy,
    /// Whether moves are drawn by the policy instead of taking the likeliest.
    pub draws: bool,
    /// Koi-koi decided by random completions instead of the network.
    pub call: Option<CallBySimulation>,
    /// Whether, and how, it looks ahead before it moves.
    pub look: Option<LookAhead>,
}

impl NetPlayer {
    /// A player by a network: the likeliest move, koi-koi by the network, no
    /// looking ahead.
    pub fn new(network: Arc<SparseNetwork>) -> NetPlayer {
        let policy = NetPolicy::new(network);
        NetPlayer { policy, draws: false, call: None, look: None }
    }
}

impl Player<KoiKoi> for NetPlayer {
    fn choose(&mut self, ask: Ask<'_, KoiKoi>) -> Result<Choice<Move>, PlayerError> {
        if let Some(choice) = self.call.and_then(|call| call.decide(ask.view, ask.rng)) {
            return Ok(choice);
        }
        let chances = self.policy.chances(ask.view, ask.legal);
        let by_chance = chances.iter().map(|p| Tried { value: f64::from(*p), positions: 1 });
        let mut tried: ArrayVec<Tried, 8> = by_chance.collect();
        let mut effort = 1;
        if let Some(look) = self.look.filter(|_| ask.legal.len() > 1) {
            effort = u64::from(look.positions);
            tried = self.policy.look_ahead(ask.view, ask.legal, &chances, &look, ask.rng);
        }
        let drawn = (self.draws && self.look.is_none()).then(|| draw(&chances, ask.rng));
        // Moves that came further are better; values tell those apart that came equally far.
        let mut order: ArrayVec<usize, 8> = (0..tried.len()).collect();
        order.sort_by(|&a, &b| {
            let (a, b) = (tried[a], tried[b]);
            b.positions.cmp(&a.positions).then(b.value.total_cmp(&a.value))
        });
        let at = drawn.or(order.first().copied());
        let Some(mv) = at.and_then(|at| ask.legal.get(at)).copied() else {
            return Err(PlayerError("there is no legal move".into()));
        };
        let alternative = |&at: &usize| {
            let Tried { value, positions } = tried[at];
            Some(Alternative { mv: *ask.legal.get(at)?, value, effort: u64::from(positions) })
        };
        let alternatives = order.iter().filter_map(alternative).collect();
        Ok(Choice { mv, effort, alternatives })
    }
}
