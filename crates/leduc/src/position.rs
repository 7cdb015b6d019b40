//! The whole truth: three cards and the betting.

use crate::{Betting, Card, Deal, Leduc, Move, SeatEvent, View};
use fuda_core::{IllegalMove, Lang, PerSeat, Rng, Seat, Turn};

/// A position: the deal and what has been bet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) deal: Deal,
    pub(crate) betting: Betting,
}

impl Position {
    /// The betting so far.
    pub fn betting(&self) -> &Betting {
        &self.betting
    }

    /// The scores when this seat loses what it has paid.
    pub(crate) fn lost_by(&self, loser: Seat) -> PerSeat<f64> {
        let paid = f64::from(self.betting.paid(loser));
        Seat::all(2).map(|seat| if seat == loser { -paid } else { paid }).collect()
    }

    /// Who loses at the showdown, where it is not a tie: a pair with the
    /// public card beats everything, then the higher rank.
    fn weaker(&self) -> Option<Seat> {
        let public = self.deal.public.rank();
        let [first, second] = self.deal.cards.map(|c| (c.rank() == public, c.rank()));
        (first != second).then(|| Seat(u8::from(first > second)))
    }
}

impl fuda_core::Position for Position {
    type Game = Leduc;

    fn turn(&self) -> Turn {
        self.betting.to_move().map_or(Turn::Over, Turn::Seat)
    }

    fn legal_moves(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        if self.turn() == Turn::Seat(seat) {
            moves.extend(Move::ALL.into_iter().filter(|mv| self.betting.allows(*mv)));
        }
    }

    fn play(&mut self, seat: Seat, mv: Move) -> Result<(), IllegalMove<Move>> {
        let refuse = |reason: &str| Err(IllegalMove { seat, mv, reason: reason.into() });
        if self.turn() != Turn::Seat(seat) {
            return refuse("it is not this seat's turn");
        }
        if !self.betting.allows(mv) {
            return refuse(match mv {
                Move::Fold => "there is nothing to call",
                _ => "the round has had its two raises",
            });
        }
        self.play_unchecked(seat, mv);
        Ok(())
    }

    fn play_unchecked(&mut self, _seat: Seat, mv: Move) {
        self.betting.play(mv);
    }

    fn view(&self, seat: Seat) -> View {
        let other = self.deal.cards[1 - seat.index()];
        View {
            seat,
            card: self.deal.cards[seat.index()],
            public: self.betting.shows_public().then_some(self.deal.public),
            other: self.betting.is_showdown().then_some(other),
            betting: self.betting.clone(),
        }
    }

    fn scores(&self) -> Option<PerSeat<f64>> {
        let loser = match self.betting.folded {
            Some(seat) => Some(seat),
            None if self.betting.is_showdown() => self.weaker(),
            None => return None,
        };
        Some(loser.map_or([0.0, 0.0].into_iter().collect(), |seat| self.lost_by(seat)))
    }

    fn redraw(&mut self, rng: &mut Rng) {
        if !self.betting.shows_public() {
            let mut cards = Card::ALL;
            rng.shuffle(&mut cards);
            let unseen = cards.into_iter().find(|card| !self.deal.cards.contains(card));
            self.deal.public = unseen.unwrap_or(self.deal.public);
        }
    }

    fn draws_left(&self) -> usize {
        usize::from(!self.betting.shows_public())
    }

    fn first_events(&self, seat: Seat, events: &mut Vec<SeatEvent>) {
        events.push(SeatEvent::Deal { card: self.deal.cards[seat.index()] });
    }

    fn events(
        &self,
        before: &Position,
        mover: Seat,
        mv: Move,
        _seat: Seat,
        events: &mut Vec<SeatEvent>,
    ) {
        events.push(SeatEvent::Move { seat: mover, mv });
        crate::event::after(self, before, events);
    }

    fn news(&self, since: &Position, lang: Lang) -> Vec<String> {
        let turned = self.betting.shows_public() && !since.betting.shows_public();
        let card = self.deal.public;
        let text =
            || lang.pick(format!("the public card is {card}"), format!("場のカードは {card}"));
        turned.then(text).into_iter().collect()
    }
}
