//! All ways in which complete concealed tiles fall into sets and a pair.

use arrayvec::ArrayVec;

use crate::kinds::Counts;
use crate::tile::Kind;

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
    /// The sets: four minus the number of melds, in order of their lowest kind.
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
    let mut suits = [0; 4];
    let mut pair_suit = None;
    for (suit, (packed, tiles)) in suits.iter_mut().zip(counts.as_array().chunks(9)).enumerate() {
        let mut sum = 0;
        for (place, &count) in tiles.iter().enumerate() {
            *packed |= u64::from(count) << (4 * place);
            sum += count;
        }
        // Sets have three tiles each; the pair is in the one suit with two over.
        match sum % 3 {
            0 => {}
            2 if pair_suit.is_none() => pair_suit = Some(suit),
            _ => return,
        }
    }
    let Some(pair_suit) = pair_suit else { return };
    let tiles = suits[pair_suit];
    // Runs and triplets each have a sum of numbers divisible by three, so the
    // sum of a numbered suit shows which third of its kinds can be the pair.
    let (first, step) = if pair_suit == 3 {
        (0, 1)
    } else {
        let sum: u64 = (0..9).map(|place| place * (tiles >> (4 * place) & 15)).sum();
        ((2 * sum % 3) as usize, 3)
    };
    for place in (first..9).step_by(step) {
        if tiles >> (4 * place) & 15 >= 2 {
            suits[pair_suit] = tiles - (2 << (4 * place));
            let pair = Kind::of(9 * pair_suit + place);
            let mut decomposition = Decomposition { pair, sets: ArrayVec::new() };
            split(&suits, 0, suits[0], &mut decomposition, &mut visit);
        }
    }
}

/// Splits what is left of a suit, and then the suits after it, into sets. Counts
/// are packed in four bits each. All tiles of the lowest kind are used at one
/// step, so that no decomposition comes twice.
fn split(
    suits: &[u64; 4],
    mut suit: usize,
    mut left: u64,
    decomposition: &mut Decomposition,
    visit: &mut impl FnMut(&Decomposition),
) {
    let before = decomposition.sets.len();
    loop {
        while left == 0 {
            suit += 1;
            if suit == 4 {
                visit(decomposition);
                decomposition.sets.truncate(before);
                return;
            }
            left = suits[suit];
        }
        let shift = left.trailing_zeros() & !3;
        let kind = Kind::of(9 * suit + shift as usize / 4);
        let count = left >> shift & 15;
        let runs_fit = |runs: u64| {
            kind.starts_run()
                && left >> (shift + 4) & 15 >= runs
                && left >> (shift + 8) & 15 >= runs
        };
        let room = decomposition.sets.remaining_capacity() as u64;
        let by_triplet = count >= 3 && (count == 3 || runs_fit(count - 3)) && count - 2 <= room;
        let by_runs = runs_fit(count) && count <= room;
        let without = |triplets: u64, runs: u64| left - ((3 * triplets + 0x111 * runs) << shift);
        if by_triplet {
            let sets = decomposition.sets.len();
            decomposition.sets.push(Set::Triplet(kind));
            decomposition.sets.extend((3..count).map(|_| Set::Run(kind)));
            let rest = without(1, count - 3);
            if !by_runs {
                left = rest;
                continue;
            }
            split(suits, suit, rest, decomposition, visit);
            decomposition.sets.truncate(sets);
        } else if !by_runs {
            decomposition.sets.truncate(before);
            return;
        }
        decomposition.sets.extend((0..count).map(|_| Set::Run(kind)));
        left = without(0, count);
    }
}
