//! The distances of all holdings of a suit, and their classes.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::Info;
use super::layout::{HIGHS, Layout};

/// Larger than every distance, small enough that four of them fit a byte.
const FAR: u8 = 48;
/// Upper bound of the number of classes; the table of whole hands has this
/// width.
pub(super) const CLASSES: usize = 192;

/// Lane `m` (0 to 4): tiles to add for `m` sets; lane `8 + m`: for `m` sets and
/// a pair. Other lanes are [`FAR`].
pub(super) type Distances = [u8; 16];

/// Numbers different distances in the order they come.
#[derive(Default)]
pub(super) struct Classes {
    pub(super) all: Vec<Distances>,
    numbers: HashMap<Distances, u8, BuildHasherDefault<Mix>>,
}

impl Classes {
    pub(super) fn number(&mut self, distances: Distances) -> u8 {
        *self.numbers.entry(distances).or_insert_with(|| {
            assert!(self.all.len() < CLASSES, "there are 180 classes");
            self.all.push(distances);
            (self.all.len() - 1) as u8
        })
    }
}

/// A quick mixing of the few words a key consists of: nobody else chooses keys.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }
}

/// Least sums of two distances.
pub(super) fn joined(a: &Distances, b: &Distances) -> Distances {
    let mut both = [FAR; 16];
    for i in 0..5 {
        for j in 0..5 - i {
            let lane = i + j;
            both[lane] = both[lane].min(a[i] + b[j]);
            both[8 + lane] = both[8 + lane].min(a[8 + i] + b[j]).min(a[i] + b[8 + j]);
        }
    }
    both
}

/// What every holding of a suit contributes, by place.
pub(super) fn make<const LOWS: usize>(layout: &Layout<LOWS>, classes: &mut Classes) -> Box<[Info]> {
    let within = within_targets(layout);
    let mut infos = vec![Info(0); layout.size()].into_boxed_slice();
    // Neighbours often have the same distances. No holding has the first ones.
    let mut last = ([0; 16], 0);
    for (high, high_part) in layout.highs.iter().enumerate() {
        for (rank, low_part) in layout.lows.iter().enumerate().take(layout.ranks(high)) {
            let mut best = [FAR; 16];
            let mut lower = |less: usize| {
                let other = &classes.all[infos[less].class()];
                best.iter_mut().zip(other).for_each(|(best, &other)| *best = other.min(*best));
            };
            for &less in &high_part.less {
                lower(layout.place(usize::from(less), rank));
            }
            for &less in &low_part.less {
                lower(layout.place(high, usize::from(less)));
            }
            let place = layout.place(high, rank);
            let tiles = high_part.tiles + low_part.tiles;
            let mut lanes = within[place];
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                best[lane] = (3 * (lane % 8) + 2 * (lane / 8) - tiles) as u8;
            }
            if last.0 != best {
                last = (best, classes.number(best));
            }
            infos[place] = Info(u32::from(last.1) << 24 | (high_part.fields + low_part.fields));
        }
    }
    infos
}

/// For every holding, by place, the lanes of whose targets it is a part.
fn within_targets<const LOWS: usize>(layout: &Layout<LOWS>) -> Vec<u16> {
    let mut within = vec![0u16; layout.size()];
    let mut counts = vec![0u8; layout.units.len()];
    mark_targets(layout, &mut within, &mut counts, 0, 0);
    for high in (0..HIGHS).rev() {
        for rank in (0..layout.ranks(high)).rev() {
            let lanes = within[layout.place(high, rank)];
            if lanes == 0 {
                continue;
            }
            for &less in &layout.highs[high].less {
                within[layout.place(usize::from(less), rank)] |= lanes;
            }
            for &less in &layout.lows[rank].less {
                within[layout.place(high, usize::from(less))] |= lanes;
            }
        }
    }
    within
}

/// Marks all targets that contain `counts`, which is `sets` sets, and more sets
/// from the group `from` on: for each kind a triplet and a run.
fn mark_targets<const LOWS: usize>(
    layout: &Layout<LOWS>,
    within: &mut [u16],
    counts: &mut [u8],
    sets: usize,
    from: usize,
) {
    within[layout.place_of(counts)] |= 1 << sets;
    for pair in 0..counts.len() {
        if counts[pair] <= 2 {
            counts[pair] += 2;
            within[layout.place_of(counts)] |= 1 << (8 + sets);
            counts[pair] -= 2;
        }
    }
    if sets == 4 {
        return;
    }
    for group in from..2 * counts.len() {
        let first = group / 2;
        let tiles = match group % 2 {
            0 => [first; 3],
            _ if layout.runs && first + 2 < counts.len() => [first, first + 1, first + 2],
            _ => continue,
        };
        tiles.iter().for_each(|&tile| counts[tile] += 1);
        if tiles.iter().all(|&tile| counts[tile] <= 4) {
            mark_targets(layout, within, counts, sets + 1, group);
        }
        tiles.iter().for_each(|&tile| counts[tile] -= 1);
    }
}
