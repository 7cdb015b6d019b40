//! What the others may hold, by what one seat knows.

use crate::any_game::TypedGame;
use fuda_core::{Game, Position, Rng, Seat, View, ViewOf};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How many positions are assumed at most, and for how long.
const MOST_SAMPLES: u32 = 500;
const MOST_TIME: Duration = Duration::from_millis(400);

/// How many of each piece the other seats hold on average over positions that
/// agree with what a seat knows, each equally likely.
#[derive(Clone, Debug, Serialize)]
pub struct Belief {
    /// How many positions were assumed.
    pub samples: u32,
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
}

/// Assumes positions that agree with the view and counts what the others hold.
pub fn belief<G: Game>(
    typed: &TypedGame<G>,
    view: &ViewOf<G>,
    seats: usize,
    rng: &mut Rng,
) -> Belief {
    let others: Vec<Seat> = Seat::all(seats).filter(|s| *s != view.seat()).collect();
    let mut counts: Vec<BTreeMap<String, f64>> = vec![BTreeMap::new(); others.len()];
    let (begun, mut samples) = (Instant::now(), 0);
    while samples < MOST_SAMPLES && begun.elapsed() < MOST_TIME {
        let assumed = view.assume(rng);
        for (seat, counts) in others.iter().zip(&mut counts) {
            for piece in typed.pieces(&assumed.view(*seat)) {
                *counts.entry(piece).or_default() += 1.0;
            }
        }
        samples += 1;
    }
    let share = |pieces: BTreeMap<String, f64>| {
        pieces.into_iter().map(|(piece, n)| (piece, n / f64::from(samples.max(1)))).collect()
    };
    let seats = others.into_iter().zip(counts);
    Belief {
        samples,
        seats: seats.map(|(seat, pieces)| SeatBelief { seat, pieces: share(pieces) }).collect(),
    }
}
