//! What a seat hears, and what it knows from that.

use crate::{Card, Deal, Leduc, Move, Position};
use fuda_core::{BadText, Game, PerSeat, Position as _, Seat, Turn};
use serde::{Deserialize, Serialize};

/// What a seat hears.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SeatEvent {
    /// `{"type":"deal","card":"Ks"}`: the seat's own card.
    Deal {
        /// The card.
        card: Card,
    },
    /// `{"type":"move","seat":0,"move":"raise"}`.
    Move {
        /// Who moved.
        seat: Seat,
        /// What it did.
        #[serde(rename = "move")]
        mv: Move,
    },
    /// `{"type":"public","card":"Qs"}`: the public card is turned over.
    Public {
        /// The card.
        card: Card,
    },
    /// `{"type":"end","cards":["Ks","Js"],"scores":[1.0,-1.0]}`; without
    /// cards after a fold.
    End {
        /// Both cards, if they are shown.
        cards: Option<[Card; 2]>,
        /// The chips won and lost.
        scores: PerSeat<f64>,
    },
}

pub(crate) fn after(position: &Position, before: &Position, out: &mut Vec<SeatEvent>) {
    if position.betting.shows_public() && !before.betting.shows_public() {
        out.push(SeatEvent::Public { card: position.deal.public });
    }
    if let Some(scores) = position.scores() {
        let cards = position.betting.is_showdown().then_some(position.deal.cards);
        out.push(SeatEvent::End { cards, scores });
    }
}

pub(crate) fn hear(
    game: &Leduc,
    seat: Seat,
    known: &mut Option<Position>,
    event: &SeatEvent,
) -> Result<(), BadText> {
    let wrong = |expected: &str| Err(BadText::new(expected, format!("{event:?}")));
    if let SeatEvent::Deal { card } = event {
        let mut hidden = Card::ALL.into_iter().filter(|other| other != card);
        let (Some(other), Some(public)) = (hidden.next(), hidden.next()) else {
            return wrong("one of six cards");
        };
        let cards = if seat == Seat(0) { [*card, other] } else { [other, *card] };
        *known = Some(game.start(&Deal { cards, public })?);
        return Ok(());
    }
    let Some(known) = known else { return wrong("a deal first") };
    let (own, other) = (seat.index(), 1 - seat.index());
    match event {
        SeatEvent::Deal { .. } => {}
        SeatEvent::Move { seat, mv } => {
            known.play(*seat, *mv).map_err(|e| BadText::new("a legal move", e.to_string()))?;
        }
        SeatEvent::Public { card } => {
            if !known.betting.shows_public() || *card == known.deal.cards[own] {
                return wrong("a public card after the first round, not the own one");
            }
            if *card == known.deal.cards[other] {
                known.deal.cards[other] = known.deal.public;
            }
            known.deal.public = *card;
        }
        SeatEvent::End { cards, .. } => {
            if known.turn() != Turn::Over {
                return wrong("a move");
            }
            if let Some(cards) = cards {
                if !known.betting.is_showdown() || cards[own] != known.deal.cards[own] {
                    return wrong("the cards of a showdown, the own one among them");
                }
                game.start(&Deal { cards: *cards, public: known.deal.public })?;
                known.deal.cards = *cards;
            }
        }
    }
    Ok(())
}
