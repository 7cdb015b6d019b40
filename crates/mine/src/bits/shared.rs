//! How many rows columns share.

use super::{Block, Count, Isa, Space};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

impl Isa {
    /// Counts the rows that column `with` shares with each column of `arena`
    /// named in `columns`. All columns lie in `space`.
    pub fn count_shared(
        self,
        arena: &[Block],
        space: Space,
        with: &[Block],
        columns: &[u32],
        out: &mut [Count],
    ) {
        assert!(with.len() == space.width && space.positive <= space.width);
        assert_eq!(columns.len(), out.len());
        let columns_held = arena.len().checked_div(space.width).unwrap_or(usize::MAX);
        assert!(columns.iter().all(|&column| (column as usize) < columns_held));
        match self {
            // SAFETY: the instructions exist (`available` is the only source
            // of the variant), and all columns lie inside the arena.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(_) => unsafe { count_shared_avx512(arena, space, with, columns, out) },
            // SAFETY: the instructions exist.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2(_) => unsafe { count_shared_avx2(arena, space, with, columns, out) },
            Isa::Plain => count_shared_plain(arena, space, with, columns, out),
        }
    }

    /// Says of each column whether it shares at least so many rows with
    /// `with`.
    pub fn shares_enough<'o>(
        self,
        with: &[Block],
        columns: impl Iterator<Item = &'o [Block]>,
        least: u32,
        out: &mut Vec<bool>,
    ) {
        match self {
            // SAFETY: the instructions exist.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(_) => unsafe { shares_enough_avx512(with, columns, least, out) },
            // SAFETY: the instructions exist.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2(_) => unsafe { shares_enough_avx2(with, columns, least, out) },
            Isa::Plain => shares_enough_plain(with, columns, least, out),
        }
    }
}

#[inline(always)]
fn count_shared_plain(
    arena: &[Block],
    space: Space,
    with: &[Block],
    columns: &[u32],
    out: &mut [Count],
) {
    for (&column, out) in columns.iter().zip(out) {
        let column = &arena[column as usize * space.width..][..space.width];
        let mut ones = [0u32; 2];
        for (at, (a, b)) in with.iter().zip(column).enumerate() {
            let shared: u32 = a.0.iter().zip(&b.0).map(|(a, b)| (a & b).count_ones()).sum();
            ones[usize::from(at < space.positive)] += shared;
        }
        *out = Count::new(ones[0] + ones[1], ones[1]);
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt,bmi1,bmi2")]
fn count_shared_avx2(
    arena: &[Block],
    space: Space,
    with: &[Block],
    columns: &[u32],
    out: &mut [Count],
) {
    count_shared_plain(arena, space, with, columns, out);
}

/// Four columns at a time share the loads of `with`. The lanes of an
/// accumulator carry positives in their high and all rows in their low half,
/// so that one reduction serves both.
///
/// # Safety
/// Every column named must lie inside the arena, and `with` must be as wide
/// as the space.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vpopcntdq,popcnt,bmi1,bmi2")]
unsafe fn count_shared_avx512(
    arena: &[Block],
    space: Space,
    with: &[Block],
    columns: &[u32],
    out: &mut [Count],
) {
    let with = with.as_ptr().cast::<__m512i>();
    let base = arena.as_ptr().cast::<__m512i>();
    let mut quads = columns.chunks_exact(4);
    let mut outs = out.chunks_exact_mut(4);
    for (quad, out) in (&mut quads).zip(&mut outs) {
        // SAFETY: the caller vouches for columns and width.
        let sums = unsafe {
            let column = |at: usize| base.add(quad[at] as usize * space.width);
            count_four(with, [column(0), column(1), column(2), column(3)], space)
        };
        for (out, sum) in out.iter_mut().zip(sums) {
            *out = Count(sum);
        }
    }
    for (&column, out) in quads.remainder().iter().zip(outs.into_remainder()) {
        // SAFETY: the caller vouches for columns and width.
        *out = Count(unsafe { count_one(with, base.add(column as usize * space.width), space) });
    }
}

/// # Safety
/// All pointers must be valid for `space.width` blocks.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
#[inline]
unsafe fn count_four(with: *const __m512i, columns: [*const __m512i; 4], space: Space) -> [u64; 4] {
    let mut sums = [_mm512_setzero_si512(); 4];
    let part = |from: usize, to: usize, sums: &mut [__m512i; 4]| {
        for at in from..to {
            // SAFETY: `at` is below the width.
            let with = unsafe { _mm512_load_si512(with.add(at)) };
            for (sum, column) in sums.iter_mut().zip(columns) {
                // SAFETY: as above.
                let column = unsafe { _mm512_load_si512(column.add(at)) };
                let ones = _mm512_popcnt_epi64(_mm512_and_si512(with, column));
                *sum = _mm512_add_epi64(*sum, ones);
            }
        }
    };
    part(0, space.positive, &mut sums);
    for sum in &mut sums {
        *sum = _mm512_add_epi64(*sum, _mm512_slli_epi64::<32>(*sum));
    }
    part(space.positive, space.width, &mut sums);
    // Transpose while adding: lanes of four sums fold into one vector.
    let fold = |a: __m512i, b: __m512i| {
        _mm512_add_epi64(_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b))
    };
    let low = fold(sums[0], sums[1]);
    let high = fold(sums[2], sums[3]);
    let low = _mm256_add_epi64(_mm512_castsi512_si256(low), _mm512_extracti64x4_epi64::<1>(low));
    let high = _mm256_add_epi64(_mm512_castsi512_si256(high), _mm512_extracti64x4_epi64::<1>(high));
    let low = _mm_add_epi64(_mm256_castsi256_si128(low), _mm256_extracti128_si256::<1>(low));
    let high = _mm_add_epi64(_mm256_castsi256_si128(high), _mm256_extracti128_si256::<1>(high));
    let mut out = [0u64; 4];
    // SAFETY: `out` holds four words.
    unsafe {
        _mm_storeu_si128(out.as_mut_ptr().cast(), low);
        _mm_storeu_si128(out.as_mut_ptr().add(2).cast(), high);
    }
    out
}

/// # Safety
/// Both pointers must be valid for `space.width` blocks.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
#[inline]
unsafe fn count_one(with: *const __m512i, column: *const __m512i, space: Space) -> u64 {
    let mut sum = _mm512_setzero_si512();
    let part = |from: usize, to: usize, sum: &mut __m512i| {
        for at in from..to {
            // SAFETY: `at` is below the width.
            let (a, b) =
                unsafe { (_mm512_load_si512(with.add(at)), _mm512_load_si512(column.add(at))) };
            *sum = _mm512_add_epi64(*sum, _mm512_popcnt_epi64(_mm512_and_si512(a, b)));
        }
    };
    part(0, space.positive, &mut sum);
    sum = _mm512_add_epi64(sum, _mm512_slli_epi64::<32>(sum));
    part(space.positive, space.width, &mut sum);
    _mm512_reduce_add_epi64(sum) as u64
}

#[inline(always)]
fn shares_enough_plain<'o>(
    with: &[Block],
    columns: impl Iterator<Item = &'o [Block]>,
    least: u32,
    out: &mut Vec<bool>,
) {
    let shared = |a: &Block, b: &Block| -> u32 {
        a.0.iter().zip(&b.0).map(|(a, b)| (a & b).count_ones()).sum()
    };
    out.extend(
        columns
            .map(|column| with.iter().zip(column).map(|(a, b)| shared(a, b)).sum::<u32>() >= least),
    );
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
fn shares_enough_avx2<'o>(
    with: &[Block],
    columns: impl Iterator<Item = &'o [Block]>,
    least: u32,
    out: &mut Vec<bool>,
) {
    shares_enough_plain(with, columns, least, out);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn shares_enough_avx512<'o>(
    with: &[Block],
    columns: impl Iterator<Item = &'o [Block]>,
    least: u32,
    out: &mut Vec<bool>,
) {
    for column in columns {
        let mut sum = _mm512_setzero_si512();
        for (a, b) in with.iter().zip(column) {
            // SAFETY: each is a whole block, aligned as such.
            let [a, b] =
                unsafe { [a, b].map(|block| _mm512_load_si512(std::ptr::from_ref(block).cast())) };
            sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(_mm512_and_si512(a, b)));
        }
        out.push(_mm512_reduce_add_epi64(sum) as u64 >= u64::from(least));
    }
}
