//! Waits: the tiles that complete a hand.

use super::acceptance::accepted_in;
use super::shanten::{Keys, normal, orphans, seven_pairs, sum_of};
use super::tables::{GAINS, TABLES};
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
    let tiles = keys.tiles();
    let mut waits = KindSet::EMPTY;
    if normal(tables, tiles, &infos) == 0 {
        let suits = waiting_suits(counts);
        for suit in 0..4 {
            if suits >> suit & 1 != 0 {
                let row = GAINS.row(keys, suit);
                waits |= accepted_in(tables, &infos, tiles, 0, suit, row);
            }
        }
    }
    if tiles >= 13 {
        let sum = sum_of(&infos);
        if seven_pairs(sum) == 0 {
            waits |= counts.kinds() - counts.at_least(2);
        }
        if orphans(sum) == 0 {
            let missing = KindSet::OUTSIDE - counts.kinds();
            waits |= if sum.outside_pair() { missing } else { KindSet::OUTSIDE };
        }
    }
    waits
}

/// The suits, as bits, in which a tenpai hand can wait. A complete hand has two
/// tiles more than sets in one suit and none in the others, so one tile before,
/// the suits that wait are those whose tiles do not divide by three.
#[inline]
fn waiting_suits(counts: &Counts) -> u32 {
    let mut suits = 0;
    for (suit, tiles) in counts.as_array().chunks(9).enumerate() {
        suits |= u32::from(tiles.iter().sum::<u8>() % 3 != 0) << suit;
    }
    suits
}

/// Whether a hand of 3n+2 concealed tiles is complete in any form.
#[inline]
pub fn is_complete(counts: &Counts) -> bool {
    Keys::new(counts).shanten() < 0
}

/// Whether one more tile of a kind, of which the hand may not have four already,
/// completes it: cheaper than all waits.
#[inline]
pub fn completes(keys: &Keys, kind: Kind) -> bool {
    let mut more = *keys;
    more.add(kind);
    more.shanten() < 0
}
