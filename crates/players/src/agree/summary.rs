//! Agreement in numbers, with intervals over games.

use super::{Rank, Sample};
use fuda_core::Game;
use fuda_stats::{Estimate, clustered_mean, clustered_share};
use serde::Serialize;
use std::collections::BTreeMap;

/// Agreement in one turn of the game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct TurnAgreement {
    /// The turn, counted from 1.
    pub turn: u32,
    /// How many decisions.
    pub positions: usize,
    /// The share in which the player chose the recorded move.
    pub agreement: f64,
    /// The share in which it named the recorded move at all.
    pub named: f64,
}

/// How well a player agrees with records.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Agreement {
    /// How many decisions it was asked about.
    pub positions: usize,
    /// How many games they come from.
    pub games: usize,
    /// How many decisions there were to draw from.
    pub drawn_from: usize,
    /// The share in which it chose the recorded move.
    pub agreement: Estimate,
    /// The shares in which the recorded move was among its first 1, 2, 3 …
    pub within: Vec<f64>,
    /// The mean of the recorded move's place in its list, minus one.
    pub disagreement: Estimate,
    /// The share in which it named the recorded move at all.
    pub named: f64,
    /// Turn by turn.
    pub turns: Vec<TurnAgreement>,
}

/// How many places [`Agreement::within`] has.
const PLACES: usize = 14;

impl Agreement {
    /// Sums up the ranks of a sample, one for each decision.
    pub fn of<G: Game>(sample: &Sample<G>, ranks: &[Rank]) -> Agreement {
        let games = || sample.decisions.iter().map(|d| d.record);
        let agreed = ranks.iter().map(|r| f64::from(u8::from(r.listed == Some(1))));
        let places = ranks.iter().map(|r| r.expected - 1.0);
        let mut different: Vec<usize> = games().collect();
        different.dedup();
        let count = ranks.len().max(1) as f64;
        let share =
            |test: &dyn Fn(&Rank) -> bool| ranks.iter().filter(|r| test(r)).count() as f64 / count;
        let within = |place: usize| share(&|r: &Rank| r.listed.is_some_and(|p| p <= place));
        Agreement {
            positions: ranks.len(),
            games: different.len(),
            drawn_from: sample.from,
            agreement: clustered_share(games().zip(agreed)),
            within: (1..=PLACES).map(within).collect(),
            disagreement: clustered_mean(games().zip(places)),
            named: share(&|r: &Rank| r.listed.is_some()),
            turns: by_turn(sample, ranks),
        }
    }
}

fn by_turn<G: Game>(sample: &Sample<G>, ranks: &[Rank]) -> Vec<TurnAgreement> {
    let mut turns: BTreeMap<u32, Vec<Rank>> = BTreeMap::new();
    for (decision, rank) in sample.decisions.iter().zip(ranks) {
        turns.entry(decision.turn).or_default().push(*rank);
    }
    turns
        .into_iter()
        .map(|(turn, ranks)| {
            let count = ranks.len() as f64;
            let share = |n: usize| n as f64 / count;
            TurnAgreement {
                turn,
                positions: ranks.len(),
                agreement: share(ranks.iter().filter(|r| r.listed == Some(1)).count()),
                named: share(ranks.iter().filter(|r| r.listed.is_some()).count()),
            }
        })
        .collect()
}
