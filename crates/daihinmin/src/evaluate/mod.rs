//! How good a move looks to something learned: the evaluation of moves, fast
//! enough to be asked at every turn of a playout.
//!
//! An [`Evaluation`] is made from the numbers of a model. Most features of a
//! position are the same for all its moves, so their share is added up once
//! ([`rows::Rows::base`]); a move adds what it changes. In playouts the share
//! of the cards, which is the largest, is kept up to date from play to play
//! ([`running::Running`]). Moves with the same features are evaluated once.

mod network;
mod products;
mod rows;
mod running;

use crate::card::Cards;
use crate::encode::{ALL, PRODUCTS, Shape, Situation};
use crate::moves::{Kind as MeldKind, Move};
use network::Network;
use products::Products;
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
    Products(Box<Products>),
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
        Ok(Evaluation(Arc::new(Kind::Products(Box::new(Products::new(weights))))))
    }

    /// A network of sigmoid units on the 182 features with a linear output.
    ///
    /// `input` has, for each feature, its weights to all hidden units, and
    /// then the bias of each unit; `output` one weight per unit and the bias.
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
    pub fn scores(&self, situation: &Situation, moves: &[Move], scores: &mut Vec<f32>) {
        match &*self.0 {
            Kind::Products(products) => fresh(&**products, situation, moves, scores),
            Kind::Small(network) => fresh(&**network, situation, moves, scores),
            Kind::Middle(network) => fresh(&**network, situation, moves, scores),
            Kind::Large(network) => fresh(&**network, situation, moves, scores),
        }
    }
}

/// Evaluates moves. A trait and not a closure, so that it becomes part of
/// functions that may use the processor's newer instructions.
trait Scorer<const W: usize> {
    /// The rows of the features of the position.
    fn rows(&self) -> &Rows<W>;

    /// The evaluation of a move of a hand, given the sums of the position.
    fn score(&self, base: &[f32; W], hand: Cards, shape: Shape, cards: Cards) -> f32;
}

/// Fills `scores` from the features alone.
#[inline(always)]
fn fresh<const W: usize>(
    scorer: &impl Scorer<W>,
    situation: &Situation,
    moves: &[Move],
    scores: &mut Vec<f32>,
) {
    let of_cards = scorer.rows().of_cards(situation.unseen, situation.hand);
    each(scorer, situation, &of_cards, moves, scores);
}

/// Fills `scores`, given the share of the cards. Suits are no features:
/// singles and groups of one rank and size look the same, unless one of them
/// locks the suits or uses the joker. Of such moves one is evaluated.
#[inline(always)]
fn each<const W: usize>(
    scorer: &impl Scorer<W>,
    situation: &Situation,
    of_cards: &[f32; W],
    moves: &[Move],
    scores: &mut Vec<f32>,
) {
    let base = scorer.rows().base(situation, of_cards);
    let mut known = [0u64; 4];
    let mut values = [0.0; 256];
    scores.clear();
    for &mv in moves {
        let meld = mv.meld();
        let shape = situation.shape(meld);
        let alike = meld.filter(|meld| meld.kind != MeldKind::Sequence).map(|meld| {
            let joker = mv.cards().has_joker();
            let others = usize::from((meld.size - u8::from(joker)).saturating_sub(1) & 3);
            let column = usize::from(meld.low & 15);
            column | others << 4 | usize::from(joker) << 6 | usize::from(shape.locks) << 7
        });
        let Some(at) = alike else {
            scores.push(scorer.score(&base, situation.hand, shape, mv.cards()));
            continue;
        };
        if known[at / 64] >> (at % 64) & 1 == 0 {
            known[at / 64] |= 1 << (at % 64);
            values[at] = scorer.score(&base, situation.hand, shape, mv.cards());
        }
        scores.push(values[at]);
    }
}

#[inline(always)]
fn add<const W: usize>(sums: &mut [f32; W], row: &[f32; W]) {
    for (sum, number) in sums.iter_mut().zip(row) {
        *sum += number;
    }
}

#[cfg(test)]
mod tests;
