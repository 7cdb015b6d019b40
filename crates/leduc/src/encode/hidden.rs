//! What a seat does not see, for a critic in training.

use crate::{Leduc, Position};
use fuda_core::{PrivilegedInputs, Seat};

/// One-hot: the rank of the other card, and of the public card that is or
/// will be turned over.
#[derive(Clone, Copy, Debug, Default)]
pub struct HiddenCards;

impl PrivilegedInputs<Leduc> for HiddenCards {
    fn name(&self) -> &str {
        "leduc-hidden-1"
    }

    fn about(&self) -> &str {
        "the other's rank and the public one, turned over or not"
    }

    fn len(&self) -> usize {
        6
    }

    fn fill(&self, truth: &Position, seat: Seat, out: &mut [u8]) {
        out.fill(0);
        out[truth.deal.cards[1 - seat.index()].rank() as usize] = 1;
        out[3 + truth.deal.public.rank() as usize] = 1;
    }
}
