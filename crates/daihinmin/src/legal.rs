//! Listing legal moves, every use of the joker among them.

use crate::card::{Card, Cards, TWO};
use crate::moves::{Joker, Kind, Meld, Move};
use crate::state::{Stage, State};

impl State {
    /// Replaces what is in `moves` by the legal moves of the seat to move:
    /// singles, groups, sequences, and the pass at the end.
    pub fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        let hand = self.hands[usize::from(self.turn)];
        match self.stage {
            Stage::Over => {}
            Stage::Gift(class) => gifts(hand, self.rules.gifts(class), moves),
            Stage::Play => {
                match self.table {
                    None => {
                        self.leads(hand, moves);
                        if self.rules.lead_pass {
                            moves.push(Move::PASS);
                        }
                    }
                    Some(table) => {
                        self.answers(hand, table, moves);
                        moves.push(Move::PASS);
                    }
                };
            }
        }
    }

    fn leads(&self, hand: Cards, moves: &mut Vec<Move>) {
        let plain = hand.plain();
        moves.extend(plain.iter().map(|card| Move::play(card.bit(), Joker::None)));
        let joker = hand.has_joker();
        if joker {
            moves.push(Move::play(Cards::NONE, Joker::Itself));
        }
        let fewest = if joker { 1 } else { 2 };
        for column in columns(at_least(plain, fewest)) {
            groups(plain, column, None, joker, moves);
        }
        if self.rules.sequences {
            for suit in 0..4 {
                sequences(plain.lane(suit), suit, (0, 14), None, joker, moves);
            }
        }
    }

    fn answers(&self, hand: Cards, table: Meld, moves: &mut Vec<Move>) {
        let plain = hand.plain();
        let joker = hand.has_joker();
        match table.kind {
            Kind::Single => {
                let beating = self.beating_singles(plain, table);
                moves.extend(beating.iter().map(|card| Move::play(card.bit(), Joker::None)));
                if joker && !table.is_single_joker() {
                    moves.push(Move::play(Cards::NONE, Joker::Itself));
                }
            }
            Kind::Group => {
                let stronger = plain.and(self.stronger_columns(table));
                let fewest = if joker { table.size - 1 } else { table.size };
                let suits = if self.locked { Some(table.suits) } else { None };
                for column in columns(at_least(stronger, fewest)) {
                    let shape = GroupShape { size: table.size, suits };
                    groups(plain, column, Some(shape), joker, moves);
                }
            }
            Kind::Sequence => {
                let window = match self.revolution {
                    true if table.low == 0 => return,
                    true => (0, table.low - 1),
                    false => (table.high + 1, 14),
                };
                for suit in 0..4u8 {
                    if !self.locked || table.suits == 1 << suit {
                        let lane = plain.lane(suit);
                        sequences(lane, suit, window, Some(table.size), joker, moves);
                    }
                }
            }
        }
    }

    /// The plain cards that beat a single on the table.
    #[inline(always)]
    pub(crate) fn beating_singles(&self, plain: Cards, table: Meld) -> Cards {
        if table.is_single_joker() {
            let cut = if self.rules.spade3 { Card::SPADE_THREE.bit() } else { Cards::NONE };
            return plain.and(cut);
        }
        let stronger = plain.and(self.stronger_columns(table));
        if self.locked { stronger.and(Cards::suits(table.suits)) } else { stronger }
    }

    /// All plain cards of ranks stronger than a single or group.
    #[inline(always)]
    pub(crate) fn stronger_columns(&self, table: Meld) -> Cards {
        if self.revolution {
            Cards::columns(1, table.low.saturating_sub(1))
        } else {
            Cards::columns(table.high + 1, TWO)
        }
    }
}

/// The columns with at least so many cards, as bits.
#[inline(always)]
pub(crate) fn at_least(plain: Cards, count: u8) -> u16 {
    let [a, b, c, d] = [0, 1, 2, 3].map(|suit| plain.lane(suit));
    // Two half adders and their sum: how many lanes have each bit set.
    let (ab, cd) = (a & b, c & d);
    let (a_or_b, c_or_d) = (a | b, c | d);
    match count {
        0 | 1 => a_or_b | c_or_d,
        2 => ab | cd | (a_or_b & c_or_d),
        3 => (ab & c_or_d) | (cd & a_or_b),
        4 => ab & cd,
        _ => 0,
    }
}

fn columns(mut mask: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let column = mask.trailing_zeros() as u8;
            mask &= mask - 1;
            column
        })
    })
}

/// What a group must be to answer the table.
#[derive(Clone, Copy)]
struct GroupShape {
    size: u8,
    /// The suits it must have, when they are locked.
    suits: Option<u8>,
}

impl GroupShape {
    fn fits(shape: Option<GroupShape>, size: u8, suits: u8) -> bool {
        shape.is_none_or(|s| s.size == size && s.suits.is_none_or(|locked| locked == suits))
    }
}

/// The groups of one column, with and without the joker.
fn groups(plain: Cards, column: u8, shape: Option<GroupShape>, joker: bool, moves: &mut Vec<Move>) {
    let held = plain.suits_at(column);
    let mut suits = held;
    while suits != 0 {
        let count = suits.count_ones() as u8;
        let cards = Cards::of_column(column, suits);
        if count >= 2 && GroupShape::fits(shape, count, suits) {
            moves.push(Move::play(cards, Joker::None));
        }
        if joker {
            for suit in (0..4).filter(|s| suits >> s & 1 == 0) {
                if GroupShape::fits(shape, count + 1, suits | 1 << suit) {
                    moves.push(Move::play(cards, Joker::As(suit, column)));
                }
            }
            if suits == 15 && GroupShape::fits(shape, 5, suits) {
                moves.push(Move::play(cards, Joker::Itself));
            }
        }
        suits = (suits - 1) & held;
    }
}

/// The sequences of one suit between two columns, both included; of one size
/// when the table asks for it.
fn sequences(
    lane: u16,
    suit: u8,
    (from, to): (u8, u8),
    size: Option<u8>,
    joker: bool,
    moves: &mut Vec<Move>,
) {
    // Three in a row; or two of three, and the joker.
    let near = match joker {
        true => lane & (lane >> 1 | lane >> 2),
        false => lane & lane >> 1 & lane >> 2,
    };
    if near == 0 {
        return;
    }
    for low in from..=to {
        let mut missing = None;
        for high in low..=to {
            if lane >> high & 1 == 0 {
                if !joker || missing.is_some() {
                    break;
                }
                missing = Some(high);
            }
            let length = high - low + 1;
            if length < 3 || size.is_some_and(|s| length < s) {
                continue;
            }
            let window = ((2u32 << high) - (1u32 << low)) as u16;
            push_sequence(lane & window, suit, missing, joker, moves);
            if size == Some(length) {
                break;
            }
        }
    }
}

fn push_sequence(bits: u16, suit: u8, missing: Option<u8>, joker: bool, moves: &mut Vec<Move>) {
    let cards = |bits: u16| Cards(u64::from(bits) << (16 * u32::from(suit)));
    match missing {
        Some(column) => moves.push(Move::play(cards(bits), Joker::As(suit, column))),
        None => {
            moves.push(Move::play(cards(bits), Joker::None));
            if joker {
                for column in columns(bits) {
                    let rest = bits & !(1 << column);
                    moves.push(Move::play(cards(rest), Joker::As(suit, column)));
                }
            }
        }
    }
}

/// Every choice of so many cards to give away.
fn gifts(hand: Cards, count: usize, moves: &mut Vec<Move>) {
    for first in hand.iter() {
        if count == 1 {
            moves.push(Move::give(first.bit()));
            continue;
        }
        for second in hand.iter().filter(|second| *second > first) {
            moves.push(Move::give(first.bit().or(second.bit())));
        }
    }
}
