//! Whether assumed positions are as likely as they should be.

use super::{Conformance, asked, started};
use crate::{DealOf, MoveOf, Position, Purpose, Rng, Seat, Seed, View, ViewOf};
use statrs::distribution::{ChiSquared, ContinuousCDF};
use std::collections::BTreeMap;

/// Compares the distribution of assumed positions with exact enumeration.
///
/// `deals` are all deals there are, each equally likely (use tiny rules).
/// Random games are played; at every decision where at most `most` deals are
/// still possible, `samples` assumptions are drawn and a chi-square test
/// compares them with the possible deals. Gives the number of decisions
/// tested, so that a caller can insist on enough of them.
pub fn check_distribution<G: Conformance>(
    game: &G,
    deals: &[DealOf<G>],
    games: u64,
    most: usize,
    samples: usize,
    seed: Seed,
) -> usize {
    let mut tested = 0;
    for number in 0..games {
        let mut rng = seed.stream(Purpose::Sample, &[number]);
        let deal = rng.pick(deals).expect("there are deals");
        let mut position = started(game, deal);
        let mut history = Vec::new();
        let mut moves = Vec::new();
        while let Some(seat) = asked(position.turn(), &mut rng) {
            let possible = possible_positions(game, deals, &history, &position.view(seat));
            assert!(possible.contains_key(&game.fingerprint(&position)), "the truth is possible");
            if possible.len() <= most && possible.len() > 1 {
                compare(game, &position.view(seat), &possible, samples, &mut rng);
                tested += 1;
            }
            position.legal_moves(seat, &mut moves);
            let mv = *rng.pick(&moves).expect("a seat that is asked has a move");
            position.play_unchecked(seat, mv);
            history.push((seat, mv));
        }
    }
    tested
}

/// Every position that gives this view after this history, with its weight.
fn possible_positions<G: Conformance>(
    game: &G,
    deals: &[DealOf<G>],
    history: &[(Seat, MoveOf<G>)],
    view: &ViewOf<G>,
) -> BTreeMap<String, f64> {
    let mut possible = BTreeMap::new();
    for deal in deals {
        if let Some(position) = game.replay_public(deal, history)
            && position.turn().seats().contains(view.seat())
            && position.view(view.seat()) == *view
        {
            *possible.entry(game.fingerprint(&position)).or_insert(0.0) += 1.0;
        }
    }
    possible
}

fn compare<G: Conformance>(
    game: &G,
    view: &ViewOf<G>,
    possible: &BTreeMap<String, f64>,
    samples: usize,
    rng: &mut Rng,
) {
    let mut seen: BTreeMap<String, f64> = BTreeMap::new();
    for _ in 0..samples {
        *seen.entry(game.fingerprint(&view.assume(rng))).or_insert(0.0) += 1.0;
    }
    if let Some((print, _)) = seen.iter().find(|(print, _)| !possible.contains_key(*print)) {
        panic!("an assumed position is not possible: {print}\nview {view:?}");
    }
    let total: f64 = possible.values().sum();
    let chi: f64 = possible
        .iter()
        .map(|(print, weight)| {
            let expected = samples as f64 * weight / total;
            let got = seen.get(print).copied().unwrap_or(0.0);
            (got - expected).powi(2) / expected
        })
        .sum();
    let freedom = (possible.len() - 1) as f64;
    let p = ChiSquared::new(freedom).map(|d| d.sf(chi)).unwrap_or(1.0);
    // Thousands of decisions are tested with fixed seeds: only a p-value far
    // below what that many tests produce by chance is a fault.
    assert!(p > 1e-7, "assumptions are not even: chi-square {chi:.1} at {freedom}, p = {p:.2e}");
}
