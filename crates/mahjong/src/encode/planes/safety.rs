//! How safe kinds are.

use super::front::Front;
use super::pen::Pen;
use super::scene::Scene;
use crate::kinds::{Counts, KindSet};

/// Planes 91–101: against each of the three others what cannot be ronned
/// (genbutsu), what no two-sided wait has (suji), what only one can have; then
/// what no two-sided wait can have because all four (then: three) of a kind it
/// needs are seen.
pub(super) fn safety<'a>(scene: &Scene<'_>, mut pen: Pen<'a>) -> Pen<'a> {
    for Front { open, .. } in &scene.fronts[1..] {
        let safe = open.river_kinds | open.passed;
        pen.kinds(safe);
        // What stands three below and three above in its suit is safe.
        let (below, above) = (safe.neighbours(3), safe.neighbours(-3));
        let (low, high) = (KindSet::ALL.neighbours(-3), KindSet::ALL.neighbours(3));
        let covered = below | above;
        let suji = covered & (below | (low - high)) & (above | (high - low));
        pen.kinds(suji);
        pen.kinds(covered - suji);
    }
    pen.kinds(walled(&scene.seen, 4));
    pen.kinds(walled(&scene.seen, 3));
    pen
}

/// Kinds that no two-sided wait can have when `many` seen of a kind are all.
fn walled(seen: &Counts, many: u8) -> KindSet {
    let there = !seen.at_least(many);
    let above = there.neighbours(-1) & there.neighbours(-2);
    let below = there.neighbours(1) & there.neighbours(2);
    !KindSet::HONOURS - (above | below)
}
