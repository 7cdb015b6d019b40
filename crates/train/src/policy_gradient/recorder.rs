//! The learner at the table: it plays by its policy and writes down every
//! decision of its own.

use fuda_core::{
    CheatingPlayer, Choice, Game, InputList, MoveOf, PlayerError, Position, PositionOf, Rng, Seat,
    SparseInputs,
};
use fuda_learn::policy_gradient::{Decision, Decisions, SparseNetwork, Units};
use fuda_players::learned::{PolicyPlayer, draw};
use std::sync::{Arc, Mutex};

/// What was written down: each decision as the policy saw it, and as the
/// critic did, who sees the views of all seats.
#[derive(Default)]
pub(super) struct Recording {
    pub decisions: Decisions,
    pub judged: Decisions,
    /// Decisions of the game that is being played.
    open: Vec<Open>,
}

/// A decision before the end of the game is known.
struct Open {
    seat: Seat,
    /// What the critic says it is worth.
    value: f32,
    /// The seat's points when it was made.
    points: f64,
}

impl Recording {
    /// Judges the decisions of a game that has ended by what came after them
    /// (generalised advantage estimation, Schulman et al. 2016). What a seat
    /// wins between two of its decisions is a reward; points count in `unit`s.
    pub fn judge(&mut self, scores: &[f64], trace: f32, unit: f64) {
        let first = self.decisions.len() - self.open.len();
        for (seat, score) in scores.iter().enumerate() {
            let own = self.open.iter().enumerate().filter(|(_, open)| open.seat.index() == seat);
            // What comes after: points at that time, value, advantage.
            let (mut points, mut value, mut advantage) = (*score, 0.0, 0.0);
            for (at, open) in own.rev() {
                let reward = ((points - open.points) / unit) as f32;
                advantage = reward + value - open.value + trace * advantage;
                (points, value) = (open.points, open.value);
                let total = ((score - open.points) / unit) as f32;
                self.decisions.judge(first + at, advantage, total);
                self.judged.judge(first + at, 0.0, advantage + open.value);
            }
        }
        self.open.clear();
    }
}

/// The policy as a player. It is handed the truth for the critic's sake
/// alone; it chooses by its own view.
pub(super) struct Recorder<G: Game> {
    policy: PolicyPlayer<G>,
    critic: Arc<SparseNetwork>,
    inputs: SparseInputs<G>,
    seats: usize,
    /// Views that the critic sees.
    views: usize,
    units: Units,
    judged: InputList,
    recording: Arc<Mutex<Recording>>,
}

impl<G: Game> Recorder<G> {
    pub fn new(
        policy: Arc<SparseNetwork>,
        critic: Arc<SparseNetwork>,
        inputs: &SparseInputs<G>,
        seats: usize,
        recording: Arc<Mutex<Recording>>,
    ) -> Recorder<G> {
        Recorder {
            policy: PolicyPlayer::new(policy, inputs.clone(), true),
            units: critic.units(),
            views: critic.shape().inputs / inputs.inputs(),
            critic,
            inputs: inputs.clone(),
            seats,
            judged: InputList::default(),
            recording,
        }
    }

    /// What the critic says of the position the policy was last asked about.
    fn value(&mut self, truth: &PositionOf<G>, seat: Seat) -> f32 {
        self.judged.at.clone_from(&self.policy.seen().at);
        self.judged.values.clone_from(&self.policy.seen().values);
        for step in 1..self.views {
            let other = truth.view(seat.after(step, self.seats));
            let offset = (step * self.inputs.inputs()) as u16;
            self.inputs.observe(&other, &[], offset, &mut self.judged);
        }
        self.critic.see(&self.judged, &mut self.units);
        self.critic.output(&self.units, 0)
    }
}

impl<G: Game> CheatingPlayer<G> for Recorder<G> {
    fn choose_seeing(
        &mut self,
        truth: &PositionOf<G>,
        seat: Seat,
        legal: &[MoveOf<G>],
        rng: &mut Rng,
    ) -> Result<Choice<MoveOf<G>>, PlayerError> {
        let (moves, chances) = self.policy.policy(&truth.view(seat), legal);
        if let [only] = *moves {
            return Ok(only.into());
        }
        let chosen = draw(chances, rng);
        let (mv, chance) = (moves[chosen], chances[chosen]);
        let value = self.value(truth, seat);
        let decision = Decision {
            inputs: self.policy.seen().into(),
            outputs: self.policy.outputs(),
            chosen,
            log_probability: libm::logf(chance.max(1e-12)),
            advantage: 0.0,
            target: 0.0,
        };
        let mut recording = self.recording.lock().unwrap_or_else(|e| e.into_inner());
        recording.decisions.push(decision);
        let inputs = (&self.judged).into();
        recording.judged.push(Decision { inputs, outputs: &[], chosen: 0, ..decision });
        let points = truth.points().get(seat.index()).copied().unwrap_or(0.0);
        recording.open.push(Open { seat, value, points });
        Ok(mv.into())
    }
}
