//! A network of sigmoid units on the 182 features.

use super::rows::Rows;
use super::{Scorer, add};
use crate::card::Cards;
use crate::encode::{ALL, OF_MOVE, Shape};

/// Sigmoid units, room for `H` of them.
#[derive(Debug)]
pub(super) struct Network<const H: usize> {
    position: Rows<H>,
    /// For kind, size, whether it turns the order and whether it clears.
    form: Box<[[f32; H]; 64]>,
    rank: [[f32; H]; Shape::RANKS],
    /// For how much it is above the table, and whether it locks.
    above: [[f32; H]; 12],
    /// Half of each output weight: see [`Network::new`].
    output: [f32; H],
    bias: f32,
}

#[inline(always)]
fn form(shape: Shape) -> usize {
    let (kind, size) = (usize::from(shape.kind), usize::from(shape.size));
    (kind << 4 | size << 2 | usize::from(shape.turns) << 1 | usize::from(shape.clears)) & 63
}

impl<const H: usize> Network<H> {
    pub fn new(hidden: usize, input: &[f64], output: &[f64]) -> Network<H> {
        // Units that are not there have weights of 0 and an output of 0.
        // Halved throughout, because sigmoid(x) = (1 + tanh(x / 2)) / 2.
        let weight = |feature: usize, unit: usize| match unit < hidden {
            true => (input[feature * hidden + unit] / 2.0) as f32,
            false => 0.0,
        };
        let always = std::array::from_fn(|unit| weight(0, unit) + weight(ALL, unit));
        let out: [f32; H] =
            std::array::from_fn(|unit| output[..hidden].get(unit).map_or(0.0, |w| *w as f32 / 2.0));
        // The sum over some of the seven groups of a shape.
        let rows = |shape: Shape, groups: &[usize]| {
            let mut sums = [0.0; H];
            for feature in groups.iter().map(|&g| usize::from(shape.features()[g])) {
                if feature < OF_MOVE {
                    add(&mut sums, &std::array::from_fn(|unit| weight(1 + feature, unit)));
                }
            }
            sums
        };
        let nothing = Shape { above: 0, size: 0, rank: 0, turns: 0, locks: 0, clears: 0, kind: 0 };
        let of_form = |at: usize| {
            let [kind, size, turns, clears] =
                [at >> 4, at >> 2 & 3, at >> 1 & 1, at & 1].map(|part| part as u8);
            rows(Shape { kind, size, turns, clears, ..nothing }, &[1, 3, 5, 6])
        };
        Network {
            position: Rows::new(always, |j, unit| weight(1 + OF_MOVE + j, unit)),
            form: Box::new(std::array::from_fn(of_form)),
            rank: std::array::from_fn(|rank| rows(Shape { rank: rank as u8, ..nothing }, &[2])),
            above: std::array::from_fn(|at| {
                let (above, locks) = (at as u8 / 2, at as u8 % 2);
                rows(Shape { above, locks, ..nothing }, &[0, 4])
            }),
            output: out,
            bias: output[hidden] as f32 + out.iter().sum::<f32>(),
        }
    }
}

impl<const H: usize> Scorer<H> for Network<H> {
    fn rows(&self) -> &Rows<H> {
        &self.position
    }

    #[inline(always)]
    fn score(&self, base: &[f32; H], hand: Cards, shape: Shape, cards: Cards) -> f32 {
        let mut units = *base;
        add(&mut units, &self.form[form(shape)]);
        add(&mut units, &self.rank[usize::from(shape.rank)]);
        add(&mut units, &self.above[usize::from(shape.above) * 2 + usize::from(shape.locks)]);
        self.position.own.each_change(hand, cards, |row| add(&mut units, row));
        for (unit, weight) in units.iter_mut().zip(&self.output) {
            *unit = tanh(*unit) * weight;
        }
        self.bias + sum(&mut units)
    }
}

/// The sum of a power of two of numbers, halves added to each other: one
/// after the other they would wait for each other.
#[inline(always)]
fn sum<const W: usize>(numbers: &mut [f32; W]) -> f32 {
    let mut width = W / 2;
    while width > 0 {
        let (low, high) = numbers.split_at_mut(width);
        for (low, high) in low.iter_mut().zip(high) {
            *low += *high;
        }
        width /= 2;
    }
    numbers[0]
}

/// The hyperbolic tangent to within 0.0003: Lambert's continued fraction, cut
/// off after seven steps, which the compiler can do for several at once.
#[inline(always)]
pub(super) fn tanh(x: f32) -> f32 {
    let x = x.clamp(-4.97, 4.97);
    let square = x * x;
    let above = x * (135_135.0 + square * (17_325.0 + square * (378.0 + square)));
    let below = 135_135.0 + square * (62_370.0 + square * (3_150.0 + square * 28.0));
    above / below
}
