//! Playouts in which everybody plays by the evaluation, and its opinion as a
//! prior.

use super::guide::{HandMark, precedence};
use super::learning::{Evaluation, alternatives, same_choice};
use super::reward::Reward;
use fuda_core::{FeatureRows, PerSeat, Position, Rng, Seat};
use fuda_learn::softmax;
use fuda_mahjong::{Mahjong, MahjongPosition, MahjongView, Move};
use fuda_search::{Answer, Guide, Made};
use std::cell::RefCell;
use std::sync::Arc;

/// The guide of `uct:playout=eval`.
#[derive(Clone)]
pub(super) struct EvalGuide {
    /// What playouts are judged by.
    pub reward: Reward,
    /// What they play by.
    pub evaluation: Arc<Evaluation>,
}

/// What a thread uses again and again.
#[derive(Default)]
struct Scratch {
    moves: Vec<Move>,
    rows: FeatureRows,
    scores: Vec<f32>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl EvalGuide {
    /// Hands over the choices among the legal moves with their scores.
    fn with_scores<T>(
        &self,
        position: &MahjongPosition,
        seat: Seat,
        legal: &[Move],
        then: impl FnOnce(&[Move], &mut Vec<f32>) -> T,
    ) -> T {
        SCRATCH.with_borrow_mut(|Scratch { moves, rows, scores }| {
            alternatives(legal, moves);
            self.evaluation.scores(&position.view(seat), moves, rows, scores);
            then(moves, scores)
        })
    }
}

impl Guide<Mahjong> for EvalGuide {
    type Mark = HandMark;

    fn assume(&self, view: &MahjongView, rng: &mut Rng) -> MahjongPosition {
        view.assume_hand(rng)
    }

    fn mark(&self, root: &MahjongPosition) -> HandMark {
        HandMark::of(root)
    }

    fn reached(&self, mark: &HandMark, position: &MahjongPosition) -> bool {
        mark.is_over(position)
    }

    fn rewards(&self, mark: &HandMark, position: &MahjongPosition) -> PerSeat<f64> {
        mark.rewards(self.reward, position)
    }

    /// Wins, or what the evaluation ranks first. Nothing is drawn at random:
    /// the hidden tiles are different in every playout.
    fn playout_move(
        &self,
        position: &MahjongPosition,
        seat: Seat,
        _rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Option<Move> {
        position.legal_moves(seat, scratch);
        if let [only] = scratch[..] {
            return Some(only);
        }
        if let Some(win) = scratch.iter().find(|mv| matches!(mv, Move::Tsumo | Move::Ron)) {
            return Some(*win);
        }
        self.with_scores(position, seat, scratch, |moves, scores| {
            let best = (0..moves.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]));
            best.map(|at| moves[at])
        })
        .or(scratch.first().copied())
    }

    fn prior(&self, position: &MahjongPosition, seat: Seat, moves: &[Move], prior: &mut [f32]) {
        self.with_scores(position, seat, moves, |choices, scores| {
            softmax(scores);
            for (weight, &mv) in prior.iter_mut().zip(moves) {
                let chance = choices.iter().position(|&choice| same_choice(choice, mv));
                // Wins are not among the choices, and beyond doubt.
                *weight = chance.map_or(1.0, |at| scores[at]);
            }
        });
    }

    fn moves_since(&self, before: &MahjongView, now: &MahjongView) -> Option<Made<Mahjong>> {
        super::since::moves_since(before, now)
    }

    fn answer(
        &self,
        position: &MahjongPosition,
        seat: Seat,
        mv: Move,
        _listed: usize,
        _of: usize,
    ) -> Answer {
        precedence(position, seat, mv)
    }
}
