//! Columns cut down to some of their rows.

use super::{Block, Isa};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

impl Isa {
    /// Writes the bits of `source` where `mask` has ones, moved together, and
    /// fills the rest of `out` with zeros. Both hold one class of rows.
    ///
    /// # Panics
    /// When `out` is too small for the ones of `mask`.
    pub fn compress(self, source: &[Block], mask: &[Block], out: &mut [Block]) {
        match self {
            // SAFETY: the instructions exist.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(_) | Isa::Avx2(_) => unsafe { compress_bmi2(source, mask, out) },
            Isa::Plain => compress_with(source, mask, out, extract_plain),
        }
    }
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
