//! What search needs to know of mahjong: a search looks to the end of the
//! hand, and claims go before one another.

use super::reward::Reward;
use fuda_core::{PerSeat, Rng, Seat};
use fuda_mahjong::game::Stage;
use fuda_mahjong::{Mahjong, MahjongPosition, MahjongView, Move};
use fuda_search::{Answer, Guide, Made};

/// What is remembered of the position a search starts from.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HandMark {
    hand: u32,
    scores: [i32; 4],
}

impl HandMark {
    /// The mark of a position.
    pub fn of(root: &MahjongPosition) -> HandMark {
        HandMark { hand: root.table().hand_number, scores: root.standing().scores }
    }

    /// Whether the hand has ended.
    #[inline]
    pub fn is_over(&self, position: &MahjongPosition) -> bool {
        position.table().hand_number != self.hand || position.table().stage == Stage::Over
    }

    /// What the ended hand is worth to each seat.
    pub fn rewards(&self, reward: Reward, position: &MahjongPosition) -> PerSeat<f64> {
        match position.last_result() {
            Some(result) => reward.of(position.rules(), &self.scores, result),
            None => PerSeat::default(),
        }
    }
}

/// The precedence of an answer: ron in turn order, then open kan and pon,
/// then chi.
pub(super) fn precedence(position: &MahjongPosition, seat: Seat, mv: Move) -> Answer {
    match mv {
        Move::Ron => {
            let from = match position.table().stage {
                Stage::Claims { from, .. } => from,
                _ => seat.0,
            };
            Answer::Claim((seat.0 + 4 - from) % 4)
        }
        Move::Pon(_) | Move::OpenKan(_) => Answer::Claim(4),
        Move::Chi(_) => Answer::Claim(5),
        _ => Answer::Pass,
    }
}

/// The guide of the UCT study: random playouts to the end of the hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct HandGuide {
    /// What playouts are judged by.
    pub reward: Reward,
}

impl Guide<Mahjong> for HandGuide {
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
