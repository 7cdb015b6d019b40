//! A weight for each product of a feature of the move and one of the position.

use super::Scorer;
use super::rows::Rows;
use crate::card::Cards;
use crate::encode::{OF_MOVE, OF_POSITION, Shape};

/// For each feature of the position its weights with those of the move.
#[derive(Debug)]
pub(super) struct Products {
    /// The number after the last feature of the move is 0.
    rows: Rows<WIDTH>,
}

const WIDTH: usize = 40;

impl Products {
    /// `weights[i * 146 + j]` is that of feature `i` of the move with feature
    /// `j` of the position.
    pub fn new(weights: &[f64]) -> Products {
        let of_position = |j: usize, i: usize| match i < OF_MOVE {
            true => weights[i * OF_POSITION + j] as f32,
            false => 0.0,
        };
        Products { rows: Rows::new([0.0; WIDTH], of_position) }
    }
}

impl Scorer<WIDTH> for Products {
    fn rows(&self) -> &Rows<WIDTH> {
        &self.rows
    }

    #[inline(always)]
    fn score(&self, base: &[f32; WIDTH], hand: Cards, shape: Shape, cards: Cards) -> f32 {
        let on = shape.features().map(usize::from);
        let mut sum = on.iter().map(|&i| base[i]).sum::<f32>();
        let each = |row: &[f32; WIDTH]| sum += on.iter().map(|&i| row[i]).sum::<f32>();
        self.rows.own.each_change(hand, cards, each);
        sum
    }
}
