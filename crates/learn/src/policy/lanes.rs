//! Sixteen numbers side by side, as wide as the processor has them.
//!
//! All kinds do the same steps in the same order, without fused ones, so that
//! they give the same numbers to the last bit.

/// How many numbers.
pub(super) const LANES: usize = 16;

/// Sixteen numbers. A value of a kind that needs instructions not every
/// processor has is made from the proof that this one has them, and carries it
/// on: that is what makes its methods safe to call.
pub(super) trait Lanes: Copy {
    /// The proof that the processor has the instructions.
    type Proof: Copy;
    /// How many rows are multiplied at a time; never changes a result.
    const ROWS: usize;
    fn zero(proof: Self::Proof) -> Self;
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
    type Proof = ();
    const ROWS: usize = 1;

    #[inline(always)]
    fn zero((): ()) -> Plain {
        Plain([0.0; LANES])
    }

    #[inline(always)]
    fn plus(mut self, value: f32, weights: &[f32; LANES]) -> Plain {
        for (sum, weight) in self.0.iter_mut().zip(weights) {
            *sum += value * weight;
        }
        self
    }

    #[inline(always)]
    fn plus_squares(mut self, numbers: &[f32; LANES]) -> Plain {
        for (sum, number) in self.0.iter_mut().zip(numbers) {
            *sum += number * number;
        }
        self
    }

    #[inline(always)]
    fn get(self) -> [f32; LANES] {
        self.0
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Avx2, Avx512, HasAvx2, HasAvx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{LANES, Lanes};
    use std::arch::x86_64::*;

    /// The processor was asked and has AVX2.
    #[derive(Clone, Copy, Debug)]
    pub(in super::super) struct HasAvx2(());

    impl HasAvx2 {
        /// Asks the processor.
        pub fn detect() -> Option<HasAvx2> {
            is_x86_feature_detected!("avx2").then_some(HasAvx2(()))
        }
    }

    /// The processor was asked and has AVX-512F.
    #[derive(Clone, Copy, Debug)]
    pub(in super::super) struct HasAvx512(());

    impl HasAvx512 {
        /// Asks the processor.
        pub fn detect() -> Option<HasAvx512> {
            is_x86_feature_detected!("avx512f").then_some(HasAvx512(()))
        }
    }

    /// With AVX2. A value is a proof that the processor has it.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx2(__m256, __m256);

    impl Lanes for Avx2 {
        type Proof = HasAvx2;
        const ROWS: usize = 4;

        #[inline(always)]
        fn zero(_proof: HasAvx2) -> Avx2 {
            // SAFETY: the processor has AVX2: the proof is made nowhere else.
            unsafe { Avx2(_mm256_setzero_ps(), _mm256_setzero_ps()) }
        }

        #[inline(always)]
        fn plus(self, value: f32, weights: &[f32; LANES]) -> Avx2 {
            // SAFETY: `self` is a proof that the instructions are there; the array has the sixteen numbers that are read.
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
            // SAFETY: `self` is a proof that the instructions are there; the array has the sixteen numbers that are read.
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
            // SAFETY: `self` is a proof that the instructions are there; the array has room for the sixteen numbers.
            unsafe {
                _mm256_storeu_ps(numbers.as_mut_ptr(), self.0);
                _mm256_storeu_ps(numbers.as_mut_ptr().add(8), self.1);
            }
            numbers
        }
    }

    /// With AVX-512F. A value is a proof that the processor has it.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx512(__m512);

    impl Lanes for Avx512 {
        type Proof = HasAvx512;
        const ROWS: usize = 8;

        #[inline(always)]
        fn zero(_proof: HasAvx512) -> Avx512 {
            // SAFETY: the processor has AVX-512F: the proof is made nowhere else.
            unsafe { Avx512(_mm512_setzero_ps()) }
        }

        #[inline(always)]
        fn plus(self, value: f32, weights: &[f32; LANES]) -> Avx512 {
            // SAFETY: `self` is a proof that the instructions are there; the array has the sixteen numbers that are read.
            unsafe {
                let product =
                    _mm512_mul_ps(_mm512_set1_ps(value), _mm512_loadu_ps(weights.as_ptr()));
                Avx512(_mm512_add_ps(self.0, product))
            }
        }

        #[inline(always)]
        fn plus_squares(self, numbers: &[f32; LANES]) -> Avx512 {
            // SAFETY: `self` is a proof that the instructions are there; the array has the sixteen numbers that are read.
            unsafe {
                let numbers = _mm512_loadu_ps(numbers.as_ptr());
                Avx512(_mm512_add_ps(self.0, _mm512_mul_ps(numbers, numbers)))
            }
        }

        #[inline(always)]
        fn get(self) -> [f32; LANES] {
            let mut numbers = [0.0; LANES];
            // SAFETY: `self` is a proof that the instructions are there; the array has room for the sixteen numbers.
            unsafe { _mm512_storeu_ps(numbers.as_mut_ptr(), self.0) };
            numbers
        }
    }
}
