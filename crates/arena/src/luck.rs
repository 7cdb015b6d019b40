//! The luck of draws, subtracted from the points of a match.
//!
//! Before a move that makes chance show a card, the draw is repeated many
//! times. What the position is worth after the real draw, minus what it is
//! worth after the others on average, is the luck of this draw. Given all
//! that was played before, the real draw is as likely as each of the others,
//! so the luck of every draw has expectation zero, whatever the players do
//! and however good the valuation is: points minus luck have the same mean
//! as points, and less spread where the valuation is good.
//!
//! Luck is multiplied by a weight before it is subtracted: the slope of
//! points over luck in the *other* deals, so that a poor valuation does no
//! harm and a deal never chooses its own weight.
//!
//! **Sources.** Burch, Schmid, Moravcik and Bowling, *AIVAT: a new variance
//! reduction technique for agent evaluation in imperfect information games*
//! (2018): the corrections for chance. Those for the players' own random
//! decisions need their probabilities, which most players cannot report.

use crate::observer::{ChosenMove, GameEnd, GameStart, Observer};
use crate::report::{LuckReport, MatchReport};
use fuda_core::{Game, PerSeat, Position, PositionOf, Purpose, Rng, Seat, Seed};
use fuda_stats::{Estimate, Moments};
use std::collections::BTreeMap;

/// What a position is worth. It belongs to the arena, not to a player, and
/// may see everything.
pub trait Valuation<G: Game>: Send {
    /// What the rest of the game brings a seat, in points; any guess will do.
    fn value(&mut self, position: &PositionOf<G>, seat: Seat) -> f64;
}

/// Measures the luck of draws in the games it watches.
pub struct LuckMeter<G: Game> {
    valuation: Box<dyn Valuation<G>>,
    draws: u32,
    seed: Seed,
    rng: Rng,
    entrants: Vec<u8>,
    /// The luck of each seat in the present game.
    luck: PerSeat<f64>,
    /// For each entrant what its chairs made in the block, luck included, and
    /// how much of it was luck.
    sums: Vec<Chairs>,
}

/// What the chairs of an entrant came to.
#[derive(Clone, Copy, Default, Debug)]
struct Chairs {
    points: f64,
    luck: f64,
    chairs: f64,
}

impl<G: Game> LuckMeter<G> {
    /// A meter that makes each draw anew so many times.
    pub fn new(valuation: Box<dyn Valuation<G>>, draws: u32, seed: Seed) -> LuckMeter<G> {
        LuckMeter {
            valuation,
            draws: draws.max(1),
            seed,
            rng: Rng::new(seed),
            entrants: Vec::new(),
            luck: PerSeat::new(),
            sums: Vec::new(),
        }
    }

    /// The luck of each seat in the game watched last.
    pub fn luck(&self) -> &[f64] {
        &self.luck
    }

    /// What a position is worth to each seat, as far as the seat that is asked
    /// next is concerned: what it gains, the others lose in equal parts.
    fn values(&mut self, position: &PositionOf<G>) -> PerSeat<f64> {
        if let Some(scores) = position.scores() {
            let mean = scores.iter().sum::<f64>() / scores.len() as f64;
            return scores.iter().map(|score| score - mean).collect();
        }
        let seats = self.entrants.len();
        let Some(seat) = position.turn().first() else {
            return Seat::all(seats).map(|_| 0.0).collect();
        };
        let value = self.valuation.value(position, seat);
        let others = -value / (seats.max(2) - 1) as f64;
        Seat::all(seats).map(|other| if other == seat { value } else { others }).collect()
    }
}

impl<G: Game> Observer<G> for LuckMeter<G> {
    fn start(&mut self, start: &GameStart<'_, G>) {
        self.entrants = start.entrants.to_vec();
        let entrants = start.entrants.iter().map(|&entrant| usize::from(entrant) + 1).max();
        if self.sums.len() < entrants.unwrap_or(0) {
            self.sums.resize(entrants.unwrap_or(0), Chairs::default());
        }
        self.luck = start.entrants.iter().map(|_| 0.0).collect();
        self.rng = self.seed.stream(Purpose::Sample, &[start.block, start.number as u64, 1]);
    }

    fn decision(&mut self, decision: &ChosenMove<'_, G>) {
        let before = decision.position;
        if before.draws_left() == 0 {
            return;
        }
        let mut after = before.clone();
        after.play_unchecked(decision.seat, decision.mv);
        if after.draws_left() == before.draws_left() {
            return;
        }
        let real = self.values(&after);
        let mut luck: PerSeat<f64> = real;
        for _ in 0..self.draws {
            after.clone_from(before);
            after.redraw(&mut self.rng);
            after.play_unchecked(decision.seat, decision.mv);
            let other = self.values(&after);
            for (luck, other) in luck.iter_mut().zip(&other) {
                *luck -= other / f64::from(self.draws);
            }
        }
        self.luck.iter_mut().zip(&luck).for_each(|(sum, luck)| *sum += luck);
    }

    fn end(&mut self, end: &GameEnd<'_, G>) {
        let Some(scores) = end.scores else { return };
        for ((&entrant, score), luck) in self.entrants.iter().zip(scores).zip(&self.luck) {
            let sums = &mut self.sums[usize::from(entrant)];
            sums.points += score;
            sums.luck += luck;
            sums.chairs += 1.0;
        }
    }
}

/// How many parts the deals are cut into for the weight: each takes that of
/// all others.
const FOLDS: usize = 10;

/// Collects the luck of a match, block by block.
#[derive(Clone, Debug, Default)]
pub struct LuckTotals {
    blocks: BTreeMap<u64, Vec<Chairs>>,
}

impl LuckTotals {
    /// Takes in what was measured in a block.
    pub fn add<G: Game>(&mut self, block: u64, meter: LuckMeter<G>) {
        self.blocks.insert(block, meter.sums);
    }

    /// Writes the points without luck into the report of the match.
    pub fn report(&self, report: &mut MatchReport, valuation: &str, draws: u32) {
        let blocks: Vec<&[Chairs]> =
            self.blocks.range(..report.deals).map(|(_, sums)| &sums[..]).collect();
        let weights = weights(&blocks);
        let without = |chairs: &Chairs, weight: f64| chairs.points - weight * chairs.luck;
        let mean = |entrant: usize, value: &dyn Fn(&Chairs, f64) -> f64| -> Vec<f64> {
            let blocks = blocks.iter().zip(0..);
            let of = |(sums, n): (&&[Chairs], usize)| {
                let chairs = sums.get(entrant).filter(|chairs| chairs.chairs > 0.0)?;
                Some(value(chairs, weights[n % FOLDS]) / chairs.chairs)
            };
            blocks.filter_map(of).collect()
        };
        let players = (0..report.players.len()).map(|n| Moments::of(&mean(n, &without)).estimate());
        let difference = |value: &dyn Fn(&Chairs, f64) -> f64| {
            let (first, second) = (mean(0, value), mean(1, value));
            let minus: Vec<f64> = first.iter().zip(&second).map(|(a, b)| a - b).collect();
            Moments::of(&minus).estimate()
        };
        let two = report.players.len() > 1;
        let (plain, adjusted) = (difference(&|chairs, _| chairs.points), difference(&without));
        let width = |of: &Estimate| of.interval().map(|(low, high)| high - low);
        let saved = match (width(&plain), width(&adjusted)) {
            (Some(plain), Some(adjusted)) if two && adjusted > 0.0 => {
                Some((plain / adjusted).powi(2))
            }
            _ => None,
        };
        report.luck = Some(LuckReport {
            valuation: valuation.to_owned(),
            draws,
            deals: blocks.len() as u64,
            weight: weights.iter().sum::<f64>() / FOLDS as f64,
            players: players.collect(),
            difference: two.then_some(adjusted),
            as_many_games: saved,
        });
    }
}

/// For each part of the deals the slope of points over luck in all others.
fn weights(blocks: &[&[Chairs]]) -> [f64; FOLDS] {
    // Sums of luck × points and of luck², part by part; luck has mean zero.
    let mut parts = [(0.0, 0.0); FOLDS];
    for (sums, n) in blocks.iter().zip(0..) {
        let mean = |of: fn(&Chairs) -> f64| {
            sums.iter().map(of).sum::<f64>() / sums.iter().map(|s| s.chairs).sum::<f64>().max(1.0)
        };
        let (points, luck) = (mean(|s| s.points), mean(|s| s.luck));
        for chairs in sums.iter().filter(|chairs| chairs.chairs > 0.0) {
            let (x, y) =
                (chairs.luck / chairs.chairs - luck, chairs.points / chairs.chairs - points);
            parts[n % FOLDS].0 += x * y;
            parts[n % FOLDS].1 += x * x;
        }
    }
    std::array::from_fn(|out| {
        let others = parts.iter().zip(0..).filter(|(_, n)| *n != out);
        let (xy, xx) = others.fold((0.0, 0.0), |sum, (part, _)| (sum.0 + part.0, sum.1 + part.1));
        if xx > 0.0 { xy / xx } else { 0.0 }
    })
}
