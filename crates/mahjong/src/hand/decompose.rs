//! All ways in which complete concealed tiles fall into sets and a pair.

use arrayvec::ArrayVec;

use crate::kinds::Counts;
use crate::tile::{KINDS, Kind, Suit};

/// A set of three concealed tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Set {
    /// Three in a row, by the lowest kind.
    Run(Kind),
    /// Three of a kind.
    Triplet(Kind),
}

impl Set {
    /// Whether a tile of this kind is in the set.
    #[inline]
    pub fn contains(self, kind: Kind) -> bool {
        match self {
            Set::Run(first) => kind.index().wrapping_sub(first.index()) < 3,
            Set::Triplet(of) => of == kind,
        }
    }
}

/// One way to see complete concealed tiles as a pair and sets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decomposition {
    /// The pair.
    pub pair: Kind,
    /// The sets: four less the number of melds, in order of their lowest kind.
    pub sets: ArrayVec<Set, 4>,
}

/// The most decompositions that any hand has.
pub const MOST: usize = 8;

/// All decompositions of the concealed tiles; none when they are not complete.
///
/// Seven pairs and thirteen orphans are no decompositions; seven pairs that are
/// also two double runs decompose as runs.
pub fn decompositions(counts: &Counts) -> ArrayVec<Decomposition, MOST> {
    let mut all = ArrayVec::new();
    each_decomposition(counts, |decomposition| all.push(decomposition.clone()));
    all
}

/// Calls `visit` with each decomposition of the concealed tiles.
#[inline]
pub fn each_decomposition(counts: &Counts, mut visit: impl FnMut(&Decomposition)) {
    let Some(pair_suit) = pair_suit(counts) else {
        return;
    };
    let mut rest = *counts.as_array();
    let first = pair_suit as usize * 9;
    let last = (first + 9).min(KINDS);
    // Runs and triplets each have a sum of numbers divisible by three, so the
    // sum of the suit tells which third of its kinds can be the pair.
    let sum: usize = (first..last).map(|index| (index - first) * usize::from(rest[index])).sum();
    let candidates: &mut dyn Iterator<Item = usize> = if pair_suit == Suit::Honour {
        &mut (first..last)
    } else {
        &mut (first + 2 * sum % 3..last).step_by(3)
    };
    for index in candidates {
        if rest[index] >= 2 {
            rest[index] -= 2;
            let pair = Kind::of(index);
            let mut decomposition = Decomposition { pair, sets: ArrayVec::new() };
            split(&mut rest, 0, &mut decomposition, &mut visit);
            rest[index] += 2;
        }
    }
}

/// The suit with the pair, when every suit has a number of tiles that sets and
/// one pair can have.
fn pair_suit(counts: &Counts) -> Option<Suit> {
    let mut pair_suit = None;
    for (suit, tiles) in Suit::ALL.into_iter().zip(counts.as_array().chunks(9)) {
        match tiles.iter().sum::<u8>() % 3 {
            0 => {}
            2 if pair_suit.is_none() => pair_suit = Some(suit),
            _ => return None,
        }
    }
    pair_suit
}

/// Splits what is left from kind `from` on into sets. All tiles of the lowest
/// kind are used at one step, so that no decomposition comes twice.
fn split(
    rest: &mut [u8; KINDS],
    from: usize,
    decomposition: &mut Decomposition,
    visit: &mut impl FnMut(&Decomposition),
) {
    let Some(index) = (from..KINDS).find(|&index| rest[index] > 0) else {
        visit(decomposition);
        return;
    };
    let kind = Kind::of(index);
    let count = rest[index];
    let sets = decomposition.sets.len();
    for triplets in [1, 0] {
        let Some(runs) = count.checked_sub(3 * triplets) else {
            continue;
        };
        if runs > 0 && !(kind.starts_run() && rest[index + 1] >= runs && rest[index + 2] >= runs) {
            continue;
        }
        if sets + usize::from(triplets + runs) > 4 {
            continue;
        }
        decomposition.sets.extend((0..triplets).map(|_| Set::Triplet(kind)));
        decomposition.sets.extend((0..runs).map(|_| Set::Run(kind)));
        rest[index] = 0;
        if runs > 0 {
            rest[index + 1] -= runs;
            rest[index + 2] -= runs;
        }
        split(rest, index + 1, decomposition, visit);
        if runs > 0 {
            rest[index + 1] += runs;
            rest[index + 2] += runs;
        }
        rest[index] = count;
        decomposition.sets.truncate(sets);
    }
}
