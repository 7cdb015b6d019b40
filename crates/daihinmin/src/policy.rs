//! Moves drawn by a learned evaluation: the better a move looks, the likelier.

use crate::Position;
use crate::encode::Situation;
use crate::evaluate::Evaluation;
use crate::moves::Move;
use crate::random::{Passes, quick};
use crate::state::{Stage, State};
use fuda_core::{PerSeat, Position as _, Rng, Seat};

/// Draws moves by an evaluation.
#[derive(Clone, Debug)]
pub struct Policy {
    evaluation: Evaluation,
    draw: Draw,
    passes: Passes,
}

/// How chances follow from evaluations.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Draw {
    /// The chance falls by this factor from each move to the next best.
    Rank(f64),
    /// The chance is the exponential of the evaluation times this.
    Softmax(f32),
}

impl Draw {
    /// A place by scores, which are used up.
    #[inline(always)]
    pub fn place(self, scores: &mut [f32], rng: &mut Rng) -> usize {
        match self {
            Draw::Rank(alpha) => nth_best(scores, draw_place(alpha, scores.len(), rng)),
            Draw::Softmax(scale) => draw_softmax(scores, scale, rng),
        }
    }
}

/// Room for listing and weighing moves, used again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    pub moves: Vec<Move>,
    pub scores: Vec<f32>,
}

impl Policy {
    /// The `i`-th best move with a chance that falls by a factor of `alpha`
    /// from each to the next: from 0 (always the best) to 1 (all alike).
    pub fn ranked(evaluation: Evaluation, alpha: f64) -> Option<Policy> {
        let (draw, passes) = (Draw::Rank(alpha), Passes::AsLegal);
        (0.0..=1.0).contains(&alpha).then_some(Policy { evaluation, draw, passes })
    }

    /// Each move with a chance in proportion to the exponential of its
    /// evaluation divided by a temperature above 0.
    pub fn softmax(evaluation: Evaluation, temperature: f64) -> Option<Policy> {
        let fits = temperature.is_finite() && temperature > 0.0;
        let (draw, passes) = (Draw::Softmax(1.0 / temperature as f32), Passes::AsLegal);
        fits.then_some(Policy { evaluation, draw, passes })
    }

    /// The same policy with passes as legal, or only when they are forced.
    pub fn passing(self, passes: Passes) -> Policy {
        Policy { passes, ..self }
    }

    /// The evaluation it follows.
    pub(crate) fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }
}

impl Policy {
    /// Plays a state of five players until it is over, or until a seat of
    /// `until` (as bits) has finished. A leader does not pass; gifts are drawn
    /// evenly.
    pub(crate) fn play_out(
        &self,
        state: &mut State,
        until: u8,
        rng: &mut Rng,
        scratch: &mut Scratch,
    ) {
        #[cfg(target_arch = "x86_64")]
        if quick() {
            // SAFETY: the processor has the instructions.
            return unsafe { self.play_out_quickly(state, until, rng, scratch) };
        }
        self.play_out_here(state, until, rng, scratch);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,popcnt")]
    fn play_out_quickly(&self, state: &mut State, until: u8, rng: &mut Rng, scratch: &mut Scratch) {
        self.play_out_here(state, until, rng, scratch);
    }

    #[inline(always)]
    fn play_out_here(&self, state: &mut State, until: u8, rng: &mut Rng, scratch: &mut Scratch) {
        while matches!(state.stage, Stage::Gift(_)) {
            let mv = state.random_move(rng, Passes::OnlyWhenForced, &mut scratch.moves);
            state.make(mv);
        }
        self.evaluation.play_out((self.draw, self.passes), state, until, rng, scratch);
    }
}

/// Plays games to their end by a policy.
#[derive(Clone, Debug)]
pub struct Playouts {
    policy: Policy,
    scratch: Scratch,
}

impl Playouts {
    /// Playouts by a policy.
    pub fn new(policy: Policy) -> Playouts {
        Playouts { policy, scratch: Scratch::default() }
    }

    /// Plays a position of five players to its end and gives the scores. The
    /// moves are not added to the history.
    pub fn play(&mut self, mut position: Position, rng: &mut Rng) -> PerSeat<f64> {
        self.policy.play_out(position.state_mut(), 0, rng, &mut self.scratch);
        position.scores().unwrap_or_default()
    }

    /// Plays a position of five players until a seat is out. The moves are
    /// not added to the history.
    pub fn play_until_out(&mut self, position: &mut Position, seat: Seat, rng: &mut Rng) {
        self.policy.play_out(position.state_mut(), 1 << seat.0, rng, &mut self.scratch);
    }

    /// The next move of such a playout.
    pub fn draw_move(&mut self, position: &Position, rng: &mut Rng) -> Option<Move> {
        let (state, Scratch { moves, scores }) = (position.state(), &mut self.scratch);
        if state.stage != Stage::Play {
            return position.draw_move(Passes::OnlyWhenForced, rng, moves);
        }
        list(state, self.policy.passes, moves);
        if moves.len() == 1 {
            return moves.first().copied();
        }
        self.policy.evaluation.scores(&Situation::of_state(state), moves, scores);
        let place = self.policy.draw.place(scores, rng);
        moves.get(place).copied()
    }
}

/// The moves a player considers: all legal ones, but a leader does not pass,
/// and nobody does where passes are only made when forced.
#[inline]
pub(crate) fn list(state: &State, passes: Passes, moves: &mut Vec<Move>) {
    state.legal_moves(moves);
    let passes = passes == Passes::AsLegal && state.table.is_some();
    if !passes && moves.len() > 1 && moves.last() == Some(&Move::PASS) {
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

/// Makes chances of scores, not yet divided by their sum, which is returned.
#[inline(always)]
pub(crate) fn exponentials(scores: &mut [f32], scale: f32) -> f32 {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for score in scores {
        *score = exp((*score - most) * scale);
        sum += *score;
    }
    sum
}

/// The exponential of a number that is not above 0, to within two parts in
/// 10,000: a power of two times a polynomial for the rest.
#[inline(always)]
fn exp(x: f32) -> f32 {
    let twos = (x * std::f32::consts::LOG2_E).max(-100.0);
    let whole = twos.floor();
    let part = twos - whole;
    let near = 1.0 + part * (0.695424 + part * (0.226308 + part * 0.078268));
    near * f32::from_bits(((whole as i32 + 127) as u32) << 23)
}

/// Draws a place by scores, which are used up.
#[inline(always)]
fn draw_softmax(scores: &mut [f32], scale: f32, rng: &mut Rng) -> usize {
    let sum = exponentials(scores, scale);
    let mut left = rng.unit() as f32 * sum;
    for (place, chance) in scores.iter().enumerate() {
        if left < *chance {
            return place;
        }
        left -= chance;
    }
    scores.len().saturating_sub(1)
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
    fn chances_are_those_of_the_exponentials() {
        let mut rng = Seed(2).stream(Purpose::Sample, &[]);
        let scores = [0.3f32, -1.0, 1.2];
        let rounds = 100_000;
        let mut counts = [0.0; 3];
        (0..rounds).for_each(|_| counts[draw_softmax(&mut scores.clone(), 2.0, &mut rng)] += 1.0);
        let total: f32 = scores.iter().map(|s| libm::expf(2.0 * s)).sum();
        for (score, count) in scores.iter().zip(counts) {
            let wanted = f64::from(libm::expf(2.0 * score) / total);
            assert!((count / f64::from(rounds) - wanted).abs() < 0.006);
        }
    }

    #[test]
    fn the_quick_exponential_is_near() {
        for step in 0..=3_000 {
            let x = step as f32 / -100.0;
            assert!(
                (exp(x) / libm::expf(x) - 1.0).abs() < 2e-4,
                "{x}: {} {}",
                exp(x),
                libm::expf(x)
            );
        }
        assert!(exp(-1e30) < 1e-29 && exp(f32::NEG_INFINITY) < 1e-29);
    }

    #[test]
    fn the_nth_best_is_found() {
        let scores = [0.5, -1.0, 3.0, 0.5, 2.0];
        let places: Vec<usize> = (0..5).map(|n| nth_best(&mut scores.clone(), n)).collect();
        assert_eq!(places, [2, 4, 0, 3, 1]);
    }
}
