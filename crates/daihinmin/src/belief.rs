//! How well assumed hands fit what their holders did.

use crate::assume::{Dealing, HiddenHands};
use crate::card::Cards;
use crate::encode::Situation;
use crate::moves::Move;
use crate::policy::{Policy, Scratch, exponentials, list};
use crate::position::{Position, View};
use crate::random::Passes;
use crate::state::State;
use fuda_core::{Rng, Seat, View as _};

/// The least chance a move is held to have: people and programs do things
/// that no evaluation expects.
const LEAST: f32 = 0.03;

/// Deals hidden hands, weighed by how well they fit what their holders did.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WeighedHands {
    /// How many hands are weighed; with 0 they are taken as they come.
    pub hands: usize,
    /// The power of the weights, from 0 to 1.
    pub trust: f64,
}

impl WeighedHands {
    /// Positions for playouts, by class; they have no history. A table of
    /// five that plays by the policy is assumed.
    pub fn deal(&self, view: &View, policy: &Policy, many: usize, rng: &mut Rng) -> Vec<Position> {
        let dealer = HiddenHands::new(view);
        let mut dealt = |many| -> Vec<Position> {
            (0..many).map(|_| dealer.deal(Dealing::ByClass, rng)).collect()
        };
        let hands = self.hands.min(many);
        let past = match hands > 1 && self.trust > 0.0 {
            true => Past::new(view, policy),
            false => None,
        };
        let Some(past) = past else {
            return dealt(many);
        };
        let positions = dealt(hands);
        let mut scratch = Scratch::default();
        let fit = |position: &Position| {
            self.trust as f32 * past.fit(&position.state().hands, &mut scratch)
        };
        let fits: Vec<f32> = positions.iter().map(fit).collect();
        resample(&fits, many, rng).into_iter().map(|n| positions[n].clone()).collect()
    }
}

/// What was done so far, ready to be replayed with assumed hands.
struct Past<'a> {
    policy: &'a Policy,
    start: State,
    moves: Vec<(Seat, Move)>,
    played: [Cards; 5],
    me: Seat,
}

impl<'a> Past<'a> {
    /// `None` before the first card is played.
    fn new(view: &View, policy: &'a Policy) -> Option<Past<'a>> {
        let mut start = view.replay();
        let leader = view.leader()?;
        let moves: Vec<(Seat, Move)> =
            view.moves().iter().filter(|(_, mv)| !mv.is_gift()).copied().collect();
        let played = start.played;
        start.restart(leader.0);
        Some(Past { policy, start, moves, played, me: view.seat() })
    }

    /// The logarithm of how likely the others' moves are from these hands,
    /// which are those held now.
    fn fit(&self, hands: &[Cards; 5], scratch: &mut Scratch) -> f32 {
        let mut state = self.start;
        for (seat, hand) in state.hands.iter_mut().enumerate() {
            *hand = hands[seat].or(self.played[seat]);
        }
        let mut sum = 0.0;
        for &(seat, mv) in &self.moves {
            if seat != self.me {
                list(&state, Passes::AsLegal, &mut scratch.moves);
                let place = scratch.moves.iter().position(|&legal| legal == mv);
                if let Some(place) = place.filter(|_| scratch.moves.len() > 1) {
                    let situation = Situation::of_state(&state);
                    let evaluation = self.policy.evaluation();
                    evaluation.scores(&situation, &scratch.moves, &mut scratch.scores);
                    let all = exponentials(&mut scratch.scores, 1.0);
                    sum += libm::logf((scratch.scores[place] / all).max(LEAST));
                }
            }
            state.make(mv);
        }
        sum
    }
}

/// Numbers drawn in proportion to the exponentials of `fits`, spread as evenly
/// as possible, in random order.
fn resample(fits: &[f32], many: usize, rng: &mut Rng) -> Vec<usize> {
    let mut weights = fits.to_vec();
    let total = exponentials(&mut weights, 1.0);
    let step = total / many as f32;
    let mut at = rng.unit() as f32 * step;
    let (mut sum, mut drawn) = (0.0, Vec::with_capacity(many));
    for (number, weight) in weights.iter().enumerate() {
        sum += weight;
        while at < sum && drawn.len() < many {
            drawn.push(number);
            at += step;
        }
    }
    while drawn.len() < many {
        drawn.push(fits.len() - 1);
    }
    rng.shuffle(&mut drawn);
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::{Purpose, Seed};

    #[test]
    fn resampling_follows_the_weights() {
        let mut rng = Seed(1).stream(Purpose::Sample, &[]);
        let fits = [1.0f32, 3.0, 6.0].map(libm::logf);
        let mut counts = [0; 3];
        for _ in 0..100 {
            resample(&fits, 10, &mut rng).into_iter().for_each(|i| counts[i] += 1);
        }
        for (count, wanted) in counts.iter().zip([100i32, 300, 600]) {
            assert!((count - wanted).abs() <= 15, "{counts:?}");
        }
    }
}
