//! What surrounds all moves of a view, cut into a few steps each.

use super::super::scene::{Scene, safe_kinds};
use crate::kinds::KindSet;
use crate::tile::{Kind, Suit};
use arrayvec::ArrayVec;

/// Another seat that may win on a discard.
pub(super) struct Rival {
    pub safe: KindSet,
    pub riichi: bool,
    pub dealer: bool,
    pub calls: usize,
}

/// The situation.
pub(super) struct Around {
    /// Six steps of three turns.
    pub step: usize,
    /// Early, middle, late.
    pub part: usize,
    /// Shanten after the best discard, at most 4.
    pub far: usize,
    /// Nobody, an open hand, one riichi, worse.
    pub attack: usize,
    pub open: usize,
    pub rank: usize,
    pub last: usize,
    pub dealer: usize,
    /// Dora held and melded.
    pub dora: u8,
    /// The most live tiles that a discard of the lowest shanten accepts.
    pub most: u32,
    pub outside: u8,
    /// Concealed and melded tiles of each suit.
    pub suits: [u8; 4],
    pub pairs: usize,
    pub rivals: ArrayVec<Rival, 3>,
}

impl Around {
    pub fn new(scene: &Scene<'_>) -> Around {
        let (view, turn) = (scene.view, scene.turn());
        let dealer = view.table.dealer();
        let rivals: ArrayVec<Rival, 3> = (1..4)
            .map(|steps| {
                let open = scene.seat(steps);
                Rival {
                    safe: safe_kinds(open),
                    riichi: open.in_riichi(),
                    dealer: scene.seat_number(steps) == dealer,
                    calls: open.melds.iter().filter(|meld| meld.is_open()).count(),
                }
            })
            .collect();
        let riichi = rivals.iter().filter(|rival| rival.riichi).count();
        let attack = if riichi >= 2 || rivals.iter().any(|rival| rival.riichi && rival.dealer) {
            3
        } else if riichi == 1 {
            2
        } else {
            usize::from(rivals.iter().any(|rival| rival.calls >= 2))
        };
        let mut suits = [0; 4];
        let mut outside = 0;
        for kind in scene.counts.kinds() {
            suits[kind.suit() as usize] += scene.counts[kind];
            outside += if kind.is_outside() { scene.counts[kind] } else { 0 };
        }
        for meld in &scene.own().melds {
            suits[meld.base().suit() as usize] += 3;
        }
        let near = scene.discards.iter().filter(|d| d.after.shanten == scene.least);
        Around {
            step: (turn / 3).min(5),
            part: (turn / 6).min(2),
            far: scene.least.clamp(0, 4) as usize,
            attack,
            open: usize::from(!scene.own().is_closed()),
            rank: scene.rank(),
            last: usize::from(view.table.standing.round + 1 >= 4 * view.table.rules.rounds),
            dealer: usize::from(dealer == view.seat.index()),
            dora: scene.own_dora(),
            most: near.map(|d| d.after.live(&scene.seen)).max().unwrap_or(0),
            outside,
            suits,
            pairs: scene.counts.at_least(2).len(),
            rivals,
        }
    }

    /// Ten classes: numbers 1 to 5 from either end, then dragons, the round's
    /// wind, the own wind, the wind that is both, guest winds.
    pub fn class(&self, scene: &Scene<'_>, kind: Kind) -> usize {
        if kind.suit() != Suit::Honour {
            return usize::from(kind.number().min(10 - kind.number())) - 1;
        }
        let standing = &scene.view.table.standing;
        let round = standing.round_wind().kind() == kind;
        let own = standing.seat_wind(scene.view.seat.index()).kind() == kind;
        match (kind.is_dragon(), round, own) {
            (true, _, _) => 5,
            (_, true, false) => 6,
            (_, false, true) => 7,
            (_, true, true) => 8,
            _ => 9,
        }
    }
}

/// Live tiles in sixteen steps.
pub(super) fn live_step(live: u32) -> usize {
    match live {
        0..=8 => live as usize,
        9..=10 => 9,
        11..=12 => 10,
        13..=16 => 11,
        17..=20 => 12,
        21..=26 => 13,
        27..=34 => 14,
        _ => 15,
    }
}

/// The live tiles of a wait in eight steps.
pub(super) fn wait_step(live: u32) -> usize {
    match live {
        0..=4 => live as usize,
        5..=6 => 5,
        7..=8 => 6,
        _ => 7,
    }
}
