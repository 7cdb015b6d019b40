//! What one seat knows.

use crate::{Betting, Card, Deal, Leduc, Position};
use fuda_core::{Rng, Seat, Style};
use serde::{Deserialize, Serialize};

/// One seat's card, the public card once it is turned over, the other's card
/// after a showdown, and the betting.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    pub(crate) seat: Seat,
    pub(crate) card: Card,
    pub(crate) public: Option<Card>,
    pub(crate) other: Option<Card>,
    pub(crate) betting: Betting,
}

impl View {
    /// The seat's own card.
    pub fn card(&self) -> Card {
        self.card
    }

    /// The public card, from the second round on.
    pub fn public(&self) -> Option<Card> {
        self.public
    }

    /// The betting so far.
    pub fn betting(&self) -> &Betting {
        &self.betting
    }
}

impl fuda_core::View for View {
    type Game = Leduc;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn assume(&self, rng: &mut Rng) -> Position {
        let unseen = |card: &Card| *card != self.card && Some(*card) != self.public;
        let mut hidden = Card::ALL;
        rng.shuffle(&mut hidden);
        let mut hidden = hidden.into_iter().filter(unseen);
        let mut card = |known: Option<Card>| known.or_else(|| hidden.next()).unwrap_or(self.card);
        let (other, public) = (card(self.other), card(self.public));
        let cards = if self.seat == Seat(0) { [self.card, other] } else { [other, self.card] };
        Position { deal: Deal { cards, public }, betting: self.betting.clone() }
    }

    fn draw(&self, style: Style) -> String {
        let card = |card: Option<Card>| card.map_or("?".into(), |card| card.draw(style));
        let [own, other] = [self.seat, Seat(1 - self.seat.0)].map(|seat| self.betting.paid(seat));
        let mut text = format!(
            "your card {}   public card {}   other card {}\nchips paid: you {own}, other {other}",
            card(Some(self.card)),
            card(self.public),
            card(self.other),
        );
        for (number, round) in self.betting.rounds().iter().enumerate() {
            let moves = round.iter().enumerate().map(|(n, mv)| match n % 2 == self.seat.index() {
                true => format!("you {mv}"),
                false => format!("other {mv}"),
            });
            if !round.is_empty() {
                let moves: Vec<String> = moves.collect();
                text += &format!("\nround {}: {}", number + 1, moves.join(", "));
            }
        }
        text
    }
}
