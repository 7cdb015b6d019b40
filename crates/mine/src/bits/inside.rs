//! The rows that two columns share: whether a third has them all, and as a
//! column.

use super::{Block, Isa};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

impl Isa {
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
            Isa::Avx512(_) => unsafe { meet_is_inside_avx512(a, b, outers) },
            // SAFETY: the instructions exist.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2(_) => unsafe { meet_is_inside_avx2(a, b, outers) },
            Isa::Plain => meet_is_inside_plain(a, b, outers),
        }
    }

    /// Writes the rows that `a` and `b` share.
    pub fn meet(self, a: &[Block], b: &[Block], out: &mut [Block]) {
        match self {
            // SAFETY: the instructions exist.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(_) => unsafe { meet_avx512(a, b, out) },
            // SAFETY: the instructions exist.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2(_) => unsafe { meet_avx2(a, b, out) },
            Isa::Plain => meet_plain(a, b, out),
        }
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
