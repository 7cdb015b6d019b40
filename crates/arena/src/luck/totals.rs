//! The luck of a whole match, and points without it.

use super::meter::{Chairs, LuckMeter};
use crate::report::{LuckReport, MatchReport};
use fuda_core::Game;
use fuda_stats::{Estimate, Moments};
use std::collections::BTreeMap;

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
        self.blocks.insert(block, meter.into_sums());
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
