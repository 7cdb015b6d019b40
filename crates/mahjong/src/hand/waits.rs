//! Waits: the tiles that complete a hand.

use super::shanten::{Keys, least};
use super::tables::{Info, TABLES};
use crate::kinds::{Counts, KindSet};
use crate::tile::Kind;

/// The kinds that complete a hand of 3n+1 concealed tiles; empty when it is not
/// tenpai.
///
/// Kinds of which the hand holds all four concealed are no waits.
///
/// # Panics
/// As [`shanten`](super::shanten::shanten) does.
///
/// ```
/// use fuda_mahjong::{Counts, hand::waits::waits, notation::parse};
/// let hand: Counts = parse("123m456p789s2345z")?.iter().map(|face| face.kind).collect();
/// assert!(waits(&hand).is_empty());
/// let hand: Counts = parse("123m456p78s11122z")?.iter().map(|face| face.kind).collect();
/// assert_eq!(format!("{:?}", waits(&hand)), "{6s, 9s}");
/// # Ok::<(), fuda_mahjong::notation::NotationError>(())
/// ```
#[inline]
pub fn waits(counts: &Counts) -> KindSet {
    waits_of(counts, &Keys::new(counts))
}

/// As [`waits`], for a caller that keeps the keys of the hand.
#[inline]
pub fn waits_of(counts: &Counts, keys: &Keys) -> KindSet {
    let tables = &*TABLES;
    let infos = keys.infos(tables);
    if least(tables, &infos, keys.tiles()) != 0 {
        return KindSet::EMPTY;
    }
    completing(counts, keys, &infos)
}

/// Whether a hand of 3n+2 concealed tiles is complete in any form.
#[inline]
pub fn is_complete(counts: &Counts) -> bool {
    Keys::new(counts).shanten() < 0
}

fn completing(counts: &Counts, keys: &Keys, infos: &[Info; 4]) -> KindSet {
    let tables = &*TABLES;
    let mut waits = KindSet::EMPTY;
    for kind in !counts.at_least(4) {
        let suit = kind.suit() as usize;
        let mut more = *keys;
        more.add(kind);
        let mut infos = *infos;
        infos[suit] = more.info(tables, suit);
        if least(tables, &infos, keys.tiles()) < 0 {
            waits.insert(kind);
        }
    }
    waits
}

/// Whether the waits include a kind, for one tile only: cheaper than all waits.
#[inline]
pub fn completes(keys: &Keys, kind: Kind) -> bool {
    let mut more = *keys;
    more.add(kind);
    more.shanten() < 0
}
