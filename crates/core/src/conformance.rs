//! One suite that every game passes.
//!
//! A game's tests call the functions of this module with rules small and
//! large. They panic with a description when a promise is broken.

use crate::{
    Claim, DealOf, Game, MoveOf, Position, PositionOf, Purpose, Record, Rng, Seat, Seed, Turn,
    View, ViewOf, WatchedGame,
};
use std::fmt::Debug;

mod distribution;
mod encoders;
mod evenness;
mod events;

pub use distribution::check_distribution;

use evenness::Evenness;

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

    /// Whether there is anything that some seat cannot know. A game without
    /// hidden information says `false`; of all others the suite expects that
    /// [`Conformance::scramble_hidden`] changes something now and then.
    fn hides_something(&self) -> bool {
        true
    }

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
    encoders::check_names(game);
    let mut seen = Seen::default();
    for number in 0..deals {
        check_game(game, number, seed, &mut seen);
    }
    // A suite whose own tools do nothing would pass any game.
    assert!(seen.refusals > 0, "not one illegal move was offered in {deals} games");
    assert!(
        seen.scrambles > 0 || !game.hides_something(),
        "hidden cards were shuffled anew, but no fingerprint changed in {deals} games"
    );
    seen.evenness.finish();
}

/// What is known only after all games.
#[derive(Default)]
struct Seen {
    /// Illegal moves that were refused.
    refusals: u64,
    /// Scrambled positions whose fingerprint differs from the truth.
    scrambles: u64,
    /// How even random moves are.
    evenness: Evenness,
}

fn check_game<G: Conformance>(game: &G, number: u64, seed: Seed, seen: &mut Seen) {
    let mut rng = seed.stream(Purpose::Playout, &[number]);
    let deal = game.deal(&mut seed.stream(Purpose::Deal, &[number]));
    let again = game.deal(&mut seed.stream(Purpose::Deal, &[number]));
    assert_eq!(deal, again, "the same stream must give the same deal");
    survives_json(&deal, "a deal");
    let mut position = started(game, &deal);
    let mut record = Record::new(game, deal);
    let mut moves = Vec::new();
    // The watchers' own checks must not change what the others draw.
    let mut ears = seed.stream(Purpose::Sample, &[number]);
    let mut draws = seed.stream(Purpose::Sample, &[number, 1]);
    let (first, mut heard) = (position.clone(), Vec::new());
    events::check_first(game, &first, &mut ears);
    let watched = |e: String| -> ! { panic!("events do not lead to what is seen: {e}") };
    let mut watchers = WatchedGame::new(game, position.clone()).unwrap_or_else(|e| watched(e));
    loop {
        assert_eq!(
            position.scores().is_some(),
            position.turn() == Turn::Over,
            "scores are there exactly when the game is over"
        );
        let Some(seat) = asked(position.turn(), &mut rng) else {
            break;
        };
        check_decision(game, &position, seat, &mut rng, seen);
        // Playing every position to its end would take too long.
        if record.moves.is_empty() || rng.below(8) == 0 {
            check_playout(game, &position, &mut rng);
        }
        position.legal_moves(seat, &mut moves);
        if moves.len() > 1 && draws.below(4) == 0 {
            seen.evenness.check(&position, seat, &moves, &mut draws);
        }
        let mv = *rng.pick(&moves).expect("checked above");
        let before = game.fingerprint(&position);
        events::check_move(game, &position, (seat, mv), &mut ears, &mut heard);
        watchers.play(seat, mv).unwrap_or_else(|e| watched(e));
        position.play(seat, mv).expect("a legal move must play");
        assert_ne!(
            before,
            game.fingerprint(&position),
            "the fingerprint is the same before and after {mv}"
        );
        record.moves.push((seat, mv));
    }
    events::check_any_order(game, &first, &heard, &mut ears);
    check_views(game, &position, &mut rng, seen);
    let scores = position.scores().expect("the game is over");
    check_scores(game, &scores, "the end");
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

/// As many scores as seats, all finite, with the sum the game promises.
fn check_scores<G: Game>(game: &G, scores: &[f64], of: &str) {
    let seats = game.seats();
    assert_eq!(scores.len(), seats, "the scores of {of} are {scores:?} for {seats} seats");
    assert!(scores.iter().all(|s| s.is_finite()), "the scores of {of} are {scores:?}");
    if let Some(sum) = game.score_sum() {
        let got: f64 = scores.iter().sum();
        assert!((got - sum).abs() < 1e-6, "the scores of {of} add up to {got}, not {sum}");
    }
}

/// A playout reaches the end, whatever shortcuts the game takes.
fn check_playout<G: Game>(game: &G, position: &PositionOf<G>, rng: &mut Rng) {
    let scores = position.clone().random_playout(rng, &mut Vec::new());
    check_scores(game, &scores, "a playout");
}

/// Draws made anew change nothing that anybody has seen.
fn check_redraw<G: Game>(game: &G, position: &PositionOf<G>, rng: &mut Rng) {
    let mut redrawn = position.clone();
    redrawn.redraw(rng);
    assert_eq!(redrawn.draws_left(), position.draws_left(), "draws made anew are as many");
    assert_eq!(redrawn.turn(), position.turn(), "draws made anew do not change the turn");
    for seat in Seat::all(game.seats()) {
        assert_eq!(redrawn.view(seat), position.view(seat), "a seat has seen a draw made anew");
    }
}

/// No view shows anything hidden, and each survives serialisation: those of
/// seats that are not asked too, and at the end of the game.
fn check_views<G: Conformance>(game: &G, position: &PositionOf<G>, rng: &mut Rng, seen: &mut Seen) {
    check_redraw(game, position, rng);
    let truth = game.fingerprint(position);
    for seat in Seat::all(game.seats()) {
        let view = position.view(seat);
        assert_eq!(view.seat(), seat);
        survives_json(&view, "a view");
        let scrambled = game.scramble_hidden(position, seat, rng);
        assert!(
            scrambled.view(seat) == view,
            "seat {seat} sees something hidden:\n{view:?}\n{:?}",
            scrambled.view(seat)
        );
        // Programs from outside are shown the view as JSON.
        let shown = |view: &ViewOf<G>| serde_json::to_string(view).expect("a view is JSON");
        assert_eq!(shown(&scrambled.view(seat)), shown(&view), "the JSON has something hidden");
        seen.scrambles += u64::from(game.fingerprint(&scrambled) != truth);
    }
}

fn check_decision<G: Conformance>(
    game: &G,
    position: &PositionOf<G>,
    seat: Seat,
    rng: &mut Rng,
    seen: &mut Seen,
) {
    let mut moves = Vec::new();
    position.legal_moves(seat, &mut moves);
    assert!(!moves.is_empty(), "seat {seat} is asked but has no move");
    let mut sorted = moves.clone();
    sorted.sort();
    sorted.dedup();
    assert_eq!(sorted.len(), moves.len(), "a legal move is listed twice");
    seen.refusals += check_moves(game, position, seat, &moves);
    check_views(game, position, rng, seen);
    for other in Seat::all(game.seats()) {
        let drawn = position.random_move(other, rng, &mut moves);
        position.legal_moves(other, &mut moves);
        if !position.turn().seats().contains(other) {
            assert!(moves.is_empty(), "seat {other} is not asked but may move");
        }
        match drawn {
            Some(mv) => assert!(moves.contains(&mv), "the random move {mv} is not legal"),
            None => assert!(moves.is_empty(), "seat {other} has moves, but no random one"),
        }
        if let Some(scores) = game.forfeit_scores(position, other) {
            check_scores(game, &scores, "a forfeit");
        }
    }
    if matches!(position.turn(), Turn::Claims(_)) {
        let takes = |mv: &MoveOf<G>| position.claim(seat, *mv) != Claim::Pass;
        assert!(sorted.iter().any(takes), "seat {seat} may claim, but `claim` says it cannot");
    }
    let view = position.view(seat);
    let scrambled = game.scramble_hidden(position, seat, rng).view(seat);
    encoders::check_encoders(game, &view, &scrambled, &sorted);
    check_assumption::<G>(position, &view, &sorted, rng);
}

/// Every legal move plays on a copy and leaves the original alone; every
/// illegal one is refused and changes nothing. Gives how many were refused.
fn check_moves<G: Conformance>(
    game: &G,
    position: &PositionOf<G>,
    seat: Seat,
    moves: &[MoveOf<G>],
) -> u64 {
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
    let illegal = game.illegal_moves(position);
    for &(seat, mv) in &illegal {
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
    illegal.len() as u64
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
