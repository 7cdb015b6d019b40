//! Sets of kinds and counts of kinds: what most questions about a hand are
//! asked with.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Index, Not, Sub};

use crate::tile::{KINDS, Kind, Tile};

/// A set of kinds, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct KindSet(u64);

impl KindSet {
    /// No kind.
    pub const EMPTY: KindSet = KindSet(0);
    /// Every kind.
    pub const ALL: KindSet = KindSet((1 << KINDS) - 1);
    /// Winds and dragons.
    pub const HONOURS: KindSet = KindSet(0x7f << 27);
    /// Ones and nines.
    pub const TERMINALS: KindSet = KindSet(0x101 | 0x101 << 9 | 0x101 << 18);
    /// Terminals and honours: the thirteen kinds of the thirteen orphans.
    pub const OUTSIDE: KindSet = KindSet(Self::HONOURS.0 | Self::TERMINALS.0);
    /// Tiles that are all green: 23468 of bamboo and hatsu.
    pub const GREEN: KindSet = KindSet(1 << 19 | 1 << 20 | 1 << 21 | 1 << 23 | 1 << 25 | 1 << 32);

    /// The set of the given bits; bits beyond the kinds are dropped.
    #[inline]
    pub const fn from_bits(bits: u64) -> KindSet {
        KindSet(bits & Self::ALL.0)
    }

    /// The set of one kind.
    #[inline]
    pub const fn single(kind: Kind) -> KindSet {
        KindSet(1 << kind.index())
    }

    /// The bits; bit `i` stands for kind `i`.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether the kind is in the set.
    #[inline]
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 >> kind.index() & 1 != 0
    }

    /// Adds a kind.
    #[inline]
    pub const fn insert(&mut self, kind: Kind) {
        self.0 |= 1 << kind.index();
    }

    /// Takes a kind out.
    #[inline]
    pub const fn remove(&mut self, kind: Kind) {
        self.0 &= !(1 << kind.index());
    }

    /// Number of kinds in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no kind is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds that stand `step` places further in their suits than those of
    /// the set; honours, and kinds without such a neighbour, lead to none.
    #[inline]
    pub const fn neighbours(self, step: i8) -> KindSet {
        const EACH_SUIT: u64 = 1 | 1 << 9 | 1 << 18;
        let steps = step.unsigned_abs() as u32;
        if steps > 8 {
            return KindSet::EMPTY;
        }
        if step >= 0 {
            KindSet((self.0 & ((0x1ff >> steps) * EACH_SUIT)) << steps)
        } else {
            KindSet((self.0 & (((0x1ff << steps) & 0x1ff) * EACH_SUIT)) >> steps)
        }
    }

    /// Whether every kind of this set is in the other.
    #[inline]
    pub const fn is_subset(self, other: KindSet) -> bool {
        self.0 & !other.0 == 0
    }
}

impl IntoIterator for KindSet {
    type Item = Kind;
    type IntoIter = KindIter;
    #[inline]
    fn into_iter(self) -> KindIter {
        KindIter(self.0)
    }
}

/// The kinds of a [`KindSet`] in order.
#[derive(Debug, Clone)]
pub struct KindIter(u64);

impl Iterator for KindIter {
    type Item = Kind;
    #[inline]
    fn next(&mut self) -> Option<Kind> {
        if self.0 == 0 {
            return None;
        }
        let kind = Kind::of(self.0.trailing_zeros() as usize);
        self.0 &= self.0 - 1;
        Some(kind)
    }
}

impl FromIterator<Kind> for KindSet {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> KindSet {
        kinds.into_iter().fold(KindSet::EMPTY, |set, kind| set | KindSet::single(kind))
    }
}

impl BitOr for KindSet {
    type Output = KindSet;
    #[inline]
    fn bitor(self, other: KindSet) -> KindSet {
        KindSet(self.0 | other.0)
    }
}

impl BitOrAssign for KindSet {
    #[inline]
    fn bitor_assign(&mut self, other: KindSet) {
        self.0 |= other.0;
    }
}

impl BitAnd for KindSet {
    type Output = KindSet;
    #[inline]
    fn bitand(self, other: KindSet) -> KindSet {
        KindSet(self.0 & other.0)
    }
}

impl Sub for KindSet {
    type Output = KindSet;
    #[inline]
    fn sub(self, other: KindSet) -> KindSet {
        KindSet(self.0 & !other.0)
    }
}

impl Not for KindSet {
    type Output = KindSet;
    #[inline]
    fn not(self) -> KindSet {
        KindSet(!self.0 & Self::ALL.0)
    }
}

impl fmt::Debug for KindSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// How many of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Counts([u8; KINDS]);

impl Default for Counts {
    fn default() -> Counts {
        Counts::EMPTY
    }
}

impl Counts {
    /// No tile.
    pub const EMPTY: Counts = Counts([0; KINDS]);

    /// From how many there are of each kind.
    #[inline]
    pub const fn from_array(counts: [u8; KINDS]) -> Counts {
        Counts(counts)
    }

    /// How many there are of each kind.
    #[inline]
    pub const fn as_array(&self) -> &[u8; KINDS] {
        &self.0
    }

    /// Adds one tile of a kind.
    #[inline]
    pub const fn add(&mut self, kind: Kind) {
        self.0[kind.index()] += 1;
    }

    /// Takes one tile of a kind away; there must be one.
    #[inline]
    pub const fn remove(&mut self, kind: Kind) {
        debug_assert!(self.0[kind.index()] > 0);
        self.0[kind.index()] -= 1;
    }

    /// These counts and one more of a kind.
    #[inline]
    #[must_use]
    pub const fn with(mut self, kind: Kind) -> Counts {
        self.add(kind);
        self
    }

    /// These counts and one fewer of a kind; there must be one.
    #[inline]
    #[must_use]
    pub const fn without(mut self, kind: Kind) -> Counts {
        self.remove(kind);
        self
    }

    /// Number of tiles.
    #[inline]
    pub fn total(&self) -> usize {
        self.0.iter().map(|&n| n as usize).sum()
    }

    /// The kinds of which there is at least one.
    #[inline]
    pub fn kinds(&self) -> KindSet {
        self.at_least(1)
    }

    /// The kinds of which there are at least `least`, which is at least one.
    #[inline]
    pub fn at_least(&self, least: u8) -> KindSet {
        debug_assert!((1..=128).contains(&least));
        // Eight counts at a time: adding brings the top bit of each byte whose
        // count is large enough, and the product brings these bits together.
        let add = u64::from(128 - least) * 0x0101_0101_0101_0101;
        let mut bits = 0;
        let mut shift = 0;
        let (words, rest) = self.0.as_chunks::<8>();
        for word in words {
            let tops = (u64::from_le_bytes(*word) + add) >> 7 & 0x0101_0101_0101_0101;
            bits |= (tops.wrapping_mul(0x0102_0408_1020_4080) >> 56) << shift;
            shift += 8;
        }
        for &count in rest {
            bits |= u64::from(count >= least) << shift;
            shift += 1;
        }
        KindSet(bits)
    }
}

impl Index<Kind> for Counts {
    type Output = u8;
    #[inline]
    fn index(&self, kind: Kind) -> &u8 {
        &self.0[kind.index()]
    }
}

impl FromIterator<Kind> for Counts {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Counts {
        let mut counts = Counts::EMPTY;
        for kind in kinds {
            counts.add(kind);
        }
        counts
    }
}

impl FromIterator<Tile> for Counts {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Counts {
        tiles.into_iter().map(Tile::kind).collect()
    }
}

impl fmt::Debug for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::notation::write_counts(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_those_of_every_kind() {
        let mut sets = vec![KindSet::EMPTY, KindSet::ALL, KindSet::OUTSIDE, KindSet::GREEN];
        sets.extend(Kind::all().map(KindSet::single));
        for (set, step) in sets.into_iter().flat_map(|set| (-10..=10).map(move |step| (set, step)))
        {
            let numbered = set - KindSet::HONOURS;
            let one_by_one: KindSet =
                numbered.into_iter().filter_map(|kind| kind.neighbour(step)).collect();
            assert_eq!(set.neighbours(step), one_by_one, "{set:?} {step}");
        }
    }
}
