//! What players hear of the game as it is played: events are made for those
//! that ask for them, and nothing is paid where nobody does.

use fuda_core::{EventOf, Game, MoveOf, Position, PositionOf, Seat, SeatSet};

/// The events that each seat has not been sent yet.
pub(crate) struct Ears<G: Game> {
    hearing: SeatSet,
    waiting: Vec<Vec<EventOf<G>>>,
}

impl<G: Game> Ears<G> {
    /// Starts a game for the seats that hear.
    pub fn new(position: &PositionOf<G>, hearing: SeatSet) -> Ears<G> {
        let mut waiting = Vec::new();
        if !hearing.is_empty() {
            waiting.resize_with(8, Vec::new);
        }
        for seat in hearing.iter() {
            position.first_events(seat, &mut waiting[seat.index()]);
        }
        Ears { hearing, waiting }
    }

    /// Plays a legal move, and notes what each seat hears of it.
    pub fn play(&mut self, position: &mut PositionOf<G>, mover: Seat, mv: MoveOf<G>) {
        if self.hearing.is_empty() {
            return position.play_unchecked(mover, mv);
        }
        let before = position.clone();
        position.play_unchecked(mover, mv);
        for seat in self.hearing.iter() {
            position.events(&before, mover, mv, seat, &mut self.waiting[seat.index()]);
        }
    }

    /// What a seat is to be sent now; to be cleared once it is.
    pub fn of(&mut self, seat: Seat) -> Option<&mut Vec<EventOf<G>>> {
        self.hearing.contains(seat).then(|| &mut self.waiting[seat.index()])
    }
}
