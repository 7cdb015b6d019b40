//! How safe a tile looks against one seat.

use super::super::scene::Scene;
use super::around::Rival;
use crate::tile::Kind;

/// Classes of safety: genbutsu; suji 1/9, 2/8, 3/7, 4–6 on both sides, 4–6 on
/// one; no suji 1/9, 2/8, 3/7, 4–6; honours with 0, 1, 2, 3 copies unseen.
pub(super) const CLASSES: usize = 14;

/// The class of a kind against a seat.
pub(super) fn class(scene: &Scene<'_>, rival: &Rival, kind: Kind) -> usize {
    if rival.safe.contains(kind) {
        return 0;
    }
    if kind.is_honour() {
        return 10 + usize::from(4u8.saturating_sub(scene.seen[kind])).min(3);
    }
    let gone = |step| kind.neighbour(step).is_some_and(|other| rival.safe.contains(other));
    let end = usize::from(kind.number().min(10 - kind.number())).min(4);
    let sides = usize::from(gone(-3)) + usize::from(gone(3));
    match (end, sides) {
        (1..=3, 1..) => end,
        (4, 2) => 4,
        (4, 1) => 5,
        _ => 5 + end,
    }
}

/// Whether two-sided waits are ruled out by tiles that are all seen (2), hard
/// to have by tiles of which one is left (1), or neither (0).
pub(super) fn wall(scene: &Scene<'_>, kind: Kind) -> usize {
    if kind.is_honour() {
        return 0;
    }
    let side = |near: i8, far: i8| {
        let seen = |step| kind.neighbour(step).map_or(4, |other| scene.seen[other]);
        match seen(near).max(seen(far)) {
            4.. => 2,
            3 => 1,
            _ => 0,
        }
    };
    side(-1, -2).min(side(1, 2))
}
