//! The own tiles, what may be done with them, and what they are good for.

use super::PLANES;
use super::action::{Actions, TileAction};
use super::pen::Pen;
use super::scene::{FIVES, Scene};
use crate::game::Move;
use crate::hand::acceptance::Discard;
use crate::kinds::KindSet;
use crate::players::shanten_after;

/// Planes 0–26: the hand, what is legal, dora, tiles seen, winds.
pub(super) fn tiles<'a>(scene: &Scene<'_>, mut pen: Pen<'a>) -> Pen<'a> {
    let (view, table) = (scene.view, &scene.view.table);
    let hand = &view.hand;
    for least in 1..=4 {
        pen.kinds(hand.counts().at_least(least));
    }
    pen.kinds(FIVES.into_iter().filter(|&five| hand.has_red(five)).collect());
    pen.kinds(view.drawn.iter().map(|face| face.kind).collect());
    pen.kinds(table.forbidden);
    for what in TileAction::ALL {
        pen.kinds(scene.actions.kinds(what));
    }
    pen.kinds(scene.offered.iter().map(|face| face.kind).collect());
    pen.kinds(scene.offered.iter().filter(|face| face.red).map(|face| face.kind).collect());
    pen.kinds(scene.dora.at_least(1));
    pen.kinds(scene.dora.at_least(2));
    pen.kinds(scene.hidden_reds);
    for least in 1..=4 {
        pen.kinds(scene.seen.at_least(least));
    }
    pen.kinds(KindSet::single(table.standing.round_wind().kind()));
    for front in &scene.fronts {
        pen.kinds(KindSet::single(table.standing.seat_wind(front.seat).kind()));
    }
    pen
}

/// Planes 27–34: which discards keep the shanten and which lose one, the live
/// tiles and the kinds that then bring the hand closer, what brings the best
/// of them closer, waits that are furiten, runs and triplets that bring it
/// closer.
pub(super) fn shape<'a>(scene: &Scene<'_>, mut pen: Pen<'a>) -> Pen<'a> {
    let after = |lost: i8| {
        let kinds = scene.discards.iter().filter(move |d| d.after.shanten == scene.shanten + lost);
        kinds.map(|d| d.kind)
    };
    pen.kinds(after(0).collect());
    pen.kinds(after(1).collect());
    let plane = pen.plane();
    let seen = [1, 2, 3, 4].map(|least| scene.seen.at_least(least));
    for Discard { kind, after } in &scene.discards {
        // As `Acceptance::live`, from sets of kinds: one pass for all discards.
        let gone: usize = seen.iter().map(|&seen| (after.kinds & seen).len()).sum();
        plane[kind.index()] = (2 * (4 * after.kinds.len() - gone)).min(255) as u8;
    }
    let plane = pen.plane();
    for discard in &scene.discards {
        plane[discard.kind.index()] = (4 * discard.after.kinds.len()).min(255) as u8;
    }
    let nearest = scene.discards.iter().filter(|d| d.after.shanten == scene.shanten);
    let wanted = nearest.map(|d| d.after.kinds).chain(scene.waiting.map(|w| w.kinds));
    pen.kinds(wanted.fold(KindSet::EMPTY, |all, kinds| all | kinds));
    let own = scene.fronts[0].open;
    let furiten = scene.discards.iter().filter(|d| {
        let gone = own.river_kinds | KindSet::single(d.kind);
        d.after.shanten == 0 && !(d.after.kinds & gone).is_empty()
    });
    pen.kinds(furiten.map(|d| d.kind).collect());
    let calls = scene.legal.iter().filter(|mv| matches!(mv, Move::Chi(_) | Move::Pon(_)));
    let closer = calls.filter(|&&mv| shanten_after(scene.view, mv) < scene.shanten);
    let closer = Actions::of(scene.view, closer);
    pen.kinds(closer.kinds(TileAction::Chi));
    pen.kinds(closer.kinds(TileAction::Pon));
    const { assert!(PLANES == 35 + 20 + 36 + 11) }
    pen
}
