//! What one seat knows, and positions that agree with it.

use crate::deal::{Shuffled, is_played};
use crate::position::Stock;
use crate::{Card, Cards, Event, KoiKoi, Move, Phase, Position, RoundDeal, Table};
use fuda_core::{Rng, Seat, Style};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Hands that end a round at the deal are rare, so the first or second draw
/// is nearly always right; only a view that no game led to needs more.
const MOST_TRIES: usize = 100_000;

/// What one seat knows: the open table and its own hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// Whose view it is.
    pub seat: Seat,
    /// What lies open.
    pub table: Table,
    /// The seat's own hand.
    pub hand: Cards,
    /// How many cards the other seat holds.
    pub other_hand: u8,
}

impl View {
    pub(crate) fn of(position: &Position, seat: Seat) -> View {
        let other = position.hand(seat.after(1, 2));
        View {
            seat,
            table: position.table.clone(),
            hand: position.hand(seat),
            other_hand: other.len() as u8,
        }
    }

    /// The other seat.
    pub fn other(&self) -> Seat {
        self.seat.after(1, 2)
    }

    /// The cards the seat cannot see: the other hand and the stock.
    pub fn unseen(&self) -> Cards {
        Cards::of_months(self.table.rules.months) & !(self.hand | self.table.seen())
    }

    /// How many cards lie in the stock.
    pub fn stock(&self) -> usize {
        self.unseen().len().saturating_sub(self.other_hand.into())
    }

    /// What happened in this round so far.
    pub fn history(&self) -> &[Event] {
        &self.table.history
    }

    /// What the seat has captured.
    pub fn captured(&self) -> Cards {
        self.table.captured[self.seat.index() & 1]
    }

    /// What the other seat has captured.
    pub fn other_captured(&self) -> Cards {
        self.table.captured[self.other().index() & 1]
    }

    /// The legal moves of the seat, as the position lists them.
    pub fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        if self.table.to_move != self.seat {
            return;
        }
        match self.table.phase {
            Phase::Play => moves.extend(self.hand.iter().map(Move::Play)),
            Phase::TakeWithPlayed(with) | Phase::TakeWithDrawn(with) => {
                let matches = self.table.field & Cards::month_of(with);
                moves.extend(matches.iter().map(Move::Take));
            }
            Phase::Call => moves.extend([Move::KoiKoi, Move::Stop]),
            Phase::Over => {}
        }
    }

    /// The same view of a single round: the match around it left out.
    pub fn single_round(&self) -> View {
        let mut view = self.clone();
        view.table.rules = self.table.rules.single_round();
        view.table.round = 1;
        view.table.rounds = 1;
        view.table.totals = [0; 2];
        view.table.last_round = None;
        view
    }

    /// Fills the view's hidden places into a position made from it before:
    /// what [`fuda_core::View::assume`] does, without building all anew.
    ///
    /// `position` must come from an earlier assumption of this same view.
    pub fn assume_into(&self, position: &mut Position, rng: &mut Rng) {
        let (cards, held) = self.drawn(rng);
        position.table.clone_from(&self.table);
        self.put(position, &cards, held);
    }

    fn drawn(&self, rng: &mut Rng) -> (Shuffled, usize) {
        let mut cards: Shuffled = self.unseen().iter().collect();
        let held = usize::from(self.other_hand).min(cards.len());
        let played = self.table.played_by(self.other());
        for _ in 0..MOST_TRIES {
            rng.shuffle(&mut cards);
            if self.may_hold(&cards[..held], played) {
                break;
            }
        }
        (cards, held)
    }

    /// Whether the other seat may hold these cards: with a hand that ends a
    /// round at the deal, or is dealt again, there would be no round.
    #[inline]
    fn may_hold(&self, cards: &[Card], played: Cards) -> bool {
        let hand: Cards = cards.iter().copied().collect();
        is_played(&self.table.rules, hand | played)
    }

    fn filled(&self, cards: &[Card], held: usize, rng: &mut Rng) -> Position {
        let table = self.table.clone();
        let future = (table.round < table.rounds).then(|| {
            let rounds = (table.round..table.rounds).map(|_| RoundDeal::draw(&table.rules, rng));
            Arc::from_iter(rounds)
        });
        let mut position = Position { table, hands: [Cards::NONE; 2], stock: Stock::new(), future };
        self.put(&mut position, cards, held);
        position
    }

    fn put(&self, position: &mut Position, cards: &[Card], held: usize) {
        let (hand, stock) = cards.split_at(held);
        position.hands[self.seat.index() & 1] = self.hand;
        position.hands[self.other().index() & 1] = hand.iter().copied().collect();
        position.stock.clear();
        position.stock.extend(stock.iter().copied());
    }
}

impl fuda_core::View for View {
    type Game = KoiKoi;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn assume(&self, rng: &mut Rng) -> Position {
        let (cards, held) = self.drawn(rng);
        self.filled(&cards, held, rng)
    }

    fn draw(&self, style: Style) -> String {
        crate::draw::draw(self, style)
    }
}
