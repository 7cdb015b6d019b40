//! What the others may hold, by what one seat knows.

use crate::any_game::TypedGame;
use fuda_core::{Game, Position, Rng, Seat, View, ViewOf};
use fuda_players::Recipe;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How many positions are assumed at most, and for how long.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The most positions.
    pub samples: u32,
    /// After so long no more are begun.
    pub time: Duration,
}

impl Effort {
    /// For a person who waits for one answer.
    pub const ONE: Effort = Effort { samples: 500, time: Duration::from_millis(400) };
    /// For each of a review's many decisions.
    pub const MANY: Effort = Effort { samples: 120, time: Duration::from_millis(30) };
}

/// Positions that are asked for at once.
const AT_ONCE: u64 = 20;

/// How many of each piece the other seats hold on average over positions that
/// agree with what a seat knows.
#[derive(Clone, Debug, Serialize)]
pub struct Belief {
    /// How many positions were assumed.
    pub samples: u32,
    /// Whose belief it is; none where each position is equally likely.
    pub by: Option<String>,
    /// What each of the other seats holds.
    pub seats: Vec<SeatBelief>,
}

/// What one seat is believed to hold.
#[derive(Clone, Debug, Serialize)]
pub struct SeatBelief {
    /// Which seat.
    pub seat: Seat,
    /// The mean number of each piece in its hand.
    pub pieces: BTreeMap<String, f64>,
    /// What it does hold, once that may be known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truth: Option<Vec<String>>,
}

/// Assumes positions that agree with the view, as the player does if it holds
/// some more likely than others, and counts what the others hold.
pub fn belief<G: Game>(
    typed: &TypedGame<G>,
    player: &Recipe<G>,
    view: &ViewOf<G>,
    seats: usize,
    effort: Effort,
    rng: &mut Rng,
) -> Belief {
    let others: Vec<Seat> = Seat::all(seats).filter(|s| *s != view.seat()).collect();
    let mut counts: Vec<BTreeMap<String, f64>> = vec![BTreeMap::new(); others.len()];
    let (begun, mut samples) = (Instant::now(), 0);
    while samples < effort.samples && begun.elapsed() < effort.time {
        let assumed = match &player.beliefs {
            Some(beliefs) => beliefs(view, AT_ONCE, rng),
            None => vec![view.assume(rng)],
        };
        for position in &assumed {
            for (seat, counts) in others.iter().zip(&mut counts) {
                for piece in typed.pieces(&position.view(*seat)) {
                    *counts.entry(piece).or_default() += 1.0;
                }
            }
            samples += 1;
        }
    }
    let mean = |n: f64| (1000.0 * n / f64::from(samples.max(1))).round() / 1000.0;
    let seats = others.into_iter().zip(counts).map(|(seat, pieces)| SeatBelief {
        seat,
        pieces: pieces.into_iter().map(|(piece, n)| (piece, mean(n))).collect(),
        truth: None,
    });
    let by = player.beliefs.is_some().then(|| player.name.clone());
    Belief { samples, by, seats: seats.collect() }
}
