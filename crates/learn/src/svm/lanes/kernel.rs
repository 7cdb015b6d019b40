//! The walks over the rows, as wide as the processor allows.
//!
//! All kinds do the same steps in the same order, without fused ones, so that
//! they give the same numbers to the last bit.

use super::Block;

/// How many problems lie side by side.
pub(super) const LANES: usize = 16;
/// A number of each problem.
pub(super) type Lanes = [f32; LANES];

/// Multiplies a row by the weights of each problem.
#[inline(always)]
pub(super) fn dot(row: &[(u32, f32)], weights: &[Lanes]) -> Lanes {
    // Even and odd cells apart, so that additions do not wait for each other.
    let (pairs, rest) = row.as_chunks::<2>();
    let mut sums = [[0.0f32; LANES]; 2];
    for pair in pairs {
        for (sum, &(column, value)) in sums.iter_mut().zip(pair) {
            let weights = &weights[column as usize];
            for lane in 0..LANES {
                sum[lane] += value * weights[lane];
            }
        }
    }
    for &(column, value) in rest {
        let weights = &weights[column as usize];
        for lane in 0..LANES {
            sums[0][lane] += value * weights[lane];
        }
    }
    std::array::from_fn(|lane| sums[0][lane] + sums[1][lane])
}

/// Adds a multiple of a row to the sums of each problem.
#[inline(always)]
pub(super) fn add(row: &[(u32, f32)], scale: &Lanes, sums: &mut [Lanes]) {
    for &(column, value) in row {
        let sums = &mut sums[column as usize];
        for lane in 0..LANES {
            sums[lane] += value * scale[lane];
        }
    }
}

/// A walk over the rows of a block.
pub(super) trait Walk {
    type Out;
    fn walk(self, block: &Block<'_>) -> Self::Out;
}

/// Walks with the widest registers there are.
pub(super) fn run<W: Walk>(walk: W, block: &Block<'_>) -> W::Out {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") {
            // SAFETY: the processor has AVX-512F.
            return unsafe { with_avx512(walk, block) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            return unsafe { with_avx2(walk, block) };
        }
    }
    walk.walk(block)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
pub(super) fn with_avx512<W: Walk>(walk: W, block: &Block<'_>) -> W::Out {
    walk.walk(block)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
pub(super) fn with_avx2<W: Walk>(walk: W, block: &Block<'_>) -> W::Out {
    walk.walk(block)
}

/// The score of each row in each problem.
pub(super) struct Scores<'a>(pub &'a [Lanes], pub &'a mut [Lanes]);

impl Walk for Scores<'_> {
    type Out = ();

    #[inline(always)]
    fn walk(self, block: &Block<'_>) {
        let constant = block.constant(self.0);
        for (at, score) in self.1.iter_mut().enumerate() {
            *score = dot(block.row(at), self.0);
            for lane in 0..LANES {
                score[lane] += constant[lane];
            }
        }
    }
}
