//! One game, every decision of the learner written down and judged.

use super::super::net::{NetPolicy, draw, output_of};
use arrayvec::ArrayVec;
use fuda_core::{Ask, Budget, Player, PlayerError, Position as _, Rng, Seat};
use fuda_koikoi::encode::{Ones, ViewInputs, view_ones};
use fuda_koikoi::{KoiKoi, Move, Position};
use fuda_learn::policy_gradient::{Decision, Decisions, SparseNetwork, Units};

/// How many inputs the critic has after those of the view.
pub(super) const HIDDEN_INPUTS: usize = 48 * (1 + DRAWS);

/// The next cards of the stock that the critic sees.
const DRAWS: usize = 6;

/// Adds what the critic sees beyond the view of a seat: the other's hand and
/// the next cards of the stock.
fn add_hidden(truth: &Position, seat: Seat, ones: &mut Ones) {
    let held = truth.hand(seat.after(1, 2)).iter().map(|card| card.index());
    let next = truth.stock().iter().rev().take(DRAWS).zip(1..);
    let drawn = next.map(|(card, n)| 48 * n + card.index());
    ones.extend(held.chain(drawn).map(|input| (ViewInputs::LEN + input) as u16));
}

/// A decision of the learner before the end of the game is known.
struct Step {
    ones: Ones,
    judged: Ones,
    outputs: ArrayVec<u16, 8>,
    chosen: usize,
    log_probability: f32,
    value: f32,
}

/// Who sits where.
pub(super) enum Table<'a> {
    /// The learner at both seats.
    Alone,
    /// The learner at a seat, a player at the other.
    Against(Seat, &'a mut dyn Player<KoiKoi>),
}

/// Plays games and keeps what is to be learned from.
pub(super) struct Recorder<'a> {
    policy: NetPolicy,
    critic: &'a SparseNetwork,
    critic_units: Units,
    trace: f32,
    steps: [Vec<Step>; 2],
    legal: Vec<Move>,
    pub decisions: Decisions,
    pub judged: Decisions,
}

impl<'a> Recorder<'a> {
    pub fn new(policy: NetPolicy, critic: &'a SparseNetwork, trace: f32) -> Recorder<'a> {
        Recorder {
            policy,
            critic,
            critic_units: critic.units(),
            trace,
            steps: [Vec::new(), Vec::new()],
            legal: Vec::with_capacity(8),
            decisions: Decisions::default(),
            judged: Decisions::default(),
        }
    }

    /// Plays a game to its end and gives the points of seat 0.
    pub fn play(
        &mut self,
        mut position: Position,
        mut table: Table<'_>,
        rngs: &mut [Rng; 2],
    ) -> Result<f64, PlayerError> {
        self.steps.iter_mut().for_each(Vec::clear);
        if let Table::Against(seat, player) = &mut table {
            player.begin(seat.after(1, 2));
        }
        while let Some(seat) = position.turn().first() {
            position.legal_moves(seat, &mut self.legal);
            let rng = &mut rngs[seat.index() & 1];
            let mv = match &mut table {
                Table::Against(learner, player) if *learner != seat => {
                    let view = position.view(seat);
                    let budget = Budget::default();
                    let ask = Ask { view: &view, legal: &self.legal, budget, rng };
                    fuda_arena::ask(&mut **player, ask).map_err(|e| PlayerError(e.to_string()))?.mv
                }
                _ => self.decide(&position, seat, rng),
            };
            position.play(seat, mv).map_err(|e| PlayerError(e.to_string()))?;
        }
        let scores = position.scores().unwrap_or_default();
        let points = scores.first().copied().unwrap_or(0.0);
        self.judge(points as f32);
        Ok(points)
    }

    fn decide(&mut self, position: &Position, seat: Seat, rng: &mut Rng) -> Move {
        let view = position.view(seat);
        if let [only] = self.legal[..] {
            return only;
        }
        let ones = view_ones(&view);
        let outputs: ArrayVec<u16, 8> =
            self.legal.iter().take(8).map(|mv| output_of(*mv)).collect();
        let mut chances: ArrayVec<f32, 8> = outputs.iter().map(|_| 0.0).collect();
        let NetPolicy { network, units } = &mut self.policy;
        network.see(&ones, units);
        network.policy(units, &outputs, &mut chances);
        let chosen = draw(&chances, rng);
        let mut judged = ones.clone();
        add_hidden(position, seat, &mut judged);
        self.critic.see(&judged, &mut self.critic_units);
        let value = self.critic.output(&self.critic_units, 0);
        self.steps[seat.index() & 1].push(Step {
            ones,
            judged,
            outputs,
            chosen,
            log_probability: chances[chosen].max(1e-12).ln(),
            value,
        });
        self.legal[chosen]
    }

    /// What each decision was worth, by what came after it (generalised
    /// advantage estimation, Schulman et al. 2016).
    fn judge(&mut self, points_of_first: f32) {
        for (seat, steps) in self.steps.iter().enumerate() {
            let points = if seat == 0 { points_of_first } else { -points_of_first };
            let (mut next, mut advantage) = (points, 0.0);
            let mut judged: ArrayVec<f32, 80> = ArrayVec::new();
            for step in steps.iter().rev() {
                advantage = next - step.value + self.trace * advantage;
                next = step.value;
                let _ = judged.try_push(advantage);
            }
            for (step, advantage) in steps.iter().zip(judged.iter().rev()) {
                self.decisions.push(Decision {
                    ones: &step.ones,
                    outputs: &step.outputs,
                    chosen: step.chosen,
                    log_probability: step.log_probability,
                    advantage: *advantage,
                    target: points,
                });
                self.judged.push(Decision {
                    ones: &step.judged,
                    outputs: &[],
                    chosen: 0,
                    log_probability: 0.0,
                    advantage: 0.0,
                    target: advantage + step.value,
                });
            }
        }
    }
}
