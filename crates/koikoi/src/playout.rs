//! Random completions of a round.

use crate::{Move, Phase, Position};
use fuda_core::{Rng, Seat};

impl Position {
    /// One of the legal moves, each equally likely; `None` when the game is over.
    #[inline]
    pub(crate) fn any_move(&self, rng: &mut Rng) -> Option<Move> {
        match self.table.phase {
            Phase::Play => {
                let hand = self.hands[self.table.to_move.index() & 1];
                let n = rng.below((hand.len() as u32).max(1));
                hand.nth(n).map(Move::Play)
            }
            Phase::TakeWithPlayed(with) | Phase::TakeWithDrawn(with) => {
                self.matches(with).nth(rng.below(2)).map(Move::Take)
            }
            Phase::Call => Some(if rng.below(2) == 0 { Move::KoiKoi } else { Move::Stop }),
            Phase::Over => None,
        }
    }

    /// Finishes the round with random moves, where whoever can score stops,
    /// and gives what seat 0 is paid for it.
    pub fn finish_round_at_random(&mut self, rng: &mut Rng) -> i16 {
        let round = self.table.round;
        while self.table.round == round {
            match self.any_move(rng) {
                Some(Move::KoiKoi | Move::Stop) => self.do_move(Move::Stop),
                Some(mv) => self.do_move(mv),
                None => break,
            }
        }
        self.table.last_round.map_or(0, |end| end.paid_to_first)
    }

    /// What a seat is paid when the round is finished at random, see
    /// [`Position::finish_round_at_random`].
    pub fn random_round_points(&mut self, seat: Seat, rng: &mut Rng) -> i16 {
        let paid = self.finish_round_at_random(rng);
        if seat == Seat(0) { paid } else { -paid }
    }
}
