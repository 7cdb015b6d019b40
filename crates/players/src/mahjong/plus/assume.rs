//! Assumptions that take a riichi at its word.

use fuda_core::{Rng, Seat};
use fuda_mahjong::game::{Held, Weigher};
use fuda_mahjong::hand::shanten::shanten;
use fuda_mahjong::{MahjongPosition, MahjongView};

/// How many deals a weighted assumption is chosen from.
const CANDIDATES: usize = 8;

/// Hands nearer to tenpai are more believable the longer the hand goes on, and
/// of somebody in riichi most of all.
struct Nearness;

impl Weigher for Nearness {
    fn weight(&self, view: &MahjongView, other: Seat, hand: &Held) -> f64 {
        let open = &view.table.seats[other.index()];
        let far = f64::from(shanten(hand.counts()).max(0));
        let turn = open.river.len() as f64;
        if open.in_riichi() {
            return libm::pow(0.05, far);
        }
        // People are about three from tenpai at first and gain one in four turns.
        let usual = (3.0 - turn / 4.0).max(0.5);
        libm::exp(-(far - usual).abs())
    }
}

/// A position chosen by how believable the hidden hands are.
pub(in crate::mahjong) fn by_nearness(view: &MahjongView, rng: &mut Rng) -> MahjongPosition {
    view.assume_with(&Nearness, CANDIDATES, rng)
}
