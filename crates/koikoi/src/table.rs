//! What lies open on the table: everything that both seats see.

use crate::{Card, Cards, NextDealer, Rules};
use arrayvec::ArrayVec;
use fuda_core::Seat;
use serde::{Deserialize, Serialize};

/// What the seat to move has to decide.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Which card to play from the hand.
    Play,
    /// Which of two field cards to take with the card just played.
    TakeWithPlayed(Card),
    /// Which of two field cards to take with the card just turned over.
    TakeWithDrawn(Card),
    /// Koi-koi or stop.
    Call,
    /// Nothing: the game is over.
    Over,
}

/// One thing that happened in a round, in the open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The seat whose turn began played this card.
    Play(Card),
    /// It chose this one of two field cards.
    Take(Card),
    /// It turned this card over.
    Draw(Card),
    /// It called koi-koi.
    KoiKoi,
    /// It stopped and scored.
    Stop,
}

/// How a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct RoundEnd {
    /// Who scored, if anybody did.
    pub winner: Option<Seat>,
    /// What was paid to seat 0 (by seat 1; negative: the other way).
    pub paid_to_first: i16,
}

/// At most five things happen in each of sixteen turns.
pub type History = ArrayVec<Event, 80>;

/// Everything both seats see; no hidden card is in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Table {
    /// The rules.
    pub rules: Rules,
    /// The number of the round, from 1.
    pub round: u8,
    /// How many rounds the match has at most.
    pub rounds: u8,
    /// Who played first in this round.
    pub dealer: Seat,
    /// Points so far in the match, the bank included.
    pub totals: [i32; 2],
    /// Whose decision it is, and which.
    pub to_move: Seat,
    /// What is to be decided.
    pub phase: Phase,
    /// The cards on the field.
    pub field: Cards,
    /// The captured cards, in seat order.
    pub captured: [Cards; 2],
    /// How often each seat has called koi-koi in this round.
    pub calls: [u8; 2],
    /// The sum of each seat's yaku when it last mattered.
    pub yaku_points: [u16; 2],
    /// The months each seat passed over: they had a card on the field when
    /// the seat played one that captured nothing. (All four cards of each.)
    pub passed: [Cards; 2],
    /// What happened in this round so far.
    pub history: History,
    /// How the round before ended; at the end of the game, how the last did.
    pub last_round: Option<RoundEnd>,
}

impl Table {
    /// The table of the first round of a match, before anything lies on it.
    pub(crate) fn new(rules: Rules, rounds: u8, dealer: Seat) -> Table {
        Table {
            rules,
            round: 1,
            rounds,
            dealer,
            totals: [i32::from(rules.bank); 2],
            to_move: dealer,
            phase: Phase::Play,
            field: Cards::NONE,
            captured: [Cards::NONE; 2],
            calls: [0; 2],
            yaku_points: [0; 2],
            passed: [Cards::NONE; 2],
            history: History::new(),
            last_round: None,
        }
    }

    /// The cards a seat has played from its hand in this round.
    pub fn played_by(&self, seat: Seat) -> Cards {
        let plays = self.history.iter().filter_map(|event| match event {
            Event::Play(card) => Some(*card),
            _ => None,
        });
        let skip = if seat == self.dealer { 0 } else { 1 };
        plays.skip(skip).step_by(2).collect()
    }

    /// How many turns have begun in this round.
    pub fn turns(&self) -> usize {
        self.history.iter().filter(|e| matches!(e, Event::Play(_))).count()
    }

    /// All cards that lie open: field, captured, and one just turned over.
    pub fn seen(&self) -> Cards {
        let open = self.field | self.captured[0] | self.captured[1];
        match self.phase {
            Phase::TakeWithPlayed(card) | Phase::TakeWithDrawn(card) => open.with(card),
            _ => open,
        }
    }

    /// Who plays first in the round after this one, which has ended.
    pub(crate) fn next_dealer(&self) -> Seat {
        let winner = self.last_round.and_then(|end| end.winner);
        let policy = match winner {
            Some(_) => self.rules.next_dealer,
            None => self.rules.draw_dealer,
        };
        match (policy, winner) {
            (NextDealer::Change, _) => self.dealer.after(1, 2),
            (NextDealer::Winner, Some(winner)) => winner,
            _ => self.dealer,
        }
    }

    /// What a seat would score by stopping now.
    pub fn stop_points(&self, seat: Seat) -> u16 {
        let (me, other) = (seat.index() & 1, 1 - (seat.index() & 1));
        self.rules.stop_points(self.captured[me], self.calls[me], self.calls[other])
    }
}
