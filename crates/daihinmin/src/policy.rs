//! Moves drawn by a learned evaluation: the better a move looks, the likelier.

use crate::Position;
use crate::evaluate::Evaluation;
use crate::features::Situation;
use crate::moves::Move;
use crate::random::Passes;
use crate::state::{Stage, State};
use fuda_core::{PerSeat, Position as _, Rng};

/// Draws the `i`-th best move with a chance that falls by a factor of
/// `alpha` from each move to the next.
#[derive(Clone, Debug)]
pub struct RankPolicy {
    evaluation: Evaluation,
    alpha: f64,
}

/// Room for listing and weighing moves, used again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    pub moves: Vec<Move>,
    pub scores: Vec<f32>,
}

impl RankPolicy {
    /// `alpha` from 0 (always the best) to 1 (each equally likely).
    pub fn new(evaluation: Evaluation, alpha: f64) -> Option<RankPolicy> {
        (0.0..=1.0).contains(&alpha).then_some(RankPolicy { evaluation, alpha })
    }

    /// The factor from one move to the next.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// A move for the seat to move of a state of five players. A leader does
    /// not pass; gifts are drawn evenly.
    #[inline]
    pub(crate) fn draw(&self, state: &State, rng: &mut Rng, scratch: &mut Scratch) -> Move {
        if state.stage != Stage::Play {
            return state.random_move(rng, Passes::OnlyWhenForced, &mut scratch.moves);
        }
        list(state, &mut scratch.moves);
        if let [only] = scratch.moves[..] {
            return only;
        }
        let situation = Situation::of_state(state);
        self.evaluation.scores(&situation, &scratch.moves, &mut scratch.scores);
        let place = draw_place(self.alpha, scratch.moves.len(), rng);
        scratch.moves.get(nth_best(&mut scratch.scores, place)).copied().unwrap_or(Move::PASS)
    }
}

/// Plays games to their end by a policy.
#[derive(Clone, Debug)]
pub struct Playouts {
    policy: RankPolicy,
    scratch: Scratch,
}

impl Playouts {
    /// Playouts by a policy.
    pub fn new(policy: RankPolicy) -> Playouts {
        Playouts { policy, scratch: Scratch::default() }
    }

    /// Plays a position of five players to its end and gives the scores. The
    /// moves are not added to the history.
    pub fn play(&mut self, mut position: Position, rng: &mut Rng) -> PerSeat<f64> {
        let state = position.state_mut();
        while state.stage != Stage::Over {
            let mv = self.policy.draw(state, rng, &mut self.scratch);
            state.make(mv);
        }
        position.scores().unwrap_or_default()
    }
}

/// The moves a player considers: all legal ones, but a leader does not pass.
#[inline]
pub(crate) fn list(state: &State, moves: &mut Vec<Move>) {
    state.legal_moves(moves);
    if state.table.is_none() && moves.len() > 1 && moves.last() == Some(&Move::PASS) {
        moves.pop();
    }
}

/// A place below `many`, each `alpha` times as likely as the one before.
#[inline]
fn draw_place(alpha: f64, many: usize, rng: &mut Rng) -> usize {
    if alpha >= 1.0 {
        return rng.below(many as u32) as usize;
    }
    // The chance of going on to the next place, of what is left.
    let mut left = rng.unit() * (1.0 - alpha.powi(many as i32));
    let mut chance = 1.0 - alpha;
    for place in 0..many - 1 {
        if left < chance {
            return place;
        }
        left -= chance;
        chance *= alpha;
    }
    many - 1
}

/// Which score is the `place`-th highest; of equals the first. The scores
/// above it are struck out.
#[inline]
fn nth_best(scores: &mut [f32], place: usize) -> usize {
    let mut best = 0;
    for round in 0..=place {
        best = 0;
        for (i, score) in scores.iter().enumerate() {
            if *score > scores[best] {
                best = i;
            }
        }
        if round < place {
            scores[best] = f32::NEG_INFINITY;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::{Purpose, Seed};

    #[test]
    fn places_fall_by_alpha() {
        let mut rng = Seed(1).stream(Purpose::Sample, &[]);
        for (alpha, many) in [(0.5, 4), (0.6, 9), (1.0, 3), (0.0, 5), (0.9, 2)] {
            let rounds = 200_000;
            let mut counts = vec![0.0; many];
            (0..rounds).for_each(|_| counts[draw_place(alpha, many, &mut rng)] += 1.0);
            let total: f64 = (0..many).map(|i| alpha.powi(i as i32)).sum();
            for (i, count) in counts.iter().enumerate() {
                let wanted = alpha.powi(i as i32) / total;
                let got = count / f64::from(rounds);
                assert!((got - wanted).abs() < 0.006, "{alpha}, place {i}: {got} {wanted}");
            }
        }
    }

    #[test]
    fn the_nth_best_is_found() {
        let scores = [0.5, -1.0, 3.0, 0.5, 2.0];
        let places: Vec<usize> = (0..5).map(|n| nth_best(&mut scores.clone(), n)).collect();
        assert_eq!(places, [2, 4, 0, 3, 1]);
    }
}
