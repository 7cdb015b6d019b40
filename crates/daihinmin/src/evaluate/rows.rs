//! A row of numbers for each feature of the position, and their sums.

use super::add;
use crate::card::Cards;
use crate::encode::{OF_POSITION, POSITION_STARTS, Situation, rank, size_class};
use crate::legal::at_least;

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
    /// For the order of strength with what counts in every position.
    order: [[f32; W]; 2],
    /// For the unseen cards, and for the own ones.
    pub unseen: OfCards<W>,
    pub own: OfCards<W>,
    /// For how many others finished or passed, and which of them passed.
    silent: [[f32; W]; 5],
    passed: [[f32; W]; 16],
    /// For the classes of the own number of cards, and of the others'.
    mine: [[f32; W]; 6],
    theirs: [[[f32; W]; 7]; 4],
    /// For the table: its rank, a single joker, or empty.
    table: [[f32; W]; 15],
}

impl<const W: usize> Rows<W> {
    /// `always` counts in every position; `number(j, k)` is number `k` of the
    /// row of feature `j`.
    pub fn new(always: [f32; W], number: impl Fn(usize, usize) -> f32) -> Rows<W> {
        let row = |j: usize| -> [f32; W] {
            assert!(j < OF_POSITION);
            std::array::from_fn(|k| number(j, k))
        };
        let sum = |features: &[usize]| {
            let mut sums = [0.0; W];
            features.iter().for_each(|&j| add(&mut sums, &row(j)));
            sums
        };
        let mut order = [row(start(0)), row(start(0) + 1)];
        order.iter_mut().for_each(|row| add(row, &always));
        Rows {
            order,
            unseen: OfCards::new(&row, UNSEEN),
            own: OfCards::new(&row, LEFT),
            silent: std::array::from_fn(|many| row(start(3) + many)),
            passed: std::array::from_fn(|mask| {
                sum(&[0, 1, 2, 3].map(|i| start(4) + 2 * i + (mask >> i & 1)))
            }),
            mine: std::array::from_fn(|class| row(start(5) + class)),
            theirs: std::array::from_fn(|i| {
                std::array::from_fn(|class| row(start(6) + 7 * i + class))
            }),
            table: std::array::from_fn(|rank| match rank {
                0..13 => sum(&[start(7) + rank, start(8)]),
                13 => row(start(8)),
                _ => row(start(8) + 1),
            }),
        }
    }

    /// The share of the unseen and the own cards.
    #[inline(always)]
    pub fn of_cards(&self, unseen: Cards, own: Cards) -> [f32; W] {
        let mut sums = [0.0; W];
        self.unseen.add_all(unseen, &mut sums);
        self.own.add_all(own, &mut sums);
        sums
    }

    /// The sum over the features that are on before any card is played, given
    /// the share of the cards.
    #[inline(always)]
    pub fn base(&self, situation: &Situation, of_cards: &[f32; W]) -> [f32; W] {
        let silent = (situation.passed | situation.out).count_ones() as usize;
        let mine = size_class(situation.hand.len() as u8).saturating_sub(1);
        let table = match situation.table {
            None => 14,
            Some(table) if table.is_single_joker() => 13,
            Some(table) => usize::from(rank(table)),
        };
        let mut sums = *of_cards;
        add(&mut sums, &self.order[usize::from(situation.revolution)]);
        add(&mut sums, &self.silent[silent.min(4)]);
        add(&mut sums, &self.passed[usize::from(situation.passed & 15)]);
        add(&mut sums, &self.mine[usize::from(mine)]);
        for (theirs, &size) in self.theirs.iter().zip(&situation.sizes) {
            add(&mut sums, &theirs[usize::from(size_class(size))]);
        }
        add(&mut sums, &self.table[table]);
        sums
    }
}

/// The rows of one set of cards: for each rank one of 0, 1, 2 and more.
#[derive(Debug)]
pub(super) struct OfCards<const W: usize> {
    /// For two neighbouring ranks: by two bits that say whether any card is
    /// there, and two whether two are. The joker is the neighbour of the 2.
    pairs: Box<[[[f32; W]; 16]; 7]>,
    /// What changes when cards go, for each rank from 1 to none, from more to
    /// 1, from more to none; the joker, at the end, only goes.
    gone: Box<[[[f32; W]; 3]; 14]>,
}

impl<const W: usize> OfCards<W> {
    fn new(row: &impl Fn(usize) -> [f32; W], from: usize) -> OfCards<W> {
        let pair = |pair: usize, bits: usize| {
            // A rank has one of three features, the joker one of two.
            let class = |at: usize| (bits >> at & 1) + (bits >> (at + 2) & 1);
            let mut sums = row(from + 6 * pair + class(0));
            let other = match pair {
                6 => NO_JOKER + (bits >> 1 & 1),
                _ => 6 * pair + 3 + class(1),
            };
            add(&mut sums, &row(from + other));
            sums
        };
        let gone = |rank: usize, change: usize| {
            let first = from + 3 * rank;
            let (old, new) = match (rank, change) {
                (13, _) => (from + NO_JOKER + 1, from + NO_JOKER),
                (_, 0) => (first + 1, first),
                (_, 1) => (first + 2, first + 1),
                _ => (first + 2, first),
            };
            let (old, new) = (row(old), row(new));
            std::array::from_fn(|k| new[k] - old[k])
        };
        OfCards {
            pairs: Box::new(std::array::from_fn(|p| std::array::from_fn(|bits| pair(p, bits)))),
            gone: Box::new(std::array::from_fn(|r| std::array::from_fn(|change| gone(r, change)))),
        }
    }

    #[inline(always)]
    fn add_all(&self, cards: Cards, sums: &mut [f32; W]) {
        let joker = u32::from(cards.has_joker()) << 14;
        let plain = cards.plain();
        let (any, two) = (u32::from(at_least(plain, 1)) | joker, u32::from(at_least(plain, 2)));
        for (pair, table) in self.pairs.iter().enumerate() {
            let column = 1 + 2 * pair;
            let bits = any >> column & 3 | (two >> column & 3) << 2;
            add(sums, &table[bits as usize]);
        }
    }

    /// Calls `see` with each row that is to be added when cards go from a set.
    #[inline(always)]
    pub fn each_change<'a>(&'a self, set: Cards, going: Cards, mut see: impl FnMut(&'a [f32; W])) {
        let left = set.without(going);
        let mut columns = going.any_lane();
        while columns != 0 {
            let column = columns.trailing_zeros() as u8;
            columns &= columns - 1;
            let rows = &self.gone[usize::from(column - 1) % 14];
            match (set.suits_at(column).count_ones(), left.suits_at(column).count_ones()) {
                (1, 0) => see(&rows[0]),
                (2.., 1) => see(&rows[1]),
                (2.., 0) => see(&rows[2]),
                _ => {}
            }
        }
        if going.has_joker() {
            see(&self.gone[13][0]);
        }
    }
}
