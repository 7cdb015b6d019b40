//! Claims: what may be claimed now, in which order, and how it is answered.

use fuda_core::{Claim, Game, MoveOf, PerSeat, Position, PositionOf, Seat, SeatSet, Turn};

/// The claims of one moment by precedence, and every seat's way to pass.
#[derive(Clone, Debug)]
pub(crate) struct Claims<M> {
    seats: SeatSet,
    claims: Vec<(u8, Seat, M)>,
    passes: PerSeat<Option<M>>,
}

impl<M: Copy + Eq> Claims<M> {
    pub fn new() -> Claims<M> {
        Claims { seats: SeatSet::EMPTY, claims: Vec::new(), passes: PerSeat::new() }
    }

    /// Collects what can be claimed; of all seats, or of `only` one.
    pub fn collect<G: Game<Move = M>>(
        &mut self,
        position: &PositionOf<G>,
        only: Option<Seat>,
        moves: &mut Vec<MoveOf<G>>,
    ) {
        self.seats = position.turn().seats();
        self.claims.clear();
        self.passes.clear();
        self.passes.extend([None; fuda_core::MAX_SEATS]);
        for seat in self.seats.iter() {
            position.legal_moves(seat, moves);
            for &mv in moves.iter() {
                match position.claim(seat, mv) {
                    Claim::Pass => self.passes[seat.index()] = Some(mv),
                    Claim::Take(order) if only.is_none_or(|s| s == seat) => {
                        self.claims.push((order, seat, mv));
                    }
                    Claim::Take(_) => {}
                }
            }
            // Somebody who cannot pass is given their last move as one.
            if self.passes[seat.index()].is_none() {
                self.passes[seat.index()] = moves.last().copied();
                self.claims.retain(|&(_, s, m)| s != seat || Some(m) != moves.last().copied());
            }
        }
        // Seats come in rising order, and sorting keeps the order of equals.
        self.claims.sort_by_key(|(order, ..)| *order);
    }

    pub fn len(&self) -> usize {
        self.claims.len()
    }

    pub fn claim(&self, i: usize) -> (Seat, M) {
        let (_, seat, mv) = self.claims[i];
        (seat, mv)
    }

    /// What a seat answers when claim `taken` is made, or when nobody claims.
    pub fn answer_of(&self, seat: Seat, taken: Option<usize>) -> Option<M> {
        match taken.map(|i| self.claim(i)) {
            Some((claimer, mv)) if claimer == seat => Some(mv),
            _ => self.passes.get(seat.index()).copied().flatten(),
        }
    }

    /// Gives every seat's answer to the position.
    pub fn play<G: Game<Move = M>>(&self, position: &mut PositionOf<G>, taken: Option<usize>) {
        for seat in self.seats.iter() {
            let waits = matches!(position.turn(), Turn::Claims(seats) if seats.contains(seat));
            if let Some(mv) = self.answer_of(seat, taken).filter(|_| waits) {
                position.play_unchecked(seat, mv);
            }
        }
    }
}
