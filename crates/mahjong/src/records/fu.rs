//! Fu before rounding, which some programs write.

use super::log::{HandLog, Win};
use crate::{Kind, MeldKind, Tile};

/// Whether a win can be counted to just this number of fu before rounding.
pub(crate) fn counts_to(win: &Win, hand: &HandLog, fu: u16) -> bool {
    let (Some(tiles), Some(melds), Some(won)) = (&win.hand, &win.melds, win.tile) else {
        return false;
    };
    let mut laid = 0;
    for meld in melds {
        let plain = match meld.kind() {
            MeldKind::Chi => 0,
            MeldKind::Pon => 2,
            MeldKind::ConcealedKan => 16,
            _ => 8,
        };
        laid += plain * worth(meld.base());
    }
    let closed = melds.iter().all(|m| m.kind() == MeldKind::ConcealedKan);
    let seat_wind = (win.seat + 4 - hand.dealer.0) % 4;
    let mut counter = Counter {
        won: won.kind(),
        tsumo: win.seat == win.from,
        closed,
        laid,
        winds: [27 + usize::from(seat_wind), 27 + usize::from(hand.round / 4)],
        wanted: fu,
        found: false,
    };
    counter.pairs(tiles, 4 - melds.len());
    counter.found
}

/// Terminals and honours count twice.
fn worth(kind: Kind) -> u16 {
    if kind.is_outside() { 2 } else { 1 }
}

struct Counter {
    won: Kind,
    tsumo: bool,
    closed: bool,
    laid: u16,
    /// The wind of the seat and of the round, as kinds.
    winds: [usize; 2],
    wanted: u16,
    found: bool,
}

/// A triplet, or a run from its lowest tile.
#[derive(Clone, Copy)]
enum Set {
    Triplet(Kind),
    Run(Kind),
}

impl Counter {
    fn pairs(&mut self, tiles: &[Tile], sets: usize) {
        let mut counts = [0u8; 34];
        tiles.iter().for_each(|t| counts[t.kind().index()] += 1);
        for kind in Kind::all().filter(|k| tiles.iter().any(|t| t.kind() == *k)) {
            let mut rest = counts;
            if rest[kind.index()] >= 2 {
                rest[kind.index()] -= 2;
                self.sets(kind, &rest, &mut Vec::with_capacity(sets));
            }
        }
    }

    fn sets(&mut self, pair: Kind, counts: &[u8; 34], sets: &mut Vec<Set>) {
        let Some(kind) = Kind::all().find(|k| counts[k.index()] > 0) else {
            return self.count(pair, sets);
        };
        let at = kind.index();
        if counts[at] >= 3 {
            let mut rest = *counts;
            rest[at] -= 3;
            sets.push(Set::Triplet(kind));
            self.sets(pair, &rest, sets);
            sets.pop();
        }
        if at < 27 && at % 9 < 7 && counts[at + 1] > 0 && counts[at + 2] > 0 {
            let mut rest = *counts;
            (at..at + 3).for_each(|i| rest[i] -= 1);
            sets.push(Set::Run(kind));
            self.sets(pair, &rest, sets);
            sets.pop();
        }
    }

    /// Counts with the winning tile in every place where it can stand.
    fn count(&mut self, pair: Kind, sets: &[Set]) {
        let mut fu = 20 + self.laid;
        for set in sets {
            if let Set::Triplet(kind) = set {
                fu += 4 * worth(*kind);
            }
        }
        let winds = self.winds.iter().filter(|w| **w == pair.index()).count() as u16;
        let dragon = pair.index() >= 31;
        fu += if dragon { 2 } else { 2 * winds };
        let won = self.won.index();
        let waits = sets.iter().filter_map(|set| match set {
            Set::Triplet(kind) if *kind == self.won && !self.tsumo => {
                Some(-2 * worth(*kind) as i32)
            }
            Set::Triplet(kind) => (*kind == self.won).then_some(0),
            Set::Run(kind) => {
                let (at, low) = (won.checked_sub(kind.index())?, kind.index() % 9);
                let one_sided = at == 1 || at == 2 && low == 0 || at == 0 && low == 6;
                (at < 3).then_some(if one_sided { 2 } else { 0 })
            }
        });
        let alone = (pair == self.won).then_some(2);
        let waits: Vec<i32> = waits.chain(alone).collect();
        for wait in waits {
            let fu = i32::from(fu) + wait + if self.closed && !self.tsumo { 10 } else { 0 };
            // Whether a pair of the wind of both seat and round counts once or
            // twice, and a self-drawn win without other fu at all, is a matter of rules.
            let twice = if winds == 2 { 2 } else { 0 };
            let drawn = if self.tsumo { 2 } else { 0 };
            for fu in [fu, fu - twice] {
                let plain = self.closed && fu == 20;
                let wanted = i32::from(self.wanted);
                self.found |= wanted == fu + drawn || plain && wanted == fu;
            }
        }
    }
}
