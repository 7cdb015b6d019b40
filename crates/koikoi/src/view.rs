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

/// How likely each card is to be in the other seat's hand.
///
/// Of two hands of the same size one is as many times likelier as the product
/// of its cards' weights is greater. With all weights equal every hand is
/// equally likely; a card of weight 0 is held only if it cannot be otherwise.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights(pub [f64; 48]);

impl Weights {
    /// Every hand equally likely.
    pub const EVEN: Weights = Weights([1.0; 48]);

    /// The cards of the months the other seat has passed over weigh `weight`,
    /// all others 1: who can capture mostly does.
    pub fn passed_over(view: &View, weight: f64) -> Weights {
        let passed = view.table.passed[view.other().index()];
        Weights(std::array::from_fn(|i| match Card::from_index(i) {
            Some(card) if passed.contains(card) => weight,
            _ => 1.0,
        }))
    }
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

    /// A position that agrees with the view, the other hand drawn by weight.
    ///
    /// Negative weights, and those that are no numbers, count as 0.
    pub fn assume_weighted(&self, weights: &Weights, rng: &mut Rng) -> Position {
        let mut cards: Shuffled = self.unseen().iter().collect();
        let held = usize::from(self.other_hand).min(cards.len());
        let played = self.table.played_by(self.other());
        for _ in 0..MOST_TRIES {
            draw_weighted(&mut cards, held, weights, rng);
            if self.may_hold(&cards[..held], played) {
                break;
            }
        }
        self.filled(&cards, held, rng)
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

/// Puts a weighted sample of `held` cards first and shuffles the others.
///
/// The cards are asked one after the other whether they are in the hand, each
/// with its exact probability given the answers before. Those come from the
/// elementary symmetric polynomials of the weights of the cards still to ask.
fn draw_weighted(cards: &mut Shuffled, held: usize, weights: &Weights, rng: &mut Rng) {
    rng.shuffle(cards);
    let weight = |card: &Card| {
        let w = weights.0[card.index()];
        // A tiny weight instead of none keeps hands possible that must hold the card.
        if w.is_finite() && w > 0.0 { w.clamp(1e-12, 1e12) } else { 1e-12 }
    };
    let n = cards.len();
    // sums[i][k]: the sum over all ways to hold k of the cards from i on.
    let mut sums = [[0.0f64; 9]; 49];
    sums[n][0] = 1.0;
    let held = held.min(8);
    for i in (0..n).rev() {
        for k in 0..=held {
            let with = if k > 0 { weight(&cards[i]) * sums[i + 1][k - 1] } else { 0.0 };
            sums[i][k] = sums[i + 1][k] + with;
        }
    }
    let (mut in_hand, mut rest) = (Shuffled::new(), Shuffled::new());
    for (i, card) in cards.iter().enumerate() {
        let need = held - in_hand.len();
        let with = if need > 0 { weight(card) * sums[i + 1][need - 1] } else { 0.0 };
        if need > 0 && rng.unit() * sums[i][need] < with {
            in_hand.push(*card);
        } else {
            rest.push(*card);
        }
    }
    cards.clear();
    cards.extend(in_hand.into_iter().chain(rest));
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
