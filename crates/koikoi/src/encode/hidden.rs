//! What a seat does not see, for a critic in training.

use crate::{KoiKoi, Position};
use fuda_core::{PrivilegedInputs, Seat};

const CARDS: usize = 48;
/// How many cards of the stock are shown.
const NEXT: usize = 8;

/// The other hand, the next eight cards of the stock one after the other, and
/// all of its cards.
#[derive(Clone, Copy, Debug, Default)]
pub struct HiddenCards;

impl PrivilegedInputs<KoiKoi> for HiddenCards {
    fn name(&self) -> &str {
        "koikoi-hidden-1"
    }

    fn about(&self) -> &str {
        "the other hand, the next eight cards of the stock, and which cards are in it"
    }

    fn len(&self) -> usize {
        CARDS * (NEXT + 2)
    }

    fn fill(&self, truth: &Position, seat: Seat, out: &mut [u8]) {
        out.fill(0);
        for card in truth.hand(seat.after(1, 2)).iter() {
            out[card.index()] = 1;
        }
        for (place, card) in truth.stock().enumerate() {
            if place < NEXT {
                out[CARDS * (1 + place) + card.index()] = 1;
            }
            out[CARDS * (1 + NEXT) + card.index()] = 1;
        }
    }
}
