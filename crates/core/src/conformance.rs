//! One suite that every game passes.
//!
//! A game's tests call the functions of this module with rules small and
//! large. They panic with a description when a promise is broken.

use crate::{
    DealOf, Game, MoveOf, Position, PositionOf, Purpose, Record, Rng, Seat, Seed, Turn, View,
    ViewOf,
};
use statrs::distribution::{ChiSquared, ContinuousCDF};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// What the suite needs to know of a game beyond [`Game`].
pub trait Conformance: Game {
    /// The same position with everything that `seat` cannot know shuffled
    /// anew, made from the position itself without asking its view.
    fn scramble_hidden(
        &self,
        truth: &PositionOf<Self>,
        seat: Seat,
        rng: &mut Rng,
    ) -> PositionOf<Self>;

    /// Moves that are never legal in this position (of any shape the game's
    /// move type allows); the suite tries each and expects a refusal.
    fn illegal_moves(&self, truth: &PositionOf<Self>) -> Vec<(Seat, MoveOf<Self>)>;

    /// A text that tells two positions apart whenever they differ in
    /// anything that matters, hidden cards and their order included.
    fn fingerprint(&self, truth: &PositionOf<Self>) -> String;

    /// The position another deal leads to when the moves of `history` that
    /// everybody saw are played on it, or `None` when they cannot be.
    ///
    /// Games where passing a claim is not seen override this.
    fn replay_public(
        &self,
        deal: &DealOf<Self>,
        history: &[(Seat, MoveOf<Self>)],
    ) -> Option<PositionOf<Self>> {
        let mut position = self.start(deal).ok()?;
        for &(seat, mv) in history {
            position.play(seat, mv).ok()?;
        }
        Some(position)
    }
}

/// Runs every check that needs no list of deals, on `deals` random games.
pub fn check<G: Conformance>(game: &G, deals: u64, seed: Seed) {
    assert_eq!(
        G::with_rules(&game.rules()).map(|g| g.rules()),
        Ok(game.rules()),
        "rules do not survive being written and read"
    );
    for number in 0..deals {
        check_game(game, number, seed);
    }
}

fn check_game<G: Conformance>(game: &G, number: u64, seed: Seed) {
    let mut rng = seed.stream(Purpose::Playout, &[number]);
    let deal = game.deal(&mut seed.stream(Purpose::Deal, &[number]));
    let again = game.deal(&mut seed.stream(Purpose::Deal, &[number]));
    assert_eq!(deal, again, "the same stream must give the same deal");
    survives_json(&deal, "a deal");
    let mut position = started(game, &deal);
    let mut record = Record::new(game, deal);
    let mut moves = Vec::new();
    loop {
        assert_eq!(
            position.scores().is_some(),
            position.turn() == Turn::Over,
            "scores are there exactly when the game is over"
        );
        let Some(seat) = asked(position.turn(), &mut rng) else {
            break;
        };
        check_decision(game, &position, seat, &mut rng);
        position.legal_moves(seat, &mut moves);
        let mv = *rng.pick(&moves).expect("checked above");
        position.play(seat, mv).expect("a legal move must play");
        record.moves.push((seat, mv));
    }
    let scores = position.scores().expect("the game is over");
    assert_eq!(scores.len(), game.seats());
    if let Some(sum) = game.score_sum() {
        let got: f64 = scores.iter().sum();
        assert!((got - sum).abs() < 1e-6, "scores add up to {got}, not {sum}");
    }
    record.scores = Some(scores);
    let end = record.replay().expect("a record replays");
    assert_eq!(game.fingerprint(&end), game.fingerprint(&position));
    survives_json(&record, "a record");
}

/// A seat that owes an answer, at random: claims may be answered in any order.
fn asked(turn: Turn, rng: &mut Rng) -> Option<Seat> {
    let seats: Vec<Seat> = turn.seats().iter().collect();
    rng.pick(&seats).copied()
}

fn check_decision<G: Conformance>(game: &G, position: &PositionOf<G>, seat: Seat, rng: &mut Rng) {
    let mut moves = Vec::new();
    position.legal_moves(seat, &mut moves);
    assert!(!moves.is_empty(), "seat {seat} is asked but has no move");
    let mut sorted = moves.clone();
    sorted.sort();
    sorted.dedup();
    assert_eq!(sorted.len(), moves.len(), "a legal move is listed twice");
    check_moves(game, position, seat, &moves);
    let view = position.view(seat);
    assert_eq!(view.seat(), seat);
    survives_json(&view, "a view");
    for other in Seat::all(game.seats()) {
        let scrambled = game.scramble_hidden(position, other, rng);
        assert!(
            scrambled.view(other) == position.view(other),
            "seat {other} sees something hidden:\n{:?}\n{:?}",
            position.view(other),
            scrambled.view(other)
        );
        if !position.turn().seats().contains(other) {
            position.legal_moves(other, &mut moves);
            assert!(moves.is_empty(), "seat {other} is not asked but may move");
        }
    }
    check_assumption::<G>(position, &view, &sorted, rng);
}

/// Every legal move plays on a copy and leaves the original alone; every
/// illegal one is refused and changes nothing.
fn check_moves<G: Conformance>(
    game: &G,
    position: &PositionOf<G>,
    seat: Seat,
    moves: &[MoveOf<G>],
) {
    let before = game.fingerprint(position);
    for &mv in moves {
        let mut checked = position.clone();
        if let Err(e) = checked.play(seat, mv) {
            panic!("a listed move is refused: {e}");
        }
        let mut unchecked = position.clone();
        unchecked.play_unchecked(seat, mv);
        assert_eq!(game.fingerprint(&checked), game.fingerprint(&unchecked));
        assert_eq!(
            mv.to_string().parse::<MoveOf<G>>(),
            Ok(mv),
            "a move does not survive being written and read"
        );
    }
    for (seat, mv) in game.illegal_moves(position) {
        let mut copy = position.clone();
        assert!(copy.play(seat, mv).is_err(), "illegal {mv} by {seat} is accepted");
        assert_eq!(game.fingerprint(&copy), before, "a refused move changed the position");
    }
    for other in Seat::all(game.seats()) {
        if !position.turn().seats().contains(other) {
            let mut copy = position.clone();
            assert!(copy.play(other, moves[0]).is_err(), "seat {other} is not to move");
        }
    }
    assert_eq!(game.fingerprint(position), before, "playing on a copy changed the original");
}

fn check_assumption<G: Game>(
    position: &PositionOf<G>,
    view: &ViewOf<G>,
    legal: &[MoveOf<G>],
    rng: &mut Rng,
) {
    let seat = view.seat();
    let assumed = view.assume(rng);
    assert!(
        assumed.view(seat) == *view,
        "an assumed position looks different:\n{view:?}\n{:?}",
        assumed.view(seat)
    );
    let mut moves = Vec::new();
    assumed.legal_moves(seat, &mut moves);
    moves.sort();
    assert_eq!(moves, legal, "an assumed position has other legal moves");
    assert_eq!(
        matches!(position.turn(), Turn::Claims(_)),
        matches!(assumed.turn(), Turn::Claims(_)),
        "an assumed position waits for another kind of turn"
    );
}

fn survives_json<T>(value: &T, what: &str)
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + Debug,
{
    let text = serde_json::to_string(value).expect("it can be written");
    let back: T = serde_json::from_str(&text).expect("it can be read");
    assert!(back == *value, "{what} does not survive serialisation: {text}");
}

fn started<G: Game>(game: &G, deal: &DealOf<G>) -> PositionOf<G> {
    game.start(deal).unwrap_or_else(|e| panic!("a dealt deal is refused: {e}"))
}

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
