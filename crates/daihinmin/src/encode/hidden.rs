//! What a seat does not see, for a critic in training.

use super::actions::{CARDS, card_numbers};
use crate::game::Daihinmin;
use crate::position::Position;
use fuda_core::{PrivilegedInputs, Seat};

/// The cards of each of the others, in turn order after the seat.
#[derive(Clone, Copy, Debug)]
pub struct HiddenHands {
    /// How many play.
    players: usize,
}

impl HiddenHands {
    /// For a table of so many.
    pub fn new(players: usize) -> HiddenHands {
        HiddenHands { players }
    }
}

impl PrivilegedInputs<Daihinmin> for HiddenHands {
    fn name(&self) -> &str {
        "daihinmin-hidden-1"
    }

    fn about(&self) -> &str {
        "the cards of each of the others, in turn order"
    }

    fn len(&self) -> usize {
        CARDS * (self.players - 1)
    }

    fn fill(&self, truth: &Position, seat: Seat, out: &mut [u8]) {
        out.fill(0);
        for step in 1..self.players {
            let hand = truth.hand(seat.after(step, self.players));
            for number in card_numbers(hand) {
                out[CARDS * (step - 1) + number] = 1;
            }
        }
    }
}
