//! Sixteen numbers side by side, as wide as the processor has them.
//!
//! All kinds do the same steps in the same order, without fused ones, so that
//! they give the same numbers to the last bit.

/// How many numbers.
pub(super) const LANES: usize = 16;

/// Sixteen numbers.
pub(super) trait Lanes: Copy {
    /// How many rows are multiplied at a time; never changes a result.
    const ROWS: usize;
    fn zero() -> Self;
    /// Adds a number times sixteen others.
    fn plus(self, value: f32, weights: &[f32; LANES]) -> Self;
    /// Adds the squares of sixteen numbers.
    fn plus_squares(self, numbers: &[f32; LANES]) -> Self;
    fn get(self) -> [f32; LANES];
}

/// In plain code.
#[derive(Clone, Copy)]
pub(super) struct Plain([f32; LANES]);

impl Lanes for Plain {
    const ROWS: usize = 1;

    #[inline(always)]
    fn zero() -> Plain {
        Plain([0.0; LANES])
    }

    #[inline(always)]
    fn plus(mut self, value: f32, weights: &[f32; LANES]) -> Plain {
        for lane in 0..LANES {
            self.0[lane] += value * weights[lane];
        }
        self
    }

    #[inline(always)]
    fn plus_squares(mut self, numbers: &[f32; LANES]) -> Plain {
        for lane in 0..LANES {
            self.0[lane] += numbers[lane] * numbers[lane];
        }
        self
    }

    #[inline(always)]
    fn get(self) -> [f32; LANES] {
        self.0
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{LANES, Lanes};
    use std::arch::x86_64::*;

    /// With AVX2. Values are made only where the processor has it.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx2(__m256, __m256);

    impl Lanes for Avx2 {
        const ROWS: usize = 4;

        #[inline(always)]
        fn zero() -> Avx2 {
            // SAFETY: this type is used only behind a check for AVX2.
            unsafe { Avx2(_mm256_setzero_ps(), _mm256_setzero_ps()) }
        }

        #[inline(always)]
        fn plus(self, value: f32, weights: &[f32; LANES]) -> Avx2 {
            // SAFETY: as above; the array has the sixteen numbers that are read.
            unsafe {
                let value = _mm256_set1_ps(value);
                let low = _mm256_loadu_ps(weights.as_ptr());
                let high = _mm256_loadu_ps(weights.as_ptr().add(8));
                let low = _mm256_add_ps(self.0, _mm256_mul_ps(value, low));
                Avx2(low, _mm256_add_ps(self.1, _mm256_mul_ps(value, high)))
            }
        }

        #[inline(always)]
        fn plus_squares(self, numbers: &[f32; LANES]) -> Avx2 {
            // SAFETY: as above; the array has the sixteen numbers that are read.
            unsafe {
                let low = _mm256_loadu_ps(numbers.as_ptr());
                let high = _mm256_loadu_ps(numbers.as_ptr().add(8));
                let low = _mm256_add_ps(self.0, _mm256_mul_ps(low, low));
                Avx2(low, _mm256_add_ps(self.1, _mm256_mul_ps(high, high)))
            }
        }

        #[inline(always)]
        fn get(self) -> [f32; LANES] {
            let mut numbers = [0.0; LANES];
            // SAFETY: as above; the array has room for the sixteen numbers.
            unsafe {
                _mm256_storeu_ps(numbers.as_mut_ptr(), self.0);
                _mm256_storeu_ps(numbers.as_mut_ptr().add(8), self.1);
            }
            numbers
        }
    }

    /// With AVX-512F. Values are made only where the processor has it.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx512(__m512);

    impl Lanes for Avx512 {
        const ROWS: usize = 8;

        #[inline(always)]
        fn zero() -> Avx512 {
            // SAFETY: this type is used only behind a check for AVX-512F.
            unsafe { Avx512(_mm512_setzero_ps()) }
        }

        #[inline(always)]
        fn plus(self, value: f32, weights: &[f32; LANES]) -> Avx512 {
            // SAFETY: as above; the array has the sixteen numbers that are read.
            unsafe {
                let product =
                    _mm512_mul_ps(_mm512_set1_ps(value), _mm512_loadu_ps(weights.as_ptr()));
                Avx512(_mm512_add_ps(self.0, product))
            }
        }

        #[inline(always)]
        fn plus_squares(self, numbers: &[f32; LANES]) -> Avx512 {
            // SAFETY: as above; the array has the sixteen numbers that are read.
            unsafe {
                let numbers = _mm512_loadu_ps(numbers.as_ptr());
                Avx512(_mm512_add_ps(self.0, _mm512_mul_ps(numbers, numbers)))
            }
        }

        #[inline(always)]
        fn get(self) -> [f32; LANES] {
            let mut numbers = [0.0; LANES];
            // SAFETY: as above; the array has room for the sixteen numbers.
            unsafe { _mm512_storeu_ps(numbers.as_mut_ptr(), self.0) };
            numbers
        }
    }
}
