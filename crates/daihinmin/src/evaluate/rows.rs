//! A row of numbers for each feature of the position, and their sums.

use crate::card::Cards;
use crate::features::{OF_POSITION, POSITION_STARTS, Situation, rank, size_class};
use crate::legal::at_least;
use crate::moves::Move;
use arrayvec::ArrayVec;

/// Where a group of features about the position begins.
const fn start(group: usize) -> usize {
    POSITION_STARTS[group] as usize
}

const UNSEEN: usize = start(1);
const LEFT: usize = start(2);
/// The feature of the joker among those of one set of cards: not there.
const NO_JOKER: usize = 39;

/// `W` numbers for each feature of the position. Features that always come
/// together have their sums made beforehand.
#[derive(Debug)]
pub(super) struct Rows<const W: usize> {
    /// For each feature by itself.
    rows: Box<[[f32; W]; OF_POSITION]>,
    /// For the order of strength with what counts in every position.
    order: [[f32; W]; 2],
    /// For two neighbouring ranks of the unseen and of the own cards: by two
    /// bits that say whether any card is there, and two whether two are. The
    /// joker is the neighbour of the 2.
    unseen: Box<[[[f32; W]; 16]; 7]>,
    own: Box<[[[f32; W]; 16]; 7]>,
    /// For the set of the others that passed.
    passed: [[f32; W]; 16],
    /// For the table: its rank, a single joker, or empty.
    table: [[f32; W]; 15],
}

/// The rows that stop counting and those that count instead.
type Changes<'a, const W: usize> = ArrayVec<(&'a [f32; W], &'a [f32; W]), 16>;

impl<const W: usize> Rows<W> {
    /// `always` counts in every position; `number(j, k)` is number `k` of the
    /// row of feature `j`.
    pub fn new(always: [f32; W], number: impl Fn(usize, usize) -> f32) -> Rows<W> {
        let row = |j: usize| -> [f32; W] { std::array::from_fn(|k| number(j, k)) };
        let sum = |features: &[usize]| -> [f32; W] {
            std::array::from_fn(|k| features.iter().map(|&j| number(j, k)).sum())
        };
        let of_cards = |from: usize| {
            let pair = |pair: usize, bits: usize| {
                // A rank has one of three features, the joker one of two.
                let class = |at: usize| (bits >> at & 1) + (bits >> (at + 2) & 1);
                let low = from + 6 * pair + class(0);
                match pair {
                    6 => sum(&[low, from + NO_JOKER + (bits >> 1 & 1)]),
                    _ => sum(&[low, from + 6 * pair + 3 + class(1)]),
                }
            };
            Box::new(std::array::from_fn(|p| std::array::from_fn(|bits| pair(p, bits))))
        };
        let mut order = [row(start(0)), row(start(0) + 1)];
        order.iter_mut().for_each(|row| super::add(row, &always));
        Rows {
            rows: Box::new(std::array::from_fn(row)),
            order,
            unseen: of_cards(UNSEEN),
            own: of_cards(LEFT),
            passed: std::array::from_fn(|mask| {
                sum(&[0, 1, 2, 3].map(|i| start(4) + 2 * i + (mask >> i & 1)))
            }),
            table: std::array::from_fn(|rank| match rank {
                0..13 => sum(&[start(7) + rank, start(8)]),
                13 => row(start(8)),
                _ => row(start(8) + 1),
            }),
        }
    }

    /// The sum over the features that are on before any card is played.
    #[inline(always)]
    pub fn base(&self, situation: &Situation) -> [f32; W] {
        let mut sums = self.order[usize::from(situation.revolution)];
        for (tables, cards) in [(&self.unseen, situation.unseen), (&self.own, situation.hand)] {
            let joker = u32::from(cards.has_joker()) << 14;
            let plain = cards.plain();
            let (any, two) = (u32::from(at_least(plain, 1)) | joker, u32::from(at_least(plain, 2)));
            for (pair, table) in tables.iter().enumerate() {
                let column = 1 + 2 * pair;
                let bits = any >> column & 3 | (two >> column & 3) << 2;
                super::add(&mut sums, &table[bits as usize]);
            }
        }
        let silent = (situation.passed | situation.out).count_ones() as usize;
        let mine = size_class(situation.hand.len() as u8).saturating_sub(1);
        let table = match situation.table {
            None => 14,
            Some(table) if table.is_single_joker() => 13,
            Some(table) => usize::from(rank(table)),
        };
        super::add(&mut sums, &self.rows[start(3) + silent]);
        super::add(&mut sums, &self.passed[usize::from(situation.passed & 15)]);
        super::add(&mut sums, &self.rows[start(5) + usize::from(mine)]);
        for (i, &size) in situation.sizes.iter().enumerate() {
            super::add(&mut sums, &self.rows[start(6) + 7 * i + usize::from(size_class(size))]);
        }
        super::add(&mut sums, &self.table[table]);
        sums
    }

    /// What a move changes: the own cards that are left after it.
    #[inline(always)]
    pub fn changes(&self, situation: &Situation, mv: Move) -> Changes<'_, W> {
        let mut changes = Changes::new();
        let before = situation.hand;
        let after = before.without(mv.cards());
        let class = |cards: Cards, column: u8| cards.suits_at(column).count_ones().min(2) as usize;
        let mut columns = mv.cards().any_lane();
        while columns != 0 {
            let column = columns.trailing_zeros() as u8;
            columns &= columns - 1;
            let (old, new) = (class(before, column), class(after, column));
            if old != new {
                let rank = LEFT + 3 * usize::from(column - 1);
                changes.push((&self.rows[rank + old], &self.rows[rank + new]));
            }
        }
        if mv.cards().has_joker() {
            let joker = LEFT + NO_JOKER;
            changes.push((&self.rows[joker + 1], &self.rows[joker]));
        }
        changes
    }
}
