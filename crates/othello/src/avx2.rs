//! Moves and flips four directions at a time, for processors with AVX2.
//!
//! The functions do what their namesakes in [`crate::board`] do.

use crate::Board;
use crate::board::{INNER, RAYS};
use crate::playout::game_with;
use fuda_core::Rng;
use std::arch::x86_64::*;

/// Whether this processor can run what is in here.
#[inline]
pub(crate) fn available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// The four steps along row, column and diagonals.
#[inline]
#[target_feature(enable = "avx2")]
fn steps() -> __m256i {
    _mm256_setr_epi64x(1, 8, 7, 9)
}

/// All four lanes joined.
#[inline]
#[target_feature(enable = "avx2")]
fn join(x: __m256i) -> u64 {
    let half = _mm_or_si128(_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x));
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn moves(own: u64, opp: u64) -> u64 {
    let step = steps();
    let two = _mm256_add_epi64(step, step);
    let discs = _mm256_set1_epi64x(own as i64);
    let inner = INNER as i64;
    let line = _mm256_and_si256(
        _mm256_set1_epi64x(opp as i64),
        _mm256_setr_epi64x(inner, -1, inner, inner),
    );
    let mut up = _mm256_and_si256(line, _mm256_sllv_epi64(discs, step));
    let mut down = _mm256_and_si256(line, _mm256_srlv_epi64(discs, step));
    up = _mm256_or_si256(up, _mm256_and_si256(line, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(line, _mm256_srlv_epi64(down, step)));
    let pairs_up = _mm256_and_si256(line, _mm256_sllv_epi64(line, step));
    let pairs_down = _mm256_srlv_epi64(pairs_up, step);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)));
    let reached = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    join(reached) & !(own | opp)
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn flips(own: u64, opp: u64, square: usize) -> u64 {
    let rays = &RAYS[square & 63];
    let [a, b, c, d] = rays.up;
    let up = _mm256_setr_epi64x(a as i64, b as i64, c as i64, d as i64);
    let [a, b, c, d] = rays.down;
    let down = _mm256_setr_epi64x(a as i64, b as i64, c as i64, d as i64);
    let ones = _mm256_set1_epi64x(-1);
    let zero = _mm256_setzero_si256();
    let mine = _mm256_set1_epi64x(own as i64);
    let theirs = _mm256_set1_epi64x(opp as i64);
    // Upwards: a carry runs through the other side's discs.
    let filled = _mm256_or_si256(theirs, _mm256_xor_si256(up, ones));
    let end = _mm256_and_si256(_mm256_sub_epi64(filled, ones), _mm256_and_si256(mine, up));
    let below = _mm256_sub_epi64(_mm256_add_epi64(end, ones), _mm256_cmpeq_epi64(end, zero));
    let up_flips = _mm256_and_si256(below, up);
    // Downwards: every square from the first without such a disc is marked;
    // the one that has no mark above it is the end.
    let step = steps();
    let two = _mm256_add_epi64(step, step);
    let four = _mm256_add_epi64(two, two);
    let mut open = _mm256_andnot_si256(theirs, down);
    open = _mm256_or_si256(open, _mm256_srlv_epi64(open, step));
    open = _mm256_or_si256(open, _mm256_srlv_epi64(open, two));
    open = _mm256_or_si256(open, _mm256_srlv_epi64(open, four));
    let stop = _mm256_andnot_si256(_mm256_srlv_epi64(open, step), open);
    let end = _mm256_and_si256(stop, _mm256_and_si256(mine, down));
    let above = _mm256_sub_epi64(zero, _mm256_add_epi64(end, end));
    join(_mm256_or_si256(up_flips, _mm256_and_si256(above, down)))
}

#[inline]
#[target_feature(enable = "bmi1,bmi2,popcnt")]
fn random_square(set: u64, rng: &mut Rng) -> usize {
    let n = rng.below(set.count_ones());
    _tzcnt_u64(_pdep_u64(1 << n, set)) as usize
}

/// See [`crate::random_game`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn random_game(board: Board, rng: &mut Rng) -> Board {
    game_with(
        board,
        rng,
        #[inline(always)]
        |own, opp| moves(own, opp),
        #[inline(always)]
        |own, opp, square| flips(own, opp, square),
        #[inline(always)]
        |set, rng| random_square(set, rng),
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_same_as_without(own: u64, other: u64, more: u64) {
            if !super::available() {
                println!("left out: this processor has no AVX2");
                return Ok(());
            }
            for opp in [other & !own, (other | more) & !own] {
                // SAFETY: the features were found just now.
                prop_assert_eq!(unsafe { super::moves(own, opp) }, crate::board::moves(own, opp));
                for square in (0..64).filter(|s| (own | opp) >> s & 1 == 0) {
                    // SAFETY: as above.
                    let flips = unsafe { super::flips(own, opp, square) };
                    prop_assert_eq!(flips, crate::board::flips(own, opp, square));
                }
            }
        }
    }
}
