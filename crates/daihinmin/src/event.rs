//! What a seat hears, and what it knows from that.

use crate::card::Cards;
use crate::game::Daihinmin;
use crate::moves::Move;
use crate::position::{Position, View};
use crate::rules::MOST_PLAYERS;
use crate::state::{Stage, State};
use fuda_core::{BadText, Game, PerSeat, Position as _, Seat, Turn};
use serde::{Deserialize, Serialize};

/// What a seat hears.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SeatEvent {
    /// The cards are dealt and the gifts of the poor are made:
    /// `{"type":"deal","hand":"S3H4…","sizes":[11,11,11,10,10],
    /// "classes":[2,0,1,3,4],"given":"","received":null,"leader":null}`.
    Deal {
        /// The seat's own cards after the forced gifts.
        hand: Cards,
        /// How many cards each seat holds.
        sizes: PerSeat<u8>,
        /// The class of each seat, 0 on top; none in a first game.
        classes: Option<PerSeat<u8>>,
        /// What this seat had to give.
        given: Cards,
        /// What this seat got, if it learns that.
        received: Option<Cards>,
        /// Who leads, when nothing is exchanged.
        leader: Option<Seat>,
    },
    /// A rich seat gives cards to a poor one:
    /// `{"type":"gift","from":1,"to":4,"count":2,"cards":"S3H4"}`. The cards
    /// are shown to these two only.
    Gift {
        /// Who gives.
        from: Seat,
        /// Who gets them.
        to: Seat,
        /// How many.
        count: u8,
        /// Which, if the seat sees them.
        cards: Option<Cards>,
    },
    /// All gifts are made: `{"type":"lead","seat":3}` begins.
    Lead {
        /// Who.
        seat: Seat,
    },
    /// `{"type":"move","seat":3,"move":"S5H5"}`, a pass among them.
    Move {
        /// Who moved.
        seat: Seat,
        /// What it did.
        #[serde(rename = "move")]
        mv: Move,
    },
    /// `{"type":"end","order":[3,1,0,2,4],"scores":[…]}`.
    End {
        /// The seats in the order of finishing, drawn ranks included.
        order: PerSeat<Seat>,
        /// The points of each seat.
        scores: PerSeat<f64>,
    },
}

/// What a seat is dealt.
pub(crate) fn first(position: &Position, seat: Seat, out: &mut Vec<SeatEvent>) {
    let View { hand, sizes, classes, given, received, leader, .. } = position.view(seat);
    out.push(SeatEvent::Deal { hand, sizes, classes, given, received, leader });
    end(position, out);
}

fn end(position: &Position, out: &mut Vec<SeatEvent>) {
    let scores = position.scores();
    out.extend(scores.map(|scores| SeatEvent::End { order: position.finish_order(), scores }));
}

/// What a seat hears of a move.
pub(crate) fn after(
    position: &Position,
    before: &Position,
    (mover, mv): (Seat, Move),
    seat: Seat,
    out: &mut Vec<SeatEvent>,
) {
    let Stage::Gift(class) = before.state().stage else {
        out.push(SeatEvent::Move { seat: mover, mv });
        return end(position, out);
    };
    if let Some((rich, poor)) = before.state().pair(class) {
        let (from, to) = (Seat(rich as u8), Seat(poor as u8));
        let cards = (seat == from || seat == to).then_some(mv.cards());
        out.push(SeatEvent::Gift { from, to, count: mv.cards().len() as u8, cards });
    }
    out.extend(position.state().leader.map(|leader| SeatEvent::Lead { seat: Seat(leader) }));
}

/// Takes up an event. The other hands hold the unseen cards in any order;
/// whatever comes to light is put where it must have been.
pub(crate) fn hear(
    game: &Daihinmin,
    seat: Seat,
    known: &mut Option<Position>,
    event: &SeatEvent,
) -> Result<(), BadText> {
    let wrong = |expected: &str| Err(BadText::new(expected, format!("{event:?}")));
    let me = seat.index();
    if let SeatEvent::Deal { .. } = event {
        *known = Some(dealt(game, me, event)?);
        return Ok(());
    }
    let Some(known) = known else { return wrong("a deal first") };
    let n = known.state().players();
    match *event {
        SeatEvent::Deal { .. } => {}
        SeatEvent::Gift { from, to, count, cards } => {
            let state = known.state_mut();
            let Stage::Gift(class) = state.stage else { return wrong("no gift in the play") };
            let due = state.pair(class);
            if due != Some((from.index(), to.index()))
                || usize::from(count) != state.rules.gifts(class)
            {
                return wrong("the gift of the class whose turn it is");
            }
            let cards = match cards {
                Some(cards) if cards.len() == usize::from(count) => cards,
                None if from != seat && to != seat => {
                    state.hands[from.index()].iter().take(count.into()).collect()
                }
                _ => return wrong("as many cards as were given"),
            };
            bring(state, cards, from.index(), me)?;
            let mv = Move::give(cards);
            known.play(from, mv).map_err(|e| BadText::new("a legal gift", e.to_string()))?;
            // Who leads is an event of its own.
            if known.state().stage == Stage::Play {
                known.state_mut().leader = None;
            }
        }
        SeatEvent::Lead { seat: leader } => {
            let state = known.state_mut();
            if state.stage != Stage::Play || state.leader.is_some() || leader.index() >= n {
                return wrong("a leader once all gifts are made");
            }
            if leader != seat {
                let card = state.rules.leading_card();
                if state.in_hands().contains(card) {
                    bring(state, card.bit(), leader.index(), me)?;
                }
            }
            state.begin_play();
            if state.leader != Some(leader.0) {
                return wrong("the holder of the lowest diamond as leader");
            }
        }
        SeatEvent::Move { seat: mover, mv } => {
            if mv.is_gift() || mover.index() >= n || known.state().leader.is_none() {
                return wrong("a play or a pass once somebody leads");
            }
            if !mv.is_pass() && known.turn() == Turn::Seat(mover) && mover != seat {
                bring(known.state_mut(), mv.cards(), mover.index(), me)?;
            }
            known.play(mover, mv).map_err(|e| BadText::new("a legal move", e.to_string()))?;
        }
        SeatEvent::End { .. } if known.turn() != Turn::Over => return wrong("a move"),
        SeatEvent::End { ref order, .. } => {
            if order.len() != n || (0..n as u8).any(|s| !order.contains(&Seat(s))) {
                return wrong("every seat once in the order");
            }
            for (place, seat) in known.state_mut().order.iter_mut().zip(order) {
                *place = seat.0;
            }
        }
    }
    Ok(())
}

/// A position that begins as a deal says.
fn dealt(game: &Daihinmin, me: usize, event: &SeatEvent) -> Result<Position, BadText> {
    let wrong = |expected: &str| BadText::new(expected, format!("{event:?}"));
    let SeatEvent::Deal { hand, sizes, classes, given, received, leader } = event else {
        return Err(wrong("a deal"));
    };
    let (rules, n) = (*game.options(), game.seats());
    let deck = rules.deck();
    let unseen = deck.without(*hand);
    let total: usize = sizes.iter().map(|size| usize::from(*size)).sum();
    if sizes.len() != n || usize::from(sizes[me]) != hand.len() || total != deck.len() {
        return Err(wrong("sizes of all hands, together the deck"));
    }
    if !deck.includes(*hand) || !unseen.includes(*given) {
        return Err(wrong("cards of the deck, those given not in the hand"));
    }
    if received.is_some_and(|received| !hand.includes(received)) {
        return Err(wrong("cards received in the hand"));
    }
    let classes = match classes {
        Some(classes) => Some(crate::game::permutation(classes, n, "the classes")?),
        None => None,
    };
    let mut hands = [Cards::NONE; MOST_PLAYERS];
    let mut rest = unseen.iter();
    for seat in 0..n {
        hands[seat] = match seat == me {
            true => *hand,
            false => rest.by_ref().take(sizes[seat].into()).collect(),
        };
    }
    // Gifts are made already, so that the state is set up without them.
    let mut state = State::new(rules, hands, None, [0, 1, 2, 3, 4]);
    state.classes = classes;
    state.given[me] = *given;
    state.received[me] = received.unwrap_or_default();
    match leader {
        Some(leader) if leader.index() < n => {
            if leader.index() != me {
                bring(&mut state, rules.leading_card().bit(), leader.index(), me)?;
            }
            state.begin_play();
            if state.leader != Some(leader.0) {
                return Err(wrong("the holder of the lowest diamond as leader"));
            }
        }
        None if classes.is_some() && rules.exchange => {
            state.stage = Stage::Gift(0);
            state.turn = state.seat_of_class(0);
            state.leader = None;
        }
        _ => return Err(wrong("a leader, or classes that exchange cards")),
    }
    Ok(Position::new(state))
}

/// Puts unseen cards into a hand, in exchange for others assumed there.
fn bring(state: &mut State, cards: Cards, to: usize, me: usize) -> Result<(), BadText> {
    let held = state.hands;
    if to == me {
        return match held[me].includes(cards) {
            true => Ok(()),
            false => Err(BadText::new("cards of the own hand", cards.to_string())),
        };
    }
    let n = state.players();
    let mut spare = held[to].without(cards).iter().collect::<arrayvec::ArrayVec<_, 64>>();
    for card in cards.without(held[to]).iter() {
        let holder = (0..n).find(|&s| s != me && s != to && state.hands[s].contains(card));
        let (Some(holder), Some(given)) = (holder, spare.pop()) else {
            return Err(BadText::new("cards that the seat may hold", cards.to_string()));
        };
        state.hands[holder] = state.hands[holder].without(card.bit()).or(given.bit());
        state.hands[to] = state.hands[to].without(given.bit()).or(card.bit());
    }
    Ok(())
}
