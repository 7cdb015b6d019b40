//! How good a move looks to something learned: the evaluation of moves, fast
//! enough to be asked at every turn of a playout.
//!
//! An [`Evaluation`] is made from the numbers of a model. Most features of a
//! position are the same for all its moves, so their share is added up once
//! ([`rows::Rows::base`]); a move adds what it changes.

mod rows;

use crate::card::Cards;
use crate::features::{ALL, OF_MOVE, OF_POSITION, PRODUCTS, Situation};
use crate::moves::Move;
use rows::Rows;
use std::sync::Arc;
use thiserror::Error;

/// The most hidden units a network may have.
pub const MOST_HIDDEN: usize = 64;

/// A learned evaluation of moves; cheap to clone.
#[derive(Clone, Debug)]
pub struct Evaluation(Arc<Kind>);

#[derive(Debug)]
enum Kind {
    Products(Box<Rows<36>>),
    Small(Box<Network<16>>),
    Middle(Box<Network<32>>),
    Large(Box<Network<MOST_HIDDEN>>),
}

/// Numbers that make no evaluation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{what}: expected {expected}, got {got}")]
pub struct BadWeights {
    /// Which numbers.
    pub what: &'static str,
    /// How many there should be.
    pub expected: usize,
    /// How many there are.
    pub got: usize,
}

fn count(what: &'static str, expected: usize, numbers: &[f64]) -> Result<(), BadWeights> {
    let got = numbers.len();
    if got == expected { Ok(()) } else { Err(BadWeights { what, expected, got }) }
}

impl Evaluation {
    /// One weight for each of the [`PRODUCTS`].
    pub fn products(weights: &[f64]) -> Result<Evaluation, BadWeights> {
        count("weights of the products", PRODUCTS, weights)?;
        let of_position = |j: usize, i: usize| match i < OF_MOVE {
            true => weights[i * OF_POSITION + j] as f32,
            false => 0.0,
        };
        Ok(Evaluation(Arc::new(Kind::Products(Box::new(Rows::new([0.0; 36], of_position))))))
    }

    /// A network of sigmoid units on the 182 features with a linear output.
    ///
    /// `input` has, for each feature, its weights to all hidden units, and
    /// then the bias of each unit; `output` one weight a unit and the bias.
    pub fn network(hidden: usize, input: &[f64], output: &[f64]) -> Result<Evaluation, BadWeights> {
        count("weights of the hidden units", (ALL + 1) * hidden, input)?;
        count("weights of the output", hidden + 1, output)?;
        let kind = match hidden {
            0..=16 => Kind::Small(Box::new(Network::new(hidden, input, output))),
            17..=32 => Kind::Middle(Box::new(Network::new(hidden, input, output))),
            33..=MOST_HIDDEN => Kind::Large(Box::new(Network::new(hidden, input, output))),
            got => {
                return Err(BadWeights {
                    what: "hidden units at most",
                    expected: MOST_HIDDEN,
                    got,
                });
            }
        };
        Ok(Evaluation(Arc::new(kind)))
    }

    /// Replaces what is in `scores` by the evaluation of each move; higher is
    /// better. Gifts are not evaluated.
    #[inline(always)]
    pub fn scores(&self, situation: &Situation, moves: &[Move], scores: &mut Vec<f32>) {
        match &*self.0 {
            Kind::Products(rows) => {
                let base = rows.base(situation);
                each(situation, moves, scores, &Products { rows, base: &base });
            }
            Kind::Small(network) => network.scores(situation, moves, scores),
            Kind::Middle(network) => network.scores(situation, moves, scores),
            Kind::Large(network) => network.scores(situation, moves, scores),
        }
    }
}

/// Fills `scores`. Single cards of one rank have the same features, unless
/// one of them locks its suit: they are evaluated once.
#[inline(always)]
fn each(situation: &Situation, moves: &[Move], scores: &mut Vec<f32>, scorer: &impl Scorer) {
    scores.clear();
    let mut known = 0u32;
    let mut values = [0.0; 32];
    let lockable = match situation.table {
        Some(table) if !situation.locked => Cards::suits(table.suits),
        _ => Cards::NONE,
    };
    for &mv in moves {
        let cards = mv.cards();
        if cards.0 & cards.0.wrapping_sub(1) != 0 || cards.is_empty() {
            scores.push(scorer.score(situation, mv));
            continue;
        }
        let column = cards.0.trailing_zeros() as usize & 15;
        let at = column | usize::from(!cards.and(lockable).is_empty()) << 4;
        if known >> at & 1 == 0 {
            known |= 1 << at;
            values[at] = scorer.score(situation, mv);
        }
        scores.push(values[at]);
    }
}

/// Evaluates one move. A trait and not a closure, so that it becomes part of
/// functions that may use the processor's newer instructions.
trait Scorer {
    fn score(&self, situation: &Situation, mv: Move) -> f32;
}

/// The products in one position.
struct Products<'a> {
    rows: &'a Rows<36>,
    base: &'a [f32; 36],
}

impl Scorer for Products<'_> {
    #[inline(always)]
    fn score(&self, situation: &Situation, mv: Move) -> f32 {
        let on = situation.of_move(mv);
        let mut sum = 0.0;
        for &i in &on {
            sum += self.base[usize::from(i)];
        }
        for (gone, come) in self.rows.changes(situation, mv) {
            for &i in &on {
                sum += come[usize::from(i)] - gone[usize::from(i)];
            }
        }
        sum
    }
}

/// Sigmoid units, room for `H` of them.
#[derive(Debug)]
struct Network<const H: usize> {
    position: Rows<H>,
    of_move: [[f32; H]; OF_MOVE],
    /// Half of each output weight: see [`Network::new`].
    output: [f32; H],
    bias: f32,
}

impl<const H: usize> Network<H> {
    fn new(hidden: usize, input: &[f64], output: &[f64]) -> Network<H> {
        // Units that are not there have weights of 0 and an output of 0.
        // Halved throughout, because sigmoid(x) = (1 + tanh(x / 2)) / 2.
        let weight = |feature: usize, unit: usize| match unit < hidden {
            true => (input[feature * hidden + unit] / 2.0) as f32,
            false => 0.0,
        };
        let always = std::array::from_fn(|unit| weight(0, unit) + weight(ALL, unit));
        let out: [f32; H] =
            std::array::from_fn(|unit| output[..hidden].get(unit).map_or(0.0, |w| *w as f32 / 2.0));
        Network {
            position: Rows::new(always, |j, unit| weight(1 + OF_MOVE + j, unit)),
            of_move: std::array::from_fn(|i| std::array::from_fn(|unit| weight(1 + i, unit))),
            output: out,
            bias: output[hidden] as f32 + out.iter().sum::<f32>(),
        }
    }

    #[inline(always)]
    fn scores(&self, situation: &Situation, moves: &[Move], scores: &mut Vec<f32>) {
        let base = self.position.base(situation);
        each(situation, moves, scores, &Units { network: self, base: &base });
    }
}

/// A network in one position.
struct Units<'a, const H: usize> {
    network: &'a Network<H>,
    base: &'a [f32; H],
}

impl<const H: usize> Scorer for Units<'_, H> {
    #[inline(always)]
    fn score(&self, situation: &Situation, mv: Move) -> f32 {
        let network = self.network;
        let mut units = *self.base;
        for i in situation.of_move(mv) {
            add(&mut units, &network.of_move[usize::from(i)]);
        }
        for (gone, come) in network.position.changes(situation, mv) {
            for ((unit, gone), come) in units.iter_mut().zip(gone).zip(come) {
                *unit += come - gone;
            }
        }
        for (unit, weight) in units.iter_mut().zip(&network.output) {
            *unit = tanh(*unit) * weight;
        }
        network.bias + sum(&mut units)
    }
}

#[inline(always)]
fn add<const W: usize>(sums: &mut [f32; W], row: &[f32; W]) {
    for (sum, number) in sums.iter_mut().zip(row) {
        *sum += number;
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
fn tanh(x: f32) -> f32 {
    let x = x.clamp(-4.97, 4.97);
    let square = x * x;
    let above = x * (135_135.0 + square * (17_325.0 + square * (378.0 + square)));
    let below = 135_135.0 + square * (62_370.0 + square * (3_150.0 + square * 28.0));
    above / below
}

#[cfg(test)]
mod tests;
