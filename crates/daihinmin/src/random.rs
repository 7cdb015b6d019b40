//! Uniformly random moves and playouts: the hot path of Monte Carlo.

use crate::card::Cards;
use crate::legal::at_least;
use crate::moves::{Joker, Kind, Move};
use crate::state::{Stage, State};
use fuda_core::Rng;

/// Which moves a playout draws from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passes {
    /// Every legal move, the pass among them.
    AsLegal,
    /// A pass only when nothing else is legal, as in the paper's playouts.
    OnlyWhenForced,
}

impl State {
    /// One of the legal moves, each equally likely.
    ///
    /// The usual situations draw without listing: a number below the count
    /// of the moves says which it is.
    #[inline]
    pub fn random_move(&self, rng: &mut Rng, passes: Passes, scratch: &mut Vec<Move>) -> Move {
        let hand = self.hands[usize::from(self.turn)];
        if self.stage == Stage::Play {
            match self.table {
                None if !hand.has_joker() => {
                    let pass = passes == Passes::AsLegal && self.rules.lead_pass;
                    return random_lead(hand, self.rules.sequences, pass, rng);
                }
                Some(table) if table.kind == Kind::Single => {
                    let beating = self.beating_singles(hand.plain(), table);
                    let joker = hand.has_joker() && !table.is_single_joker();
                    return random_single(beating, joker, passes, rng);
                }
                Some(table) if hand.len() < usize::from(table.size) => return Move::PASS,
                _ => {}
            }
        }
        self.legal_moves(scratch);
        if passes == Passes::OnlyWhenForced && scratch.len() > 1 && self.stage == Stage::Play {
            // The pass is listed last where it is legal at all.
            if scratch.last() == Some(&Move::PASS) {
                scratch.pop();
            }
        }
        rng.pick(scratch).copied().unwrap_or(Move::PASS)
    }

    /// Plays random moves until the game is over.
    pub fn random_playout(&mut self, rng: &mut Rng, passes: Passes, scratch: &mut Vec<Move>) {
        while self.stage != Stage::Over {
            let mv = self.random_move(rng, passes, scratch);
            self.make(mv);
        }
    }
}

#[inline]
fn random_single(beating: Cards, joker: bool, passes: Passes, rng: &mut Rng) -> Move {
    let cards = beating.len() as u32;
    let plays = cards + u32::from(joker);
    if plays == 0 {
        return Move::PASS;
    }
    let drawn = rng.below(plays + u32::from(passes == Passes::AsLegal));
    match beating.nth(drawn) {
        Some(card) if drawn < cards => Move::play(card.bit(), Joker::None),
        _ if drawn < plays => Move::play(Cards::NONE, Joker::Itself),
        _ => Move::PASS,
    }
}

/// A lead without the joker: single, group, sequence or pass.
#[inline]
fn random_lead(hand: Cards, with_sequences: bool, pass: bool, rng: &mut Rng) -> Move {
    let singles = hand.len() as u32;
    let two = at_least(hand, 2);
    let groups = count_groups(hand, two);
    let triples = if with_sequences { hand.0 & hand.0 >> 1 & hand.0 >> 2 } else { 0 };
    let sequences = count_sequences(hand.0, triples);
    let drawn = rng.below(singles + groups + sequences + u32::from(pass));
    if drawn < singles {
        let card = hand.nth(drawn).map_or(Cards::NONE, |card| card.bit());
        return Move::play(card, Joker::None);
    }
    let drawn = drawn - singles;
    if drawn < groups {
        return nth_group(hand, two, drawn);
    }
    let drawn = drawn - groups;
    if drawn < sequences {
        return nth_sequence(hand.0, triples, drawn);
    }
    Move::PASS
}

/// How many groups there are: of two cards one, of three 4, of four 11.
#[inline]
fn count_groups(hand: Cards, two: u16) -> u32 {
    if two == 0 {
        return 0;
    }
    let [three, four] = [3, 4].map(|n| at_least(hand, n));
    two.count_ones() + 3 * three.count_ones() + 7 * four.count_ones()
}

fn nth_group(hand: Cards, mut columns: u16, mut drawn: u32) -> Move {
    while columns != 0 {
        let column = columns.trailing_zeros() as u8;
        columns &= columns - 1;
        let held = hand.suits_at(column);
        let mut suits = held;
        while suits != 0 {
            if suits & (suits - 1) != 0 {
                if drawn == 0 {
                    return Move::play(Cards::of_column(column, suits), Joker::None);
                }
                drawn -= 1;
            }
            suits = (suits - 1) & held;
        }
    }
    Move::PASS
}

/// How many sequences there are: runs of three, of four, and so on.
#[inline]
fn count_sequences(hand: u64, triples: u64) -> u32 {
    let mut starts = triples;
    let mut count = 0;
    let mut length = 3;
    while starts != 0 {
        count += starts.count_ones();
        starts &= hand >> length;
        length += 1;
    }
    count
}

fn nth_sequence(hand: u64, triples: u64, mut drawn: u32) -> Move {
    let mut starts = triples;
    let mut length = 3;
    while starts != 0 {
        let here = starts.count_ones();
        if drawn < here {
            let low = Cards(starts).nth(drawn).map_or(0, |card| card.bit().0.trailing_zeros());
            return Move::play(Cards(((1u64 << length) - 1) << low), Joker::None);
        }
        drawn -= here;
        starts &= hand >> length;
        length += 1;
    }
    Move::PASS
}
