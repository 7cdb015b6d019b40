//! The distance tables behind shanten.
//!
//! For the tiles a hand holds in one suit, its *distances* tell how many more
//! tiles that suit needs to hold `m` sets (0 to 4), with and without a pair.
//! Different holdings often have the same distances: the 405,350 holdings of a
//! suit know only 126 different ones, and two suits together only 180. So each
//! holding has a small *class*, two classes joined have a class again, and
//! the distance of a whole hand is read from a table of two joined classes.
//! The tables are made once, at the first question, in some milliseconds.
//!
//! # How they are made
//! Let the targets be all holdings that are exactly `m` sets (and a pair). The
//! distance of a holding is the least number of tiles to add so that it contains
//! some target. When the holding is itself part of a target, that is the
//! difference in size. When it is not, then every target leaves a tile of it
//! over, so some tile can be taken away without changing the distance. So one
//! pass down marks what is part of a target, and one pass up takes minima.
//!
//! # How a holding is found
//! The counts of a suit are two numbers to base five, `high` and `low`. All low
//! parts are ranked by their number of tiles; for a given high part, the low
//! parts that still fit into 14 tiles are then just the first few ranks, so
//! `offset[high] + rank[low]` is a minimal perfect index. Small holdings, which
//! are by far the most frequent, lie close together.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

/// The most tiles in one suit.
const MOST: usize = 14;
/// Number of high parts: four kinds.
const HIGHS: usize = 625;
/// Larger than every distance, small enough that four of them fit a byte.
const FAR: u8 = 48;
/// Upper bound of the number of classes; the table of whole hands has this
/// width.
const CLASSES: usize = 192;

/// Lane `m` (0 to 4): tiles to add for `m` sets; lane `8 + m`: for `m` sets and
/// a pair. Other lanes are [`FAR`].
type Distances = [u8; 16];

/// What one suit of a hand contributes: its class in the top byte, and below it
/// four fields of four bits that are added up over the suits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Info(u32);

impl Info {
    /// Class of the distances.
    #[inline]
    pub(super) const fn class(self) -> usize {
        (self.0 >> 24) as usize
    }

    /// The fields of both added; the class of the sum has no meaning.
    #[inline]
    pub(super) const fn plus(self, other: Info) -> Info {
        Info(self.0.wrapping_add(other.0))
    }

    /// Number of different kinds.
    #[inline]
    pub(super) const fn kinds(self) -> i8 {
        (self.0 & 15) as i8
    }

    /// Number of kinds held at least twice.
    #[inline]
    pub(super) const fn pairs(self) -> i8 {
        (self.0 >> 4 & 15) as i8
    }

    /// Number of different terminals and honours.
    #[inline]
    pub(super) const fn outside(self) -> i8 {
        (self.0 >> 8 & 15) as i8
    }

    /// Whether some terminal or honour is held at least twice.
    #[inline]
    pub(super) const fn outside_pair(self) -> bool {
        self.0 >> 12 & 15 != 0
    }
}

/// The table of a suit of nine kinds (`LOWS` = 5⁵) or of the seven honours
/// (`LOWS` = 5³).
pub(super) struct SuitTable<const LOWS: usize> {
    offset: [u32; HIGHS],
    rank: [u16; LOWS],
    holding: Box<[u16]>,
    info: Box<[Info]>,
}

impl<const LOWS: usize> SuitTable<LOWS> {
    /// What the holding with these two numbers contributes.
    #[inline]
    pub(super) fn info(&self, high: u16, low: u16) -> Info {
        let index = self.offset[usize::from(high)] + u32::from(self.rank[usize::from(low)]);
        self.info[usize::from(self.holding[index as usize])]
    }
}

/// All tables.
pub(super) struct Tables {
    /// For a numbered suit: high is the kinds 5 to 8, low the kinds 1 to 4 and 9.
    pub(super) suit: SuitTable<3125>,
    /// For the honours: high is the winds, low the dragons.
    pub(super) honours: SuitTable<125>,
    /// Class of two suits joined.
    join: Box<[[u8; CLASSES]; CLASSES]>,
    /// Distance to `m` sets and a pair of two joined classes.
    whole: Box<[[[u8; CLASSES]; CLASSES]; 5]>,
}

/// The tables, made at the first use.
pub(super) static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

impl Tables {
    fn new() -> Tables {
        let mut classes = Classes::default();
        let suit_within = within_targets(9, true);
        // In the number of a whole suit the kinds stand in their order.
        let suit = build(&mut classes, &|high, low| {
            suit_within[low % 625 + 625 * high + 390_625 * (low / 625)]
        });
        let honour_within = within_targets(7, false);
        let honours = build(&mut classes, &|high, low| honour_within[high + 625 * low]);
        let mut join = zeroed_table();
        let singles = classes.all.len();
        for (a, row) in join.iter_mut().enumerate().take(singles) {
            for (b, cell) in row.iter_mut().enumerate().take(singles) {
                *cell = classes.number(joined(&classes.all[a], &classes.all[b]));
            }
        }
        let mut whole = Box::new([[[0u8; CLASSES]; CLASSES]; 5]);
        for (a, first) in classes.all.iter().enumerate() {
            for (b, second) in classes.all.iter().enumerate() {
                let both = joined(first, second);
                for sets in 0..5 {
                    whole[sets][a][b] = both[8 + sets];
                }
            }
        }
        Tables { suit, honours, join, whole }
    }

    /// The class of two suits together.
    #[inline]
    pub(super) fn join(&self, a: usize, b: usize) -> usize {
        usize::from(self.join[a][b])
    }

    /// How many tiles two joined classes need for `sets` sets and a pair.
    #[inline]
    pub(super) fn distance(&self, sets: usize, a: usize, b: usize) -> i8 {
        self.whole[sets][a][b] as i8
    }
}

fn zeroed_table() -> Box<[[u8; CLASSES]; CLASSES]> {
    Box::new([[0; CLASSES]; CLASSES])
}

/// Numbers different distances in the order they come.
#[derive(Default)]
struct Classes {
    all: Vec<Distances>,
    numbers: HashMap<Distances, u8, BuildHasherDefault<Mix>>,
}

impl Classes {
    fn number(&mut self, distances: Distances) -> u8 {
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

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
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
fn joined(a: &Distances, b: &Distances) -> Distances {
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

/// Makes the table of a suit. `within` gives the lanes of whose targets a
/// holding is a part.
fn build<const LOWS: usize>(
    classes: &mut Classes,
    within: &dyn Fn(usize, usize) -> u16,
) -> SuitTable<LOWS> {
    let honours = LOWS == 125;
    let highs: Vec<Part> = (0..HIGHS).map(|number| Part::new(number, 4, &[honours; 4])).collect();
    let lows: Vec<Part> = (0..LOWS)
        .map(|number| match honours {
            true => Part::new(number, 3, &[true; 3]),
            false => Part::new(number, 5, &[true, false, false, false, true]),
        })
        .collect();

    let mut order: Vec<usize> = (0..LOWS).collect();
    order.sort_by_key(|&low| lows[low].tiles);
    let mut rank = [0u16; LOWS];
    let mut fitting = [0u32; MOST + 1];
    for (place, &low) in order.iter().enumerate() {
        rank[low] = place as u16;
        for count in &mut fitting[lows[low].tiles.min(MOST + 1)..] {
            *count += 1;
        }
    }
    let mut offset = [0u32; HIGHS];
    let mut size = 0;
    for (first, high) in offset.iter_mut().zip(&highs) {
        *first = size;
        size += MOST.checked_sub(high.tiles).map_or(0, |room| fitting[room]);
    }

    let mut distances: Vec<Distances> = vec![[FAR; 16]; size as usize];
    let mut holding = vec![0u16; size as usize].into_boxed_slice();
    let mut infos: Vec<Info> = Vec::new();
    let mut numbers: HashMap<u32, u16, BuildHasherDefault<Mix>> = HashMap::default();
    for (high, high_part) in highs.iter().enumerate() {
        for (low, low_part) in lows.iter().enumerate() {
            let tiles = high_part.tiles + low_part.tiles;
            if tiles > MOST {
                continue;
            }
            let index = |high: usize, low: usize| (offset[high] + u32::from(rank[low])) as usize;
            let mut best = [FAR; 16];
            for &less in &high_part.less {
                lower(&mut best, &distances[index(usize::from(less), low)]);
            }
            for &less in &low_part.less {
                lower(&mut best, &distances[index(high, usize::from(less))]);
            }
            let mut within = within(high, low);
            while within != 0 {
                let lane = within.trailing_zeros() as usize;
                within &= within - 1;
                best[lane] = (3 * (lane % 8) + 2 * (lane / 8) - tiles) as u8;
            }
            let place = index(high, low);
            distances[place] = best;
            let info = u32::from(classes.number(best)) << 24 | (high_part.fields + low_part.fields);
            holding[place] = *numbers.entry(info).or_insert_with(|| {
                infos.push(Info(info));
                (infos.len() - 1) as u16
            });
        }
    }
    SuitTable { offset, rank, holding, info: infos.into_boxed_slice() }
}

fn lower(best: &mut Distances, other: &Distances) {
    for (best, &other) in best.iter_mut().zip(other) {
        *best = (*best).min(other);
    }
}

/// A high or low part of a holding.
struct Part {
    tiles: usize,
    /// The parts with one tile less.
    less: Vec<u16>,
    /// The added-up fields of [`Info`].
    fields: u32,
}

impl Part {
    fn new(number: usize, kinds: u32, outside: &[bool]) -> Part {
        let mut part = Part { tiles: 0, less: Vec::new(), fields: 0 };
        for (place, &outside) in (0..kinds).zip(outside) {
            let unit = 5usize.pow(place);
            let count = number / unit % 5;
            part.tiles += count;
            let once = u32::from(count > 0);
            let twice = u32::from(count > 1);
            part.fields += once | twice << 4;
            if outside {
                part.fields += once << 8 | twice << 12;
            }
            if count > 0 {
                part.less.push((number - unit) as u16);
            }
        }
        part
    }
}

/// For every holding, by its base-five number, the lanes of whose targets it is
/// a part.
fn within_targets(kinds: u32, runs: bool) -> Vec<u16> {
    let units: Vec<usize> = (0..kinds).map(|place| 5usize.pow(place)).collect();
    let mut within = vec![0u16; 5usize.pow(kinds)];
    let mut frontier = vec![0usize];
    for sets in 0..=4 {
        let mut next = Vec::new();
        for &target in &frontier {
            within[target] |= 1 << sets;
            let has_room = |place: usize, n: usize| target / units[place] % 5 + n <= 4;
            for (place, &unit) in units.iter().enumerate() {
                if has_room(place, 2) {
                    within[target + 2 * unit] |= 1 << (8 + sets);
                }
                if sets < 4 && has_room(place, 3) {
                    next.push(target + 3 * unit);
                }
                let run_fits = || (place..place + 3).all(|place| has_room(place, 1));
                if sets < 4 && runs && place + 2 < units.len() && run_fits() {
                    next.push(target + 31 * unit);
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        frontier = next;
    }
    for holding in (0..within.len()).rev() {
        let lanes = within[holding];
        if lanes != 0 {
            let mut rest = holding;
            for &unit in &units {
                if rest % 5 > 0 {
                    within[holding - unit] |= lanes;
                }
                rest /= 5;
            }
        }
    }
    within
}
