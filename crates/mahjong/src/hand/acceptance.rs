//! Acceptance (ukeire): which tiles bring a hand closer, and what each discard
//! leaves.

use arrayvec::ArrayVec;

use super::shanten::{Keys, normal, orphans, seven_pairs, sum_of};
use super::tables::{GAINS, Gains, Info, Row, TABLES, Tables};
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
    let tables = &*TABLES;
    let keys = Keys::new(counts);
    let infos = keys.infos(tables);
    let forms = Forms::new(tables, &infos, keys.tiles());
    let mut kinds = forms.accepted_by_pairs_and_orphans(counts);
    if forms.normal == forms.least {
        for suit in 0..4 {
            let row = GAINS.row(&keys, suit);
            kinds |= accepted_in(tables, &infos, keys.tiles(), forms.normal, suit, row);
        }
    }
    Acceptance { shanten: forms.least, kinds }
}

/// What each different discard from a hand of 3n+2 concealed tiles leaves, in
/// order of kinds.
///
/// # Panics
/// As [`shanten`](super::shanten::shanten) does.
pub fn discards(counts: &Counts) -> ArrayVec<Discard, 14> {
    let plan = Plan::new(counts);
    let mut rest = Rest::default();
    let discard = |kind| plan.discard(kind, &plan.after(kind), &mut rest);
    counts.kinds().into_iter().map(discard).collect()
}

/// As [`discards`], only those that leave the least shanten.
pub fn best_discards(counts: &Counts) -> ArrayVec<Discard, 14> {
    let plan = Plan::new(counts);
    let after: ArrayVec<(Kind, After), 14> =
        counts.kinds().into_iter().map(|kind| (kind, plan.after(kind))).collect();
    let best = after.iter().map(|(_, after)| after.forms.least).min();
    let mut rest = Rest::default();
    after
        .into_iter()
        .filter(|(_, after)| Some(after.forms.least) == best)
        .map(|(kind, after)| plan.discard(kind, &after, &mut rest))
        .collect()
}

/// Shanten by form, with what the suits contribute together.
struct Forms {
    normal: i8,
    pairs: i8,
    orphans: i8,
    least: i8,
    sum: Info,
}

impl Forms {
    fn new(tables: &Tables, infos: &[Info; 4], tiles: usize) -> Forms {
        let sum = sum_of(infos);
        let normal = normal(tables, tiles, infos);
        let (pairs, orphans) = match tiles {
            13.. => (seven_pairs(sum), orphans(sum)),
            _ => (i8::MAX, i8::MAX),
        };
        Forms { normal, pairs, orphans, least: normal.min(pairs).min(orphans), sum }
    }

    /// Kinds that bring seven pairs or thirteen orphans closer, where these are
    /// the closest forms.
    fn accepted_by_pairs_and_orphans(&self, counts: &Counts) -> KindSet {
        let mut kinds = KindSet::EMPTY;
        let held = counts.kinds();
        if self.pairs == self.least {
            kinds |= held - counts.at_least(2);
            if self.sum.kinds() < 7 {
                kinds |= !held;
            }
        }
        if self.orphans == self.least {
            kinds |= KindSet::OUTSIDE - held;
            if !self.sum.outside_pair() {
                kinds |= KindSet::OUTSIDE;
            }
        }
        kinds
    }
}

/// Kinds of one suit that lower the normal shanten; `row` holds what one more
/// tile makes of the suit.
#[inline]
pub(super) fn accepted_in(
    tables: &Tables,
    infos: &[Info; 4],
    tiles: usize,
    normal: i8,
    suit: usize,
    row: &Row,
) -> KindSet {
    let partner = infos[suit ^ 1].class();
    let others = tables.join(infos[suit & 2 ^ 2].class(), infos[suit & 2 ^ 3].class());
    let nearer = tables.nearer(tiles / 3, (partner, others), row, normal + 1);
    KindSet::from_bits(nearer << (9 * suit))
}

/// A hand before a discard, with what one more tile makes of every suit.
struct Plan<'a> {
    tables: &'static Tables,
    gains: &'static Gains,
    counts: &'a Counts,
    keys: Keys,
    infos: [Info; 4],
    rows: [&'static Row; 4],
}

/// A hand after a discard.
struct After {
    keys: Keys,
    infos: [Info; 4],
    forms: Forms,
}

/// What the suits without the discard accept, by what class its own suit comes
/// to: several discards of a suit often leave the same.
#[derive(Default)]
struct Rest {
    suit: usize,
    known: ArrayVec<(usize, KindSet), 9>,
}

impl Rest {
    /// What they accept; worked out by `make` where it is not known yet.
    #[inline]
    fn of(&mut self, suit: usize, class: usize, make: impl FnOnce() -> KindSet) -> KindSet {
        if suit != self.suit {
            self.suit = suit;
            self.known.clear();
        }
        if let Some(&(_, kinds)) = self.known.iter().find(|(known, _)| *known == class) {
            return kinds;
        }
        let kinds = make();
        self.known.push((class, kinds));
        kinds
    }
}

impl<'a> Plan<'a> {
    fn new(counts: &'a Counts) -> Plan<'a> {
        let tables = &*TABLES;
        let keys = Keys::new(counts);
        let infos = keys.infos(tables);
        let gains = &*GAINS;
        let rows = std::array::from_fn(|suit| gains.row(&keys, suit));
        Plan { tables, gains, counts, keys, infos, rows }
    }

    fn after(&self, kind: Kind) -> After {
        let suit = kind.suit() as usize;
        let mut keys = self.keys;
        keys.remove(kind);
        let mut infos = self.infos;
        infos[suit] = keys.info(self.tables, suit);
        let forms = Forms::new(self.tables, &infos, keys.tiles());
        After { keys, infos, forms }
    }

    fn discard(&self, kind: Kind, after: &After, rest: &mut Rest) -> Discard {
        let After { keys, infos, forms } = after;
        let left = self.counts.without(kind);
        let mut kinds = forms.accepted_by_pairs_and_orphans(&left);
        if forms.normal == forms.least {
            let own = kind.suit() as usize;
            let accepted = |suit: usize, row: &Row| {
                accepted_in(self.tables, infos, keys.tiles(), forms.normal, suit, row)
            };
            kinds |= accepted(own, self.gains.row(keys, own));
            kinds |= rest.of(own, infos[own].class(), || {
                let others = (0..4).filter(|&suit| suit != own);
                others
                    .map(|suit| accepted(suit, self.rows[suit]))
                    .fold(KindSet::EMPTY, |all, one| all | one)
            });
        }
        Discard { kind, after: Acceptance { shanten: forms.least, kinds } }
    }
}
