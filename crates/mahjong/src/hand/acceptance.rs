//! Acceptance (ukeire): which tiles bring a hand closer, and what each discard
//! leaves.

use arrayvec::ArrayVec;

use super::shanten::{Keys, least};
use super::tables::{Info, TABLES, Tables};
use crate::kinds::{Counts, KindSet};
use crate::tile::Kind;

/// Shanten of a hand of 3n+1 tiles and the kinds that lower it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Acceptance {
    /// Shanten of the hand.
    pub shanten: i8,
    /// Kinds of which one more tile lowers it. Kinds of which the hand has all
    /// four concealed are never among them.
    pub kinds: KindSet,
}

impl Acceptance {
    /// How many accepted tiles may still come, given how many of each kind are
    /// seen: in hand, melds, rivers and dora indicators.
    #[inline]
    pub fn live(&self, seen: &Counts) -> u32 {
        live(self.kinds, seen)
    }
}

/// How many tiles of these kinds are not among those seen.
#[inline]
pub fn live(kinds: KindSet, seen: &Counts) -> u32 {
    kinds.into_iter().map(|kind| u32::from(4u8.saturating_sub(seen[kind]))).sum()
}

/// What one discard leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Discard {
    /// The kind discarded.
    pub kind: Kind,
    /// Shanten and accepted kinds after it.
    pub after: Acceptance,
}

/// The kinds that bring a hand of 3n+1 concealed tiles closer to complete.
///
/// # Panics
/// As [`shanten`](super::shanten::shanten) does.
pub fn acceptance(counts: &Counts) -> Acceptance {
    let keys = Keys::new(counts);
    let plan = Plan::new(counts, keys);
    plan.acceptance(&plan.infos, keys, None)
}

/// What each different discard from a hand of 3n+2 concealed tiles leaves, in
/// order of kinds.
pub fn discards(counts: &Counts) -> ArrayVec<Discard, 14> {
    let keys = Keys::new(counts);
    let plan = Plan::new(counts, keys);
    counts.kinds().into_iter().map(|kind| plan.discard(kind)).collect()
}

/// As [`discards`], only those that leave the least shanten.
pub fn best_discards(counts: &Counts) -> ArrayVec<Discard, 14> {
    let keys = Keys::new(counts);
    let plan = Plan::new(counts, keys);
    let mut after: ArrayVec<(Kind, i8), 14> = ArrayVec::new();
    for kind in counts.kinds() {
        let (infos, keys) = plan.without(kind);
        after.push((kind, least(plan.tables, &infos, keys.tiles())));
    }
    let best = after.iter().map(|&(_, shanten)| shanten).min().unwrap_or(i8::MAX);
    after
        .into_iter()
        .filter(|&(_, shanten)| shanten == best)
        .map(|(kind, _)| plan.discard(kind))
        .collect()
}

/// A hand with what every suit would contribute after one more tile of a kind.
struct Plan<'a> {
    tables: &'static Tables,
    counts: &'a Counts,
    keys: Keys,
    infos: [Info; 4],
    plus: [Info; 34],
}

impl<'a> Plan<'a> {
    fn new(counts: &'a Counts, keys: Keys) -> Plan<'a> {
        let tables = &*TABLES;
        let infos = keys.infos(tables);
        let mut plus = [infos[0]; 34];
        for kind in !counts.at_least(4) {
            plus[kind.index()] = plus_one(tables, keys, kind);
        }
        Plan { tables, counts, keys, infos, plus }
    }

    /// What the suits contribute, and the keys, without a tile of this kind.
    fn without(&self, kind: Kind) -> ([Info; 4], Keys) {
        let suit = kind.suit() as usize;
        let mut keys = self.keys;
        keys.remove(kind);
        let mut infos = self.infos;
        infos[suit] = keys.info(self.tables, suit);
        (infos, keys)
    }

    fn discard(&self, kind: Kind) -> Discard {
        let (infos, keys) = self.without(kind);
        Discard { kind, after: self.acceptance(&infos, keys, Some(kind)) }
    }

    /// Acceptance of the hand with these contributions, `without` one kind.
    fn acceptance(&self, infos: &[Info; 4], keys: Keys, without: Option<Kind>) -> Acceptance {
        let shanten = least(self.tables, infos, keys.tiles());
        let mut full = self.counts.at_least(4);
        if let Some(kind) = without {
            full.remove(kind);
        }
        let mut kinds = KindSet::EMPTY;
        for kind in !full {
            let suit = kind.suit() as usize;
            let changed = without.is_some_and(|without| without.suit() as usize == suit);
            let info =
                if changed { plus_one(self.tables, keys, kind) } else { self.plus[kind.index()] };
            let mut infos = *infos;
            infos[suit] = info;
            if least(self.tables, &infos, keys.tiles()) < shanten {
                kinds.insert(kind);
            }
        }
        Acceptance { shanten, kinds }
    }
}

fn plus_one(tables: &Tables, mut keys: Keys, kind: Kind) -> Info {
    keys.add(kind);
    keys.info(tables, kind.suit() as usize)
}
