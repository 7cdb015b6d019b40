//! What a seat hears, and what it knows from that.

use crate::position::Stock;
use crate::{Card, Cards, KoiKoi, Move, Phase, Position, RoundDeal, RoundEnd, Table};
use fuda_core::{BadText, PerSeat, Position as _, Seat};
use serde::{Deserialize, Serialize};

/// What a seat hears.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SeatEvent {
    /// A round is dealt: `{"type":"deal","round":1,"rounds":12,"dealer":0,
    /// "totals":[30,30],"hand":[…],"field":[…],"last_round":null}`.
    Deal {
        /// The number of the round, from 1.
        round: u8,
        /// How many rounds the match has at most.
        rounds: u8,
        /// Who plays first.
        dealer: Seat,
        /// Points so far, the bank included.
        totals: [i32; 2],
        /// The seat's own cards.
        hand: Cards,
        /// The cards on the field.
        field: Cards,
        /// How the round before ended.
        last_round: Option<RoundEnd>,
    },
    /// A move and the card turned over from the stock right after it:
    /// `{"type":"move","seat":0,"move":"pine-bright","turned":"plum-plain-1"}`.
    Move {
        /// Who moved.
        seat: Seat,
        /// What it did.
        #[serde(rename = "move")]
        mv: Move,
        /// The card turned over; none while a card is still to be taken with
        /// the one played, and after a call.
        turned: Option<Card>,
    },
    /// A round has ended: `{"type":"round_end","winner":1,"paid_to_first":-6}`.
    RoundEnd(RoundEnd),
    /// The game is over: `{"type":"end","scores":[3.0,-3.0]}`.
    End {
        /// What each seat won and lost.
        scores: PerSeat<f64>,
    },
}

fn deal(position: &Position, seat: Seat) -> SeatEvent {
    let table = &position.table;
    SeatEvent::Deal {
        round: table.round,
        rounds: table.rounds,
        dealer: table.dealer,
        totals: table.totals,
        hand: position.hand(seat),
        field: table.field,
        last_round: table.last_round,
    }
}

fn end(position: &Position, out: &mut Vec<SeatEvent>) {
    out.extend(position.scores().map(|scores| SeatEvent::End { scores }));
}

/// What a seat hears at the start of a game. Rounds that ended at the deal
/// have left nothing but their result.
pub(crate) fn first(position: &Position, seat: Seat, out: &mut Vec<SeatEvent>) {
    out.push(deal(position, seat));
    if position.table.phase == Phase::Over {
        out.extend(position.table.last_round.map(SeatEvent::RoundEnd));
    }
    end(position, out);
}

/// What a seat hears of a move.
pub(crate) fn after(
    position: &Position,
    before: &Position,
    (mover, mv): (Seat, Move),
    seat: Seat,
    out: &mut Vec<SeatEvent>,
) {
    let draws = match (mv, before.table.phase) {
        (Move::Play(card), Phase::Play) => before.matches(card).len() != 2,
        (Move::Take(_), Phase::TakeWithPlayed(_)) => true,
        _ => false,
    };
    let turned = before.stock.last().copied().filter(|_| draws);
    out.push(SeatEvent::Move { seat: mover, mv, turned });
    if position.table.round != before.table.round || position.table.phase == Phase::Over {
        let mut ended = Position { future: None, ..before.clone() };
        ended.do_move(mv);
        rounds(ended, position, seat, out);
    }
    end(position, out);
}

/// The end of a round and all that follows up to a position: rounds that end
/// at the deal are dealt and ended one after the other.
fn rounds(mut ended: Position, position: &Position, seat: Seat, out: &mut Vec<SeatEvent>) {
    loop {
        out.extend(ended.table.last_round.map(SeatEvent::RoundEnd));
        if ended.table.round >= position.table.round {
            return;
        }
        let Some(next) = position.deal_after(ended.table.round) else { return };
        let dealer = ended.table.next_dealer();
        ended.table.round += 1;
        ended.place(dealer, next);
        out.push(deal(&ended, seat));
        if !ended.ends_at_the_deal() {
            return;
        }
    }
}

/// Takes up an event. The other hand and the stock hold the unseen cards in
/// any order; whatever comes to light is put where it must have been.
pub(crate) fn hear(
    game: &KoiKoi,
    seat: Seat,
    known: &mut Option<Position>,
    event: &SeatEvent,
) -> Result<(), BadText> {
    let wrong = |expected: &str| Err(BadText::new(expected, format!("{event:?}")));
    if let SeatEvent::Deal { round, rounds, dealer, totals, hand, field, last_round } = event {
        if dealer.0 > 1 || *round == 0 || round > rounds || *rounds > game.rules.rounds {
            return wrong("a dealer of two and a round of the match");
        }
        let rules = game.rules;
        let unseen = Cards::of_months(rules.months) & !(*hand | *field);
        let held: Cards = unseen.iter().take(rules.hand.into()).collect();
        let stock: Vec<Card> = (unseen & !held).iter().collect();
        let mut hands = [held; 2];
        hands[seat.index() & 1] = *hand;
        let dealt = RoundDeal { hands, field: *field, stock };
        dealt.check_cards(&rules)?;
        let table = Table {
            round: *round,
            totals: *totals,
            last_round: *last_round,
            ..Table::new(rules, *rounds, *dealer)
        };
        let mut position =
            Position { table, hands: [Cards::NONE; 2], stock: Stock::new(), future: None };
        position.place(*dealer, &dealt);
        *known = Some(position);
        return Ok(());
    }
    let Some(known) = known else { return wrong("a deal first") };
    match event {
        SeatEvent::Deal { .. } => {}
        SeatEvent::Move { seat: mover, mv, turned } => {
            if mover.0 > 1 {
                return wrong("a move of seat 0 or 1");
            }
            if let (Move::Play(card), true) = (mv, *mover != seat) {
                bring(known, *card, Place::Hand, seat)?;
            }
            if let Some(card) = turned {
                bring(known, *card, Place::Stock, seat)?;
            }
            let stock = known.stock.len();
            // The round to come is dealt by an event of its own.
            known.play(*mover, *mv).map_err(|e| BadText::new("a legal move", e.to_string()))?;
            if known.stock.len() + usize::from(turned.is_some()) != stock {
                return wrong("a card turned over where the rules turn one");
            }
        }
        SeatEvent::RoundEnd(end) => {
            if known.table.history.is_empty() {
                known.table.last_round = Some(*end);
                known.table.phase = Phase::Over;
            }
            if known.table.phase != Phase::Over || known.table.last_round != Some(*end) {
                return wrong("the end of a round where it ended");
            }
        }
        SeatEvent::End { .. } if known.table.phase != Phase::Over => return wrong("a move"),
        SeatEvent::End { .. } => {}
    }
    Ok(())
}

/// Where a card comes to light.
enum Place {
    /// In the other seat's hand.
    Hand,
    /// On top of the stock.
    Stock,
}

/// Puts an unseen card where it comes to light, in exchange for what was
/// assumed there.
fn bring(known: &mut Position, card: Card, place: Place, seat: Seat) -> Result<(), BadText> {
    let other = 1 - (seat.index() & 1);
    let in_stock = known.stock.iter().position(|each| *each == card);
    if in_stock.is_none() && !known.hands[other].contains(card) {
        return Err(BadText::new("a card that is not seen yet", card.to_string()));
    }
    match (place, in_stock) {
        (Place::Hand, None) => {}
        (Place::Hand, Some(at)) => {
            let Some(given) = known.hands[other].first() else {
                return Err(BadText::new("a seat that holds cards", card.to_string()));
            };
            known.stock[at] = given;
            known.hands[other] = known.hands[other].without(given).with(card);
        }
        (Place::Stock, at) => {
            let Some(top) = known.stock.len().checked_sub(1) else {
                return Err(BadText::new("a stock with cards", card.to_string()));
            };
            match at {
                Some(at) => known.stock.swap(at, top),
                None => {
                    let given = std::mem::replace(&mut known.stock[top], card);
                    known.hands[other] = known.hands[other].without(card).with(given);
                }
            }
        }
    }
    Ok(())
}
