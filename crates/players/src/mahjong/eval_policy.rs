//! Playouts in which everybody plays by the evaluation, and its opinion as a
//! prior.

use super::evaluation::Evaluation;
use super::guide::EndOfHand;
use fuda_core::{FeatureRows, Position, Rng, Seat};
use fuda_learn::softmax;
use fuda_mahjong::encode::{alternatives, same_choice};
use fuda_mahjong::{Mahjong, MahjongPosition, Move};
use fuda_search::Policy;
use std::sync::Arc;

/// The policy of `uct:playout=eval`.
#[derive(Clone)]
pub(super) struct EvalPolicy {
    evaluation: Arc<Evaluation>,
    /// The choices among the moves last weighed, and their scores.
    choices: Vec<Move>,
    scores: Vec<f32>,
    rows: FeatureRows,
}

impl EvalPolicy {
    /// A policy that plays by an evaluation.
    pub fn new(evaluation: Arc<Evaluation>) -> EvalPolicy {
        let (choices, scores, rows) = (Vec::new(), Vec::new(), FeatureRows::default());
        EvalPolicy { evaluation, choices, scores, rows }
    }

    fn weigh(&mut self, position: &MahjongPosition, seat: Seat, legal: &[Move]) {
        alternatives(legal, &mut self.choices);
        let view = position.view(seat);
        self.evaluation.scores(&view, &self.choices, &mut self.rows, &mut self.scores);
    }
}

impl Policy<Mahjong, EndOfHand> for EvalPolicy {
    /// Wins, or what the evaluation ranks first. Nothing is drawn at random:
    /// the hidden tiles are different in every playout.
    fn choose(
        &mut self,
        position: &MahjongPosition,
        seat: Seat,
        _rng: &mut Rng,
        legal: &mut Vec<Move>,
    ) -> Option<Move> {
        position.legal_moves(seat, legal);
        if let [only] = legal[..] {
            return Some(only);
        }
        if let Some(win) = legal.iter().find(|mv| matches!(mv, Move::Tsumo | Move::Ron)) {
            return Some(*win);
        }
        self.weigh(position, seat, legal);
        let scores = &self.scores;
        let best = (0..self.choices.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]));
        best.map(|at| self.choices[at]).or(legal.first().copied())
    }

    fn prior(&mut self, position: &MahjongPosition, seat: Seat, moves: &[Move], prior: &mut [f32]) {
        self.weigh(position, seat, moves);
        softmax(&mut self.scores);
        for (weight, &mv) in prior.iter_mut().zip(moves) {
            let chance = self.choices.iter().position(|&choice| same_choice(choice, mv));
            // Wins are not among the choices, and beyond doubt.
            *weight = chance.map_or(1.0, |at| self.scores[at]);
        }
    }
}
