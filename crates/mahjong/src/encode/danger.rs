//! How dangerous tiles are to somebody under attack.

use super::scene::{Scene, is_suji, safe_kinds};
use crate::kinds::KindSet;
use crate::tile::{Face, Kind};
use arrayvec::ArrayVec;

/// Classes of tiles, each for plain tiles and for dora: safe against everybody
/// who attacks (genbutsu), suji, guest winds, value honours, no suji.
pub(super) const CLASSES: usize = 10;

/// An attack by other seats.
pub(super) struct Attack {
    /// More than one seat in riichi.
    pub heavy: bool,
    /// What cannot deal in, for each attacker.
    safe: ArrayVec<KindSet, 3>,
}

impl Attack {
    /// The attack on the own seat, if there is one. It is heavy when the
    /// dealer or two seats are in riichi, or when a seat has called three
    /// times or shows three dora.
    pub fn on(scene: &Scene<'_>) -> Option<Attack> {
        let dealer = scene.view.table.dealer();
        let (mut heavy, mut riichi) = (false, 0);
        let mut safe = ArrayVec::new();
        for steps in 1..4 {
            let open = scene.seat(steps);
            let calls = open.melds.iter().filter(|meld| meld.is_open()).count();
            let loud = calls >= 3 || calls > 0 && scene.melded_dora(open) >= 3;
            if open.in_riichi() || loud {
                safe.push(safe_kinds(open));
            }
            riichi += usize::from(open.in_riichi());
            heavy |= loud || open.in_riichi() && scene.seat_number(steps) == dealer;
        }
        heavy |= riichi >= 2;
        (!safe.is_empty()).then_some(Attack { heavy, safe })
    }

    /// The class of a tile.
    pub fn class(&self, scene: &Scene<'_>, face: Face) -> usize {
        let dora = usize::from(scene.dora_of(face) > 0);
        self.kind_class(scene, face.kind) + 5 * dora
    }

    fn kind_class(&self, scene: &Scene<'_>, kind: Kind) -> usize {
        if self.safe.iter().all(|safe| safe.contains(kind)) {
            0
        } else if self.safe.iter().all(|safe| safe.contains(kind) || is_suji(kind, *safe)) {
            1
        } else if kind.is_honour() {
            if scene.values.contains(kind) { 3 } else { 2 }
        } else {
            4
        }
    }
}
