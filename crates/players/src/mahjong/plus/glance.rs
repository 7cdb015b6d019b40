//! How good discards look to somebody who knows the game: a linear value of a
//! few features, with weights fitted to recorded discards.

use super::sense::Sense;
use arrayvec::ArrayVec;
use fuda_mahjong::hand::acceptance::{best_discards, discards};
use fuda_mahjong::{Counts, Kind, KindSet, Suit};

/// How many features a discard has.
pub(super) const FEATURES: usize = 37;

/// The weights: the maximum-likelihood choice between all discards of 40,000
/// decisions of top-table games. `docs/papers/1-mahjong-uct.md` has the
/// agreement on other games.
const WEIGHTS: [f32; FEATURES] = [
    -2.14, 0.31, 2.71, 0.33, 0.76, 3.74, 1.68, 2.14, 0.30, -0.63, -2.85, -0.43, 0.38, -0.39, -0.91,
    1.95, 1.01, 0.39, 0.18, 0.73, 0.26, -0.19, -1.73, -0.93, -0.28, 0.47, -0.65, 0.18, 1.95, -1.43,
    -0.61, -0.03, -0.11, 13.4, 8.09, 3.11, -0.51,
];

/// A kind that may be discarded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub kind: Kind,
    /// Shanten after it.
    pub shanten: i8,
    pub features: [f32; FEATURES],
}

impl Look {
    /// How good it looks: the logarithm of how often it is chosen, but for a
    /// constant.
    pub fn value(&self) -> f64 {
        self.features.iter().zip(&WEIGHTS).map(|(x, w)| f64::from(x * w)).sum()
    }
}

/// Looks at every discard of a hand of 3n+2 tiles.
pub(super) fn looks(sense: &Sense<'_>, seen: &Counts) -> ArrayVec<Look, 14> {
    let counts = sense.hand.counts();
    let all = discards(counts);
    let least = all.iter().map(|d| d.after.shanten).min().unwrap_or(0);
    let most = all
        .iter()
        .filter(|d| d.after.shanten == least)
        .map(|d| d.after.live(seen))
        .max()
        .unwrap_or(0);
    let scene = Scene::of(sense, least);
    all.iter()
        .map(|discard| {
            let live = discard.after.live(seen);
            let near = discard.after.shanten == least;
            let two =
                if near { two_steps(counts, discard.kind, discard.after.kinds, seen) } else { 0.0 };
            let features =
                scene.features(sense, seen, discard.kind, near, (live as f32, most as f32, two));
            Look { kind: discard.kind, shanten: discard.after.shanten, features }
        })
        .collect()
}

/// The mean acceptance after the next tile that brings the hand closer.
fn two_steps(counts: &Counts, kind: Kind, accepted: KindSet, seen: &Counts) -> f32 {
    let left = counts.without(kind);
    let (mut sum, mut tiles) = (0.0, 0.0);
    for drawn in accepted {
        let copies = f32::from(4u8.saturating_sub(seen[drawn]));
        if copies == 0.0 || left[drawn] >= 4 {
            continue;
        }
        let next = best_discards(&left.with(drawn));
        let most = next.iter().map(|d| d.after.live(seen)).max().unwrap_or(0);
        sum += copies * most as f32;
        tiles += copies;
    }
    if tiles > 0.0 { sum / tiles } else { 0.0 }
}

/// What is the same for all discards of a hand.
struct Scene {
    least: i8,
    turn: f32,
    values: KindSet,
    dora: KindSet,
    /// Terminals and honours in the hand.
    outside: u8,
    /// Tiles of each suit in hand and melds.
    suits: [u8; 4],
    open: bool,
    pairs: usize,
    threat: bool,
}

impl Scene {
    fn of(sense: &Sense<'_>, least: i8) -> Scene {
        let counts = sense.hand.counts();
        let own = &sense.table.seats[sense.seat.index()];
        let mut suits = [0; 4];
        let mut outside = 0;
        for kind in counts.kinds() {
            suits[kind.suit() as usize] += counts[kind];
            outside += if kind.is_outside() { counts[kind] } else { 0 };
        }
        for meld in &own.melds {
            suits[meld.base().suit() as usize] += 3;
        }
        Scene {
            least,
            turn: own.river.len() as f32 / 18.0,
            values: sense.value_kinds(),
            dora: sense.dora(),
            outside,
            suits,
            open: !own.is_closed(),
            pairs: counts.at_least(2).len(),
            threat: sense.threats().next().is_some(),
        }
    }

    /// In order: shanten lost; acceptance, also by how far the hand is, and
    /// after the next step; honours alone and in pairs; suit tiles in pairs,
    /// alone and beside others, by how near the middle; dora and fives;
    /// terminals and honours of hands that might be without; other suits in a
    /// one-suited hand; tiles beside; the only and one of many pairs; safety.
    fn features(
        &self,
        sense: &Sense<'_>,
        seen: &Counts,
        kind: Kind,
        near: bool,
        (live, most, two): (f32, f32, f32),
    ) -> [f32; FEATURES] {
        let counts = sense.hand.counts();
        let flag = |yes: bool| f32::from(u8::from(yes));
        let held = |step: i8| kind.neighbour(step).map_or(0, |other| counts[other]);
        let single = counts[kind] == 1;
        let honour = kind.is_honour();
        let value = self.values.contains(kind);
        let beside = held(-1) + held(1);
        let apart = held(-2) + held(2);
        let alone = single && beside + apart == 0;
        let left = f32::from(4u8.saturating_sub(seen[kind]));
        let edge = if honour { 0 } else { 4 - kind.number().abs_diff(5) };
        let suit = self.suits[kind.suit() as usize];
        let biggest = self.suits[..3].iter().copied().max().unwrap_or(0) + self.suits[3];
        let off_suit = kind.suit() != Suit::Honour
            && suit < self.suits[..3].iter().copied().max().unwrap_or(0);
        let near_dora = !honour
            && [-2i8, -1, 1, 2]
                .iter()
                .any(|&s| kind.neighbour(s).is_some_and(|k| self.dora.contains(k)));
        let safety = if self.threat { sense.safety(kind, seen) as f32 } else { 0.0 };
        let tenpai = self.least == 0;
        let only_red = sense.hand.has_red(kind) && sense.hand.plain(kind) == 0;
        [
            flag(!near),
            flag(near) * live / 10.0,
            flag(near) * (live - most) / 10.0 * flag(self.least == 1),
            flag(near) * (live - most) / 10.0 * flag(self.least >= 3),
            flag(near) * two / 10.0,
            flag(near) * (live - most) / 10.0 * flag(tenpai),
            flag(honour && single && !value),
            flag(honour && single && value),
            flag(honour && single) * left,
            flag(honour && single && value) * left,
            flag(honour && single) * self.turn,
            flag(honour && counts[kind] == 2 && value) * left,
            flag(honour && counts[kind] == 2 && !value),
            flag(!honour && counts[kind] == 2),
            flag(!honour && counts[kind] >= 3),
            flag(alone && !honour && edge == 0),
            flag(alone && !honour && edge == 1),
            flag(alone && !honour && edge == 2),
            flag(alone && !honour && edge >= 3),
            flag(!alone && !honour && edge == 0),
            flag(!alone && !honour && edge == 1),
            flag(!alone && !honour && edge >= 3),
            flag(self.dora.contains(kind)),
            flag(only_red),
            flag(near_dora),
            flag(kind.is_outside() && self.outside <= 3),
            flag(kind.is_outside() && self.open),
            flag(off_suit && biggest >= 9),
            flag(off_suit && biggest >= 11),
            flag(!honour && single) * f32::from(beside.min(3)) / 3.0,
            flag(!honour && single) * f32::from(apart.min(3)) / 3.0,
            flag(counts[kind] == 2 && self.pairs == 1),
            flag(counts[kind] == 2 && self.pairs >= 4),
            flag(self.threat && self.least >= 2) * safety,
            flag(self.threat && self.least == 1) * safety,
            flag(self.threat && tenpai) * safety,
            flag(self.threat && near) * (live - most) / 10.0,
        ]
    }
}
