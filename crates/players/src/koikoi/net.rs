//! The player whose policy is a network.

use super::look_ahead::LookAhead;
use crate::learned::draw;
use arrayvec::ArrayVec;
use fuda_core::{Alternative, Ask, Choice, Player, PlayerError};
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
        self.network.see(&view_ones(view)[..], &mut self.units);
        let outputs: ArrayVec<u16, 8> = legal.iter().take(8).map(|mv| output_of(*mv)).collect();
        let mut chances: Chances = outputs.iter().map(|_| 0.0).collect();
        self.network.policy(&self.units, &outputs, &mut chances);
        chances
    }

    /// What the network says the round is worth to the view's seat.
    pub fn worth(&mut self, view: &View) -> f32 {
        self.network.see(&view_ones(view)[..], &mut self.units);
        self.network.output(&self.units, VALUE_OUTPUT)
    }
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
        if let Some(look) = self.look.filter(|_| ask.legal.len() > 1) {
            let report = look.report(&self.policy, ask, &chances);
            return report.map_err(|e| PlayerError(e.to_string()))?.choice();
        }
        let drawn = self.draws.then(|| draw(&chances, ask.rng));
        let alternative = |(mv, p): (&Move, &f32)| Alternative::new(*mv, f64::from(*p), 1);
        let mut alternatives: Vec<_> = ask.legal.iter().zip(&chances).map(alternative).collect();
        alternatives.sort_by(|a, b| b.value.total_cmp(&a.value));
        let drawn = drawn.and_then(|at| ask.legal.get(at)).copied();
        match drawn.or(alternatives.first().map(|likeliest| likeliest.mv)) {
            Some(mv) => Ok(Choice { mv, effort: 1, alternatives }),
            None => Err(PlayerError("there is no legal move".into())),
        }
    }
}
