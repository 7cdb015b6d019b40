//! Shanten: how many tiles a hand must change to be one tile from complete.
//!
//! -1 is a complete hand, 0 is tenpai. A hand waiting only for a fifth copy of a
//! tile of which it holds all four is not tenpai.

use super::tables::{Info, TABLES, Tables};
use crate::kinds::Counts;
use crate::tile::{KINDS, Kind};

/// Shanten of the three forms of a complete hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shanten {
    /// Four sets and a pair; melds count as sets.
    pub normal: i8,
    /// Seven different pairs; only a hand without melds can have them.
    pub seven_pairs: Option<i8>,
    /// Thirteen orphans; only a hand without melds can have them.
    pub orphans: Option<i8>,
}

impl Shanten {
    /// The least of the three.
    #[inline]
    pub fn least(&self) -> i8 {
        let others = match (self.seven_pairs, self.orphans) {
            (Some(a), Some(b)) => a.min(b),
            (a, b) => a.or(b).unwrap_or(i8::MAX),
        };
        self.normal.min(others)
    }
}

/// Shanten of the concealed tiles of a hand: the least of the three forms.
///
/// The hand has 3n+1 or 3n+2 concealed tiles; with fewer than 13 the rest are
/// melds.
///
/// # Panics
/// When the counts are no hand: more than four of a kind or more than 14 tiles.
#[inline]
pub fn shanten(counts: &Counts) -> i8 {
    Keys::new(counts).shanten()
}

/// Shanten of the concealed tiles of a hand by form; see [`shanten`].
#[inline]
pub fn shanten_by_form(counts: &Counts) -> Shanten {
    Keys::new(counts).shanten_by_form()
}

/// The tiles of a hand as keys into the shanten tables.
///
/// Cheap to make from counts, and cheaper still to keep up to date: adding or
/// removing a tile changes one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Keys {
    high: [u16; 4],
    low: [u16; 4],
    tiles: u8,
}

impl Keys {
    /// The keys of the concealed tiles of a hand.
    #[inline]
    pub fn new(counts: &Counts) -> Keys {
        let counts = counts.as_array();
        let mut keys = Keys::default();
        let mut sums = 0u64;
        for suit in 0..3 {
            let word = word_at(counts, suit * 9);
            let ninth = counts[suit * 9 + 8];
            let (first, second) = base_five(word);
            keys.low[suit] = first + 625 * u16::from(ninth);
            keys.high[suit] = second;
            sums += word + u64::from(ninth);
        }
        let word = word_at(counts, 26) >> 8;
        (keys.high[3], keys.low[3]) = base_five(word);
        sums += word;
        keys.tiles = (sums.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8;
        keys
    }

    /// Adds a tile.
    #[inline]
    pub fn add(&mut self, kind: Kind) {
        let (suit, high, unit) = UNITS[kind.index()];
        let part = if high { &mut self.high } else { &mut self.low };
        part[usize::from(suit)] += unit;
        self.tiles += 1;
    }

    /// Takes a tile away; it must be there.
    #[inline]
    pub fn remove(&mut self, kind: Kind) {
        let (suit, high, unit) = UNITS[kind.index()];
        let part = if high { &mut self.high } else { &mut self.low };
        part[usize::from(suit)] -= unit;
        self.tiles -= 1;
    }

    /// Number of tiles.
    #[inline]
    pub fn tiles(&self) -> usize {
        usize::from(self.tiles)
    }

    /// The least shanten of the three forms; see [`shanten`].
    #[inline]
    pub fn shanten(&self) -> i8 {
        let tables = &*TABLES;
        least(tables, &self.infos(tables), self.tiles())
    }

    /// Shanten by form; see [`shanten`].
    pub fn shanten_by_form(&self) -> Shanten {
        let tables = &*TABLES;
        let infos = self.infos(tables);
        let sum = sum_of(&infos);
        let closed = self.tiles >= 13;
        Shanten {
            normal: normal(tables, self.tiles(), &infos),
            seven_pairs: closed.then(|| seven_pairs(sum)),
            orphans: closed.then(|| orphans(sum)),
        }
    }

    /// What each suit contributes.
    #[inline]
    pub(super) fn infos(&self, tables: &Tables) -> [Info; 4] {
        [
            tables.suit.info(self.high[0], self.low[0]),
            tables.suit.info(self.high[1], self.low[1]),
            tables.suit.info(self.high[2], self.low[2]),
            tables.honours.info(self.high[3], self.low[3]),
        ]
    }

    /// The two numbers of a suit.
    #[inline]
    pub(super) fn parts(&self, suit: usize) -> (u16, u16) {
        (self.high[suit], self.low[suit])
    }

    /// What one suit contributes.
    #[inline]
    pub(super) fn info(&self, tables: &Tables, suit: usize) -> Info {
        if suit == 3 {
            tables.honours.info(self.high[3], self.low[3])
        } else {
            tables.suit.info(self.high[suit], self.low[suit])
        }
    }
}

/// The least shanten of a hand of so many tiles, from what each suit
/// contributes.
#[inline]
fn least(tables: &Tables, infos: &[Info; 4], tiles: usize) -> i8 {
    let normal = normal(tables, tiles, infos);
    if tiles < 13 {
        return normal;
    }
    let sum = sum_of(infos);
    normal.min(seven_pairs(sum)).min(orphans(sum))
}

/// What all suits contribute together.
#[inline]
pub(super) fn sum_of(infos: &[Info; 4]) -> Info {
    infos[0].plus(infos[1]).plus(infos[2]).plus(infos[3])
}

/// Shanten of the normal form, from what each suit contributes. Every three
/// concealed tiles must make a set.
#[inline]
pub(super) fn normal(tables: &Tables, tiles: usize, infos: &[Info; 4]) -> i8 {
    let sets = tiles / 3;
    let first = tables.join(infos[0].class(), infos[1].class());
    let second = tables.join(infos[2].class(), infos[3].class());
    tables.distance(sets, first, second) - 1
}

/// Shanten of seven pairs, from what all suits contribute together.
#[inline]
pub(super) fn seven_pairs(sum: Info) -> i8 {
    6 - sum.pairs() + (7 - sum.kinds()).max(0)
}

/// Shanten of thirteen orphans, from what all suits contribute together.
#[inline]
pub(super) fn orphans(sum: Info) -> i8 {
    13 - sum.outside() - i8::from(sum.outside_pair())
}

/// Eight counts from a kind on, one in each byte.
#[inline]
fn word_at(counts: &[u8; KINDS], first: usize) -> u64 {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&counts[first..first + 8]);
    u64::from_le_bytes(bytes)
}

/// The numbers to base five of the lower four and the upper four bytes.
#[inline]
fn base_five(word: u64) -> (u16, u16) {
    const BYTES: u64 = 0x00ff_00ff_00ff_00ff;
    const PAIRS: u64 = 0x0000_ffff_0000_ffff;
    let pairs = (word & BYTES) + 5 * (word >> 8 & BYTES);
    let fours = (pairs & PAIRS) + 25 * (pairs >> 16 & PAIRS);
    (fours as u16, (fours >> 32) as u16)
}

/// For each kind its suit, whether it counts in the high part, and for how much.
pub(super) const UNITS: [(u8, bool, u16); KINDS] = {
    let mut units = [(0, false, 0); KINDS];
    let mut index = 0;
    while index < KINDS {
        let place = index % 9;
        units[index] = match (index / 9, place) {
            (3, 0..4) => (3, true, 5u16.pow(place as u32)),
            (3, _) => (3, false, 5u16.pow(place as u32 - 4)),
            (suit, 0..4) => (suit as u8, false, 5u16.pow(place as u32)),
            (suit, 4..8) => (suit as u8, true, 5u16.pow(place as u32 - 4)),
            (suit, _) => (suit as u8, false, 625),
        };
        index += 1;
    }
    units
};
