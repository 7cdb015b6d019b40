//! A number for every move that can ever be made.
//!
//! | numbers | moves |
//! |---|---|
//! | 1 | pass |
//! | 53 | single cards |
//! | 13 × 40 | groups of a rank: which suits, and what the joker stands for |
//! | 4 × 508 | sequences of a suit: from where to where, and the joker's place |
//! | 53, 1,378 | one card given, two cards given |
//!
//! No two moves share one: suits matter for locks, and which card stays in
//! the hand when the joker stands in for another.

use crate::card::{Card, Cards};
use crate::moves::{Joker, Kind, Move};

/// The cards of a deck.
pub(super) const CARDS: usize = 53;

const SINGLES: usize = 1;
const GROUPS: usize = SINGLES + CARDS;
const SEQUENCES: usize = GROUPS + 13 * GROUP_SHAPES;
const GIFTS: usize = SEQUENCES + 4 * SEQUENCE_SHAPES;
const PAIRS: usize = GIFTS + CARDS;

/// How many numbers there are.
pub(super) const ACTIONS: usize = PAIRS + CARDS * (CARDS - 1) / 2;

const GROUP_SHAPES: usize = 40;
const SEQUENCE_SHAPES: usize = 508;

/// For each set of suits of plain cards, and for no joker, the joker as one
/// of four suits, and the joker as itself: the number of the group.
const GROUP: [[u8; 6]; 16] = {
    let mut table = [[0; 6]; 16];
    let (mut next, mut suits) = (0, 1);
    while suits < 16 {
        let mut joker = 0;
        while joker < 6 {
            let there = match joker {
                0 => (suits as u32).count_ones() >= 2,
                5 => suits == 15,
                suit => suits >> (suit - 1) & 1 == 0,
            };
            if there {
                table[suits][joker] = next;
                next += 1;
            }
            joker += 1;
        }
        suits += 1;
    }
    assert!(next as usize == GROUP_SHAPES);
    table
};

/// For the lowest and highest column of a sequence its first number; where
/// the joker is not at one of the places outside the ranks, further numbers
/// are those with the joker at each column.
const SEQUENCE: [[u16; 15]; 15] = {
    let mut table = [[0; 15]; 15];
    let (mut next, mut low) = (0, 0);
    while low < 15 {
        let mut high = low + 2;
        while high < 15 {
            table[low][high] = next;
            next += match (low, high) {
                (0, 14) => 0,
                (0, _) | (_, 14) => 1,
                _ => (high - low) as u16 + 2,
            };
            high += 1;
        }
        low += 1;
    }
    assert!(next as usize == SEQUENCE_SHAPES);
    table
};

/// The number of a card: suit by suit from the 3 to the 2, then the joker.
pub(super) fn card_number(card: Card) -> usize {
    match (card.suit(), card.column()) {
        (Some(suit), Some(column)) => usize::from(suit) * 13 + usize::from(column) - 1,
        _ => CARDS - 1,
    }
}

/// The number of a legal move.
pub(super) fn number(mv: Move) -> usize {
    let cards = mv.cards();
    if mv.is_gift() {
        let mut numbers = cards.iter().map(card_number);
        return match (numbers.next(), numbers.next()) {
            (Some(a), Some(b)) => PAIRS + a.max(b) * (a.max(b) - 1) / 2 + a.min(b),
            (first, _) => GIFTS + first.unwrap_or(0),
        };
    }
    let Some(meld) = mv.meld() else { return 0 };
    match meld.kind {
        Kind::Single => SINGLES + cards.iter().next().map_or(0, card_number),
        Kind::Group => {
            let suits = cards.plain().suits_at(meld.low);
            let joker = match mv.joker() {
                Joker::None => 0,
                Joker::As(suit, _) => 1 + usize::from(suit & 3),
                Joker::Itself => 5,
            };
            let rank = usize::from(meld.low).clamp(1, 13) - 1;
            GROUPS + rank * GROUP_SHAPES + usize::from(GROUP[usize::from(suits)][joker])
        }
        Kind::Sequence => {
            let (low, high) = (usize::from(meld.low), usize::from(meld.high).min(14));
            let joker = match mv.joker() {
                Joker::As(_, at) if low > 0 && high < 14 => 1 + usize::from(at) - low,
                _ => 0,
            };
            let suit = meld.suits.trailing_zeros() as usize & 3;
            SEQUENCES + suit * SEQUENCE_SHAPES + usize::from(SEQUENCE[low][high]) + joker
        }
    }
}

/// The numbers of the cards of a set.
pub(super) fn card_numbers(cards: Cards) -> impl Iterator<Item = usize> {
    cards.iter().map(card_number)
}
