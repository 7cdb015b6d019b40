//! What lies in front of the players.

use super::ONE;
use super::front::Front;
use super::pen::Pen;
use super::scene::Scene;

/// Planes 35–54: of each player the kinds melded, three of which are melded,
/// in the middle of a run, called, and in a kan.
pub(super) fn melds<'a>(scene: &Scene<'_>, mut pen: Pen<'a>) -> Pen<'a> {
    for Front { melds, .. } in &scene.fronts {
        pen.kinds(melds.tiles.kinds());
        pen.kinds(melds.tiles.at_least(3));
        pen.kinds(melds.runs);
        pen.kinds(melds.called);
        pen.kinds(melds.kans);
    }
    pen
}

/// Planes 55–90: of each player the kinds discarded, discarded twice, ever
/// from the hand, lately as drawn, how late, among the first six, among the
/// last three, with riichi, and called away.
pub(super) fn rivers<'a>(scene: &Scene<'_>, mut pen: Pen<'a>) -> Pen<'a> {
    for Front { open, river, .. } in &scene.fronts {
        pen.kinds(open.river_kinds);
        pen.kinds(river.twice);
        pen.kinds(river.held);
        pen.kinds(river.drawn);
        let plane = pen.plane();
        for (turn, discarded) in open.river.iter().enumerate() {
            plane[discarded.tile.kind.index()] = (4 * (turn + 1)).min(255) as u8;
        }
        pen.kinds(river.early);
        let plane = pen.plane();
        let last = open.river.len().saturating_sub(3);
        for (late, discarded) in open.river[last..].iter().rev().enumerate().rev() {
            plane[discarded.tile.kind.index()] = ONE >> late;
        }
        pen.kinds(river.riichi);
        pen.kinds(river.called);
    }
    pen
}
