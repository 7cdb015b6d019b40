//! The whole view as bytes, for networks.

use crate::{Leduc, Move, View};
use fuda_core::Observation;

/// One-hot: own rank, public rank, pair, seat, and every move of both rounds
/// at its place.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeducObservation;

const PUBLIC: usize = 3;
const PAIR: usize = PUBLIC + 3;
const SEAT: usize = PAIR + 1;
const BETTING: usize = SEAT + 2;
/// Four moves of three kinds.
const ROUND: usize = 4 * 3;

impl Observation<Leduc> for LeducObservation {
    fn name(&self) -> &str {
        "leduc-1"
    }

    fn about(&self) -> &str {
        "one-hot: own rank, public rank, pair, seat, the moves of both rounds"
    }

    fn len(&self) -> usize {
        BETTING + 2 * ROUND
    }

    fn actions(&self) -> usize {
        Move::ALL.len()
    }

    fn observe(&self, view: &View, _legal: &[Move], out: &mut [u8]) {
        out.fill(0);
        let own = view.card.rank();
        out[own as usize] = 1;
        if let Some(public) = view.public {
            out[PUBLIC + public.rank() as usize] = 1;
            out[PAIR] = u8::from(public.rank() == own);
        }
        out[SEAT + view.seat.index()] = 1;
        for (number, round) in view.betting.rounds().iter().enumerate() {
            for (place, mv) in round.iter().enumerate() {
                out[BETTING + number * ROUND + place * 3 + *mv as usize] = 1;
            }
        }
    }

    fn action(&self, _view: &View, mv: Move) -> usize {
        mv as usize
    }
}
