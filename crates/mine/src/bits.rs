//! Bit columns and what is done with them in the hot paths.
//!
//! A column has one bit per row, in blocks of 512 bits. The rows of the
//! positive class fill the first blocks, those of the negative class the
//! others ([`Space`]), so one pass over two columns counts both the rows they
//! share and the positive ones among them: a [`Count`].
//!
//! Each operation exists in up to three forms — AVX-512 with `VPOPCNTQ`,
//! AVX2 with `POPCNT` and `PEXT`, and plain — one of which is chosen when the
//! program starts ([`Isa::best`]). All give the same result.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

mod compress;
mod inside;
mod intersect;
mod isa;
mod shared;
#[cfg(test)]
mod tests;

pub use intersect::TILE;
pub use isa::Isa;

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

impl Isa {
    /// Whether it pays to compress the columns of so many candidates from one
    /// space into another: what all their pairs save, against a pass over
    /// every word.
    pub fn compresses(self, from: Space, to: Space, candidates: usize) -> bool {
        let cost = match self {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(_) => 16,
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2(_) => 6,
            Isa::Plain => 64,
        };
        from.width.saturating_sub(to.width) * candidates > cost * from.width
    }
}
