//! Events: nothing hidden is in them, whatever lies behind a view.

use super::Conformance;
use crate::{EventOf, MoveOf, Position, PositionOf, Rng, Seat, Turn, Watcher};

/// What a seat hears when a game starts does not depend on what it cannot see.
pub(super) fn check_first<G: Conformance>(game: &G, position: &PositionOf<G>, rng: &mut Rng) {
    for seat in Seat::all(game.seats()) {
        let heard = |position: &PositionOf<G>| {
            let mut events = Vec::new();
            position.first_events(seat, &mut events);
            events
        };
        let (truth, other) = (heard(position), heard(&game.scramble_hidden(position, seat, rng)));
        same::<G>(seat, &truth, &other);
    }
}

/// A seat hears the same of a move wherever it sees the same before and after
/// it, whatever it cannot see. The end of a hand shows what was hidden, so it
/// is left out.
pub(super) fn check_move<G: Conformance>(
    game: &G,
    before: &PositionOf<G>,
    (mover, mv): (Seat, MoveOf<G>),
    rng: &mut Rng,
    heard: &mut Vec<EventOf<G>>,
) {
    let played = |position: &PositionOf<G>| {
        let mut after = position.clone();
        after.play(mover, mv).is_ok().then_some(after)
    };
    let Some(after) = played(before) else { return };
    for seat in Seat::all(game.seats()) {
        after.events(before, mover, mv, seat, heard);
    }
    if after.turn() == Turn::Over || after.round() != before.round() {
        return;
    }
    for seat in Seat::all(game.seats()) {
        let scrambled = game.scramble_hidden(before, seat, rng);
        let Some(other) = played(&scrambled) else { continue };
        if other.turn() == Turn::Over || other.view(seat) != after.view(seat) {
            continue;
        }
        let (mut truth, mut told) = (Vec::new(), Vec::new());
        after.events(before, mover, mv, seat, &mut truth);
        other.events(&scrambled, mover, mv, seat, &mut told);
        same::<G>(seat, &truth, &told);
    }
}

fn same<G: Conformance>(seat: Seat, truth: &[EventOf<G>], other: &[EventOf<G>]) {
    assert!(truth == other, "seat {seat} hears something hidden:\n{truth:?}\n{other:?}");
}

/// Events may come from anywhere: in any order, of any seat, they are taken
/// or refused.
pub(super) fn check_any_order<G: Conformance>(
    game: &G,
    first: &PositionOf<G>,
    heard: &[EventOf<G>],
    rng: &mut Rng,
) {
    let mut legal = Vec::new();
    for seat in Seat::all(game.seats()) {
        let mut watcher = Watcher::new(game.clone(), seat);
        let mut start = Vec::new();
        first.first_events(seat, &mut start);
        for round in 0..2 {
            for event in &start {
                // The first round is heard without a start.
                let _ = (round > 0).then(|| watcher.hear(event));
            }
            for _ in 0..400 {
                let Some(event) = rng.pick(heard) else { break };
                let _ = watcher.hear(event);
                watcher.legal_moves(&mut legal);
                watcher.view();
            }
        }
    }
}
