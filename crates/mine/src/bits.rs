//! Bit columns and what is done with them in the hot paths.
//!
//! A column has one bit a row, in blocks of 512 bits. The rows of the
//! positive class fill the first blocks, those of the negative class the
//! others ([`Space`]), so one pass over two columns counts both the rows they
//! share and the positive ones among them: a [`Count`].
//!
//! Each operation exists in up to three forms — AVX-512 with `VPOPCNTQ`,
//! AVX2 with `POPCNT` and `PEXT`, and plain — one of which is chosen when the
//! program starts ([`Isa::best`]). All give the same result.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

mod intersect;
#[cfg(test)]
mod tests;

pub use intersect::TILE;

/// 512 rows of one column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Block(pub [u64; 8]);

/// A block without any row.
pub const EMPTY: Block = Block([0; 8]);

/// How many rows a block holds.
pub const BLOCK_ROWS: usize = 512;

/// A number of rows (low half) with the positive ones among them (high half).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[repr(transparent)]
pub struct Count(pub u64);

impl Count {
    /// So many rows, of which so many are positive.
    pub fn new(rows: u32, positives: u32) -> Count {
        Count(u64::from(positives) << 32 | u64::from(rows))
    }

    /// All rows.
    #[inline]
    pub fn rows(self) -> u32 {
        self.0 as u32
    }

    /// The positive ones.
    #[inline]
    pub fn positives(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

/// How the rows of a set of columns lie in their blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Space {
    /// Blocks of a whole column.
    pub width: usize,
    /// Blocks of the positive rows, which come first.
    pub positive: usize,
}

impl Space {
    /// The space for so many positive and negative rows.
    pub fn for_rows(positives: usize, negatives: usize) -> Space {
        let positive = positives.div_ceil(BLOCK_ROWS);
        Space { width: positive + negatives.div_ceil(BLOCK_ROWS), positive }
    }

    /// The bit of a row that is number `index` when positives come first and
    /// `positives` of them exist.
    #[inline]
    pub fn bit(self, index: usize, positives: usize) -> usize {
        if index < positives { index } else { self.positive * BLOCK_ROWS + index - positives }
    }
}

/// A block in a register.
///
/// # Safety
/// The pointer must be valid for a block.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
#[inline]
unsafe fn load(block: *const Block) -> __m512i {
    // SAFETY: the caller vouches for the pointer; blocks are aligned.
    unsafe { _mm512_load_si512(block.cast()) }
}

/// Sets one bit of a column.
#[inline]
pub fn set_bit(column: &mut [Block], bit: usize) {
    column[bit / BLOCK_ROWS].0[bit % BLOCK_ROWS / 64] |= 1 << (bit % 64);
}

/// Whether every row of `inner` is a row of `outer`.
///
/// The answer is nearly always no, and nearly always found in the first word:
/// plain code beats wide instructions here.
#[inline]
pub fn is_subset(inner: &[Block], outer: &[Block]) -> bool {
    inner.iter().zip(outer).all(|(inner, outer)| {
        inner.0.iter().zip(&outer.0).all(|(inner, outer)| inner & !outer == 0)
    })
}

/// The instructions the operations use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Isa {
    /// AVX-512 with vector popcounts, and `PEXT`.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// AVX2, `POPCNT` and `PEXT`.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// What every machine can do.
    Plain,
}

impl Isa {
    /// The widest instructions of this machine.
    pub fn best() -> Isa {
        Isa::available()[0]
    }

    /// Everything this machine can do, the widest first.
    pub fn available() -> Vec<Isa> {
        let mut found = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            let narrow = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2");
            if narrow
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512vpopcntdq")
            {
                found.push(Isa::Avx512);
            }
            if narrow {
                found.push(Isa::Avx2);
            }
        }
        found.push(Isa::Plain);
        found
    }

    /// Whether it pays to compress the columns of so many candidates from one
    /// space into another: what all their pairs save, against a pass over
    /// every word.
    pub fn compresses(self, from: Space, to: Space, candidates: usize) -> bool {
        let cost = match self {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => 16,
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => 6,
            Isa::Plain => 64,
        };
        from.width.saturating_sub(to.width) * candidates > cost * from.width
    }

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
            Isa::Avx512 => unsafe { count_shared_avx512(arena, space, with, columns, out) },
            // SAFETY: the instructions exist.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => unsafe { count_shared_avx2(arena, space, with, columns, out) },
            Isa::Plain => count_shared_plain(arena, space, with, columns, out),
        }
    }

    /// Whether every row that `a` and `b` share is a row of one of `outers`.
    pub fn meet_is_inside<'o>(
        self,
        a: &[Block],
        b: &[Block],
        outers: impl Iterator<Item = &'o [Block]>,
    ) -> bool {
        match self {
            // SAFETY: the instructions exist.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => unsafe { meet_is_inside_avx512(a, b, outers) },
            // SAFETY: the instructions exist.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => unsafe { meet_is_inside_avx2(a, b, outers) },
            Isa::Plain => meet_is_inside_plain(a, b, outers),
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
            Isa::Avx512 => unsafe { shares_enough_avx512(with, columns, least, out) },
            // SAFETY: the instructions exist.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => unsafe { shares_enough_avx2(with, columns, least, out) },
            Isa::Plain => shares_enough_plain(with, columns, least, out),
        }
    }

    /// Writes the rows that `a` and `b` share.
    pub fn meet(self, a: &[Block], b: &[Block], out: &mut [Block]) {
        match self {
            // SAFETY: the instructions exist.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => unsafe { meet_avx512(a, b, out) },
            // SAFETY: the instructions exist.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => unsafe { meet_avx2(a, b, out) },
            Isa::Plain => meet_plain(a, b, out),
        }
    }

    /// Writes the bits of `source` where `mask` has ones, moved together, and
    /// fills the rest of `out` with zeros. Both hold one class of rows.
    ///
    /// # Panics
    /// When `out` is too small for the ones of `mask`.
    pub fn compress(self, source: &[Block], mask: &[Block], out: &mut [Block]) {
        match self {
            // SAFETY: the instructions exist.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 | Isa::Avx2 => unsafe { compress_bmi2(source, mask, out) },
            Isa::Plain => compress_with(source, mask, out, extract_plain),
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

#[inline(always)]
fn meet_is_inside_plain<'o>(
    a: &[Block],
    b: &[Block],
    mut outers: impl Iterator<Item = &'o [Block]>,
) -> bool {
    let left = |a: &Block, b: &Block, outer: &Block| {
        (0..8).fold(0, |left, word| left | a.0[word] & b.0[word] & !outer.0[word])
    };
    outers.any(|outer| a.iter().zip(b).zip(outer).all(|((a, b), outer)| left(a, b, outer) == 0))
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn meet_is_inside_avx2<'o>(
    a: &[Block],
    b: &[Block],
    outers: impl Iterator<Item = &'o [Block]>,
) -> bool {
    meet_is_inside_plain(a, b, outers)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn meet_is_inside_avx512<'o>(
    a: &[Block],
    b: &[Block],
    outers: impl Iterator<Item = &'o [Block]>,
) -> bool {
    for outer in outers {
        let mut blocks = a.iter().zip(b).zip(outer);
        let inside = blocks.all(|((a, b), outer)| {
            // SAFETY: each is a whole block, aligned as such.
            let [a, b, outer] = unsafe {
                [a, b, outer].map(|block| _mm512_load_si512(std::ptr::from_ref(block).cast()))
            };
            _mm512_test_epi64_mask(_mm512_and_si512(a, b), _mm512_andnot_si512(outer, a)) == 0
        });
        if inside {
            return true;
        }
    }
    false
}

#[inline(always)]
fn meet_plain(a: &[Block], b: &[Block], out: &mut [Block]) {
    for ((a, b), out) in a.iter().zip(b).zip(out) {
        for ((a, b), out) in a.0.iter().zip(&b.0).zip(&mut out.0) {
            *out = a & b;
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn meet_avx2(a: &[Block], b: &[Block], out: &mut [Block]) {
    meet_plain(a, b, out);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn meet_avx512(a: &[Block], b: &[Block], out: &mut [Block]) {
    meet_plain(a, b, out);
}

#[inline(always)]
fn compress_with(
    source: &[Block],
    mask: &[Block],
    out: &mut [Block],
    extract: impl Fn(u64, u64) -> u64,
) {
    let out = words_mut(out);
    let mut next = 0;
    let mut full = 0u64;
    let mut held = 0u32;
    for (&source, &mask) in words(source).iter().zip(words(mask)) {
        let bits = extract(source, mask);
        let many = mask.count_ones();
        full |= bits << held;
        held += many;
        if held >= 64 {
            out[next] = full;
            next += 1;
            held -= 64;
            // What did not fit; when nothing is left, the shift is by all bits.
            full = bits.checked_shr(many - held).unwrap_or(0);
        }
    }
    if held > 0 {
        out[next] = full;
        next += 1;
    }
    out[next..].fill(0);
}

/// The words of a column in order.
fn words(column: &[Block]) -> &[u64] {
    // SAFETY: a block is eight words without padding, and words need less
    // alignment than blocks.
    unsafe { std::slice::from_raw_parts(column.as_ptr().cast(), column.len() * 8) }
}

/// The words of a column in order.
fn words_mut(column: &mut [Block]) -> &mut [u64] {
    // SAFETY: as in `words`; the borrow is passed on.
    unsafe { std::slice::from_raw_parts_mut(column.as_mut_ptr().cast(), column.len() * 8) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt")]
fn compress_bmi2(source: &[Block], mask: &[Block], out: &mut [Block]) {
    compress_with(source, mask, out, |source, mask| _pext_u64(source, mask));
}

/// The bits of `source` where `mask` has ones, moved together at the low end:
/// six rounds of moving bits by powers of two (Hacker's Delight 7–4).
fn extract_plain(source: u64, mask: u64) -> u64 {
    let mut bits = source & mask;
    let mut mask = mask;
    let mut zeros = !mask << 1;
    for round in 0..6 {
        let mut parity = zeros;
        for shift in [1, 2, 4, 8, 16, 32] {
            parity ^= parity << shift;
        }
        let moving = parity & mask;
        mask = (mask ^ moving) | (moving >> (1 << round));
        let travelling = bits & moving;
        bits = (bits ^ travelling) | (travelling >> (1 << round));
        zeros &= !parity;
    }
    bits
}
