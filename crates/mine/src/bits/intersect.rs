//! Where all of some columns hold, a few blocks at a time.
//!
//! A pattern of eight items over 200,000 rows reads 200 kB of columns. Worked
//! through one pattern after the other, they come from a far cache each time;
//! worked through [`TILE`] blocks of all patterns at a time, the same blocks
//! of all items stay near.

#[cfg(target_arch = "x86_64")]
use super::load;
use super::{Block, Isa};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// Blocks that are worked on at a time: of 192 items they fill 96 kB.
pub const TILE: usize = 8;

impl Isa {
    /// Writes the rows that have all of `columns` into `out`, for the blocks
    /// from `first` on, at most [`TILE`] of them; returns how many rows that
    /// are. `arena` has columns of `width` blocks.
    ///
    /// # Panics
    /// When there are no columns, or a column or block is not in the arena.
    pub fn intersect(
        self,
        arena: &[Block],
        width: usize,
        first: usize,
        columns: &[u32],
        out: &mut [Block],
    ) -> u32 {
        let largest = columns.iter().max().copied().map_or(0, |column| column as usize);
        assert!(!columns.is_empty() && out.len() <= TILE && first + out.len() <= width);
        assert!((largest + 1) * width <= arena.len());
        match self {
            // SAFETY: the instructions exist, and the blocks lie in the arena.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(_) if out.len() == TILE => unsafe {
                intersect_avx512(arena, width, first, columns, out)
            },
            // SAFETY: the instructions exist.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(_) | Isa::Avx2(_) => unsafe {
                intersect_avx2(arena, width, first, columns, out)
            },
            Isa::Plain => intersect_plain(arena, width, first, columns, out),
        }
    }
}

#[inline(always)]
fn intersect_plain(
    arena: &[Block],
    width: usize,
    first: usize,
    columns: &[u32],
    out: &mut [Block],
) -> u32 {
    let part = |column: u32| &arena[column as usize * width + first..][..out.len()];
    let mut held = [Block([u64::MAX; 8]); TILE];
    for &column in columns {
        for (held, block) in held.iter_mut().zip(part(column)) {
            for (held, word) in held.0.iter_mut().zip(block.0) {
                *held &= word;
            }
        }
    }
    out.copy_from_slice(&held[..out.len()]);
    out.iter().flat_map(|block| block.0).map(u64::count_ones).sum()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
fn intersect_avx2(
    arena: &[Block],
    width: usize,
    first: usize,
    columns: &[u32],
    out: &mut [Block],
) -> u32 {
    intersect_plain(arena, width, first, columns, out)
}

/// A whole tile stays in registers until all columns have been met.
///
/// # Safety
/// All columns must lie in the arena with [`TILE`] blocks from `first` on,
/// and `out` must be a whole tile.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
unsafe fn intersect_avx512(
    arena: &[Block],
    width: usize,
    first: usize,
    columns: &[u32],
    out: &mut [Block],
) -> u32 {
    let mut held = [_mm512_set1_epi64(-1); TILE];
    for &column in columns {
        // SAFETY: the caller vouches for the blocks.
        let start = unsafe { arena.as_ptr().add(column as usize * width + first) };
        for (at, held) in held.iter_mut().enumerate() {
            // SAFETY: as above.
            *held = _mm512_and_si512(*held, unsafe { load(start.add(at)) });
        }
    }
    let mut ones = _mm512_setzero_si512();
    for (held, out) in held.iter().zip(out) {
        ones = _mm512_add_epi64(ones, _mm512_popcnt_epi64(*held));
        // SAFETY: a block is as large as the register and aligned for it.
        unsafe { _mm512_store_si512(std::ptr::from_mut(out).cast(), *held) };
    }
    _mm512_reduce_add_epi64(ones) as u32
}
