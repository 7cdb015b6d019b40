//! The parts that all searches of mahjong share: they look to the end of the
//! hand, and hidden tiles are dealt anew.

use super::plus::by_nearness;
use super::reward::Reward;
use super::since::moves_since;
use fuda_core::{PerSeat, Rng, Seat};
use fuda_mahjong::game::Stage;
use fuda_mahjong::{Mahjong, MahjongPosition, MahjongView};
use fuda_search::{Belief, Guide, Horizon, Made, Value};

/// A guide that looks to the end of the hand.
pub(super) type HandGuide<P, V = Reward> = Guide<HiddenTiles, P, EndOfHand, V>;

/// A guide with hidden tiles dealt evenly.
pub(super) fn hand_guide<P, V>(policy: P, value: V) -> HandGuide<P, V> {
    Guide { belief: HiddenTiles { weigh: false }, policy, horizon: EndOfHand, value }
}

/// Deals the hidden tiles of the hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct HiddenTiles {
    /// Whether hands nearer to tenpai, and those in riichi above all, are more
    /// likely; otherwise all are alike.
    pub weigh: bool,
}

impl Belief<Mahjong> for HiddenTiles {
    type Prepared = ();

    fn prepare(&self, _view: &MahjongView, _most: u64, _rng: &mut Rng) {}

    fn sample(&self, view: &MahjongView, _prepared: &mut (), rng: &mut Rng) -> MahjongPosition {
        if self.weigh { by_nearness(view, rng) } else { view.assume_hand(rng) }
    }

    fn moves_since(&self, before: &MahjongView, now: &MahjongView) -> Option<Made<Mahjong>> {
        moves_since(before, now)
    }
}

/// Searches end with the hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndOfHand;

/// The hand that a search starts in, and the points before it ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct HandMark {
    hand: u32,
    scores: [i32; 4],
}

impl Horizon<Mahjong> for EndOfHand {
    type Mark = HandMark;

    fn mark(&self, root: &MahjongPosition, _seat: Seat) -> HandMark {
        HandMark { hand: root.table().hand_number, scores: root.standing().scores }
    }

    #[inline]
    fn reached(&self, mark: &HandMark, position: &MahjongPosition) -> bool {
        position.table().hand_number != mark.hand || position.table().stage == Stage::Over
    }
}

impl Value<Mahjong, EndOfHand> for Reward {
    fn rewards(&mut self, mark: &HandMark, position: &MahjongPosition) -> PerSeat<f64> {
        match position.last_result() {
            Some(result) => self.of(position.rules(), &mark.scores, result),
            None => PerSeat::default(),
        }
    }
}
