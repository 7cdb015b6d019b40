//! How safe kinds are.

use super::pen::Pen;
use super::scene::Scene;
use crate::kinds::{Counts, KindSet};
use crate::tile::Kind;

/// Planes 91–101: against each of the three others what cannot be ronned
/// (genbutsu), what no two-sided wait has (suji), what only one can have; then
/// what no two-sided wait can have because all four (then: three) of a kind it
/// needs are seen.
pub(super) fn safety(scene: &Scene<'_>, pen: &mut Pen<'_>) {
    for step in 1..4 {
        let (_, open) = scene.player(step);
        let safe = open.river_kinds | open.passed;
        pen.kinds(safe);
        let (mut suji, mut half) = (KindSet::EMPTY, KindSet::EMPTY);
        for kind in !KindSet::HONOURS {
            let sides = [kind.neighbour(-3), kind.neighbour(3)];
            let there = sides.iter().flatten().count();
            let covered = sides.iter().flatten().filter(|&&other| safe.contains(other)).count();
            match covered {
                0 => {}
                n if n == there => suji.insert(kind),
                _ => half.insert(kind),
            }
        }
        pen.kinds(suji);
        pen.kinds(half);
    }
    pen.kinds(walled(&scene.seen, 4));
    pen.kinds(walled(&scene.seen, 3));
}

/// Kinds that no two-sided wait can have when `many` seen of a kind are all.
fn walled(seen: &Counts, many: u8) -> KindSet {
    let gone = seen.at_least(many);
    let open = |kind: Kind, step: i8| {
        let pair = (kind.neighbour(step), kind.neighbour(2 * step));
        matches!(pair, (Some(a), Some(b)) if !gone.contains(a) && !gone.contains(b))
    };
    (!KindSet::HONOURS).into_iter().filter(|&kind| !open(kind, -1) && !open(kind, 1)).collect()
}
