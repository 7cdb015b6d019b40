//! A row of numbers for each feature of the position, and their sums.

use crate::card::{Cards, TWO};
use crate::features::{OF_POSITION, POSITION_GROUPS, Situation};
use crate::moves::Move;
use arrayvec::ArrayVec;

/// Where the features of the own cards after the move begin.
const LEFT: usize = POSITION_GROUPS[0] + POSITION_GROUPS[1];
/// The feature of the joker among those of one set of cards: not there.
const NO_JOKER: usize = 39;

/// `W` numbers for each feature of the position.
#[derive(Debug)]
pub(super) struct Rows<const W: usize> {
    always: [f32; W],
    rows: Box<[[f32; W]; OF_POSITION]>,
}

/// The rows that stop counting and those that count instead.
type Changes<'a, const W: usize> = ArrayVec<(&'a [f32; W], &'a [f32; W]), 16>;

impl<const W: usize> Rows<W> {
    /// `always` counts in every position; `number(j, k)` is number `k` of the
    /// row of feature `j`.
    pub fn new(always: [f32; W], number: impl Fn(usize, usize) -> f32) -> Rows<W> {
        let row = |j| std::array::from_fn(|k| number(j, k));
        Rows { always, rows: Box::new(std::array::from_fn(row)) }
    }

    /// The sum over the features that are on before any card is played.
    #[inline]
    pub fn base(&self, situation: &Situation) -> [f32; W] {
        let mut sums = self.always;
        for j in situation.of_position(Move::PASS) {
            super::add(&mut sums, &self.rows[usize::from(j)]);
        }
        sums
    }

    /// What a move changes: the own cards that are left after it.
    #[inline]
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
                let rank = LEFT + 3 * usize::from(column.min(TWO) - 1);
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
