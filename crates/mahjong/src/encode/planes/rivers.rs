//! What lies in front of the players.

use super::ONE;
use super::pen::Pen;
use super::scene::Scene;
use crate::kinds::{Counts, KindSet};
use crate::meld::Meld;

/// Planes 35–54: of each player the kinds melded, three of which are melded,
/// in the middle of a run, called, and in a kan.
pub(super) fn melds(scene: &Scene<'_>, pen: &mut Pen<'_>) {
    for step in 0..4 {
        let (_, open) = scene.player(step);
        let mut counts = Counts::EMPTY;
        for tile in open.melds.iter().flat_map(|meld| meld.tiles()) {
            counts.add(tile.kind());
        }
        pen.kinds(counts.kinds());
        pen.kinds(counts.at_least(3));
        let runs = open.melds.iter().filter(|meld| meld.is_run());
        pen.kinds(runs.filter_map(|meld| meld.base().neighbour(1)).collect());
        let called = open.melds.iter().filter_map(Meld::called);
        pen.kinds(called.map(|tile| tile.kind()).collect());
        pen.kinds(open.melds.iter().filter(|meld| meld.is_kan()).map(Meld::base).collect());
    }
}

/// Planes 55–90: of each player the kinds discarded, discarded twice, ever
/// from the hand, lately as drawn, how late, among the first six, among the
/// last three, with riichi, and called away.
pub(super) fn rivers(scene: &Scene<'_>, pen: &mut Pen<'_>) {
    for step in 0..4 {
        let (_, open) = scene.player(step);
        let river = &open.river;
        let (mut twice, mut held, mut drawn) = (KindSet::EMPTY, KindSet::EMPTY, KindSet::EMPTY);
        let mut met = KindSet::EMPTY;
        for discarded in river {
            let kind = discarded.tile.kind;
            if met.contains(kind) {
                twice.insert(kind);
            }
            met.insert(kind);
            if discarded.drawn {
                drawn.insert(kind);
            } else {
                held.insert(kind);
                drawn.remove(kind);
            }
        }
        pen.kinds(open.river_kinds);
        pen.kinds(twice);
        pen.kinds(held);
        pen.kinds(drawn);
        let plane = pen.plane();
        for (turn, discarded) in river.iter().enumerate() {
            plane[discarded.tile.kind.index()] = (4 * (turn + 1)).min(255) as u8;
        }
        pen.kinds(river.iter().take(6).map(|d| d.tile.kind).collect());
        let plane = pen.plane();
        let last = river.len().saturating_sub(3);
        for (late, discarded) in river[last..].iter().rev().enumerate().rev() {
            plane[discarded.tile.kind.index()] = ONE >> late;
        }
        pen.kinds(river.iter().filter(|d| d.riichi).map(|d| d.tile.kind).collect());
        pen.kinds(river.iter().filter(|d| d.called_by.is_some()).map(|d| d.tile.kind).collect());
    }
}
