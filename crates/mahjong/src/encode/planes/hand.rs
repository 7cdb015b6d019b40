//! The own tiles, what may be done with them, and what they are good for.

use super::PLANES;
use super::action::{Action, TileAction};
use super::pen::Pen;
use super::scene::Scene;
use crate::game::Move;
use crate::hand::acceptance::live;
use crate::kinds::KindSet;
use crate::players::shanten_after;
use crate::tile::Kind;

/// Planes 0–26: the hand, what is legal, dora, tiles seen, winds.
pub(super) fn tiles(scene: &Scene<'_>, pen: &mut Pen<'_>) {
    let (view, table) = (scene.view, &scene.view.table);
    let hand = &view.hand;
    for least in 1..=4 {
        pen.kinds(hand.counts().at_least(least));
    }
    pen.kinds(hand.counts().kinds().into_iter().filter(|&kind| hand.has_red(kind)).collect());
    pen.kinds(view.drawn.iter().map(|face| face.kind).collect());
    pen.kinds(table.forbidden);
    for what in TileAction::ALL {
        pen.kinds(scene.legal_kinds(what));
    }
    pen.kinds(scene.offered.iter().map(|face| face.kind).collect());
    pen.kinds(scene.offered.iter().filter(|face| face.red).map(|face| face.kind).collect());
    let dora = |least: usize| Kind::all().filter(move |&kind| scene.dora(kind) >= least).collect();
    pen.kinds(dora(1));
    pen.kinds(dora(2));
    pen.kinds(scene.hidden_reds);
    for least in 1..=4 {
        pen.kinds(scene.seen.at_least(least));
    }
    pen.kinds(KindSet::single(table.standing.round_wind().kind()));
    for step in 0..4 {
        let (seat, _) = scene.player(step);
        pen.kinds(KindSet::single(table.standing.seat_wind(seat).kind()));
    }
}

/// Planes 27–34: which discards keep the shanten and which lose one, the live
/// tiles and the kinds that then bring the hand closer, what brings the best
/// of them closer, waits that are furiten, runs and triplets that bring it
/// closer.
pub(super) fn shape(scene: &Scene<'_>, pen: &mut Pen<'_>) {
    let after = |lost: i8| {
        let kinds = scene.discards.iter().filter(move |d| d.after.shanten == scene.shanten + lost);
        kinds.map(|d| d.kind)
    };
    pen.kinds(after(0).collect());
    pen.kinds(after(1).collect());
    let plane = pen.plane();
    for discard in &scene.discards {
        let tiles = live(discard.after.kinds, &scene.seen) as usize;
        plane[discard.kind.index()] = (2 * tiles).min(255) as u8;
    }
    let plane = pen.plane();
    for discard in &scene.discards {
        plane[discard.kind.index()] = (4 * discard.after.kinds.len()).min(255) as u8;
    }
    let nearest = scene.discards.iter().filter(|d| d.after.shanten == scene.shanten);
    let wanted = nearest.map(|d| d.after.kinds).chain(scene.waiting.map(|w| w.kinds));
    pen.kinds(wanted.fold(KindSet::EMPTY, |all, kinds| all | kinds));
    let (_, own) = scene.player(0);
    let furiten = scene.discards.iter().filter(|d| {
        let gone = own.river_kinds | KindSet::single(d.kind);
        d.after.shanten == 0 && !(d.after.kinds & gone).is_empty()
    });
    pen.kinds(furiten.map(|d| d.kind).collect());
    let closer = |&mv: &Move| shanten_after(scene.view, mv) < scene.shanten;
    for what in [TileAction::Chi, TileAction::Pon] {
        let calls = scene.legal.iter().filter(|mv| matches!(mv, Move::Chi(_) | Move::Pon(_)));
        let with = |&mv: &Move| Action::of(scene.view, mv).kind_for(what);
        pen.kinds(calls.filter(|mv| closer(mv)).filter_map(with).collect());
    }
    const { assert!(PLANES == 35 + 20 + 36 + 11) }
}
