//! Functions of one number or one row, the same to the last bit everywhere.

use super::lanes::{LANES, Lanes};

/// e to the power of `x`, to about one in ten million.
#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    const LOG2_E: f32 = std::f32::consts::LOG2_E;
    // ln 2 in two parts, so that the product with a whole number is exact.
    const LN2_HIGH: f32 = 0.693_359_4;
    const LN2_LOW: f32 = -2.121_944_4e-4;
    // Adding and taking away this number rounds to a whole one.
    const ROUND: f32 = 12_582_912.0;
    let x = if x > -87.0 { x } else { -87.0 };
    let x = if x < 87.0 { x } else { 87.0 };
    let shifted = x * LOG2_E + ROUND;
    let whole = shifted - ROUND;
    let rest = x - whole * LN2_HIGH - whole * LN2_LOW;
    // The series of e to the power of a number within half of ln 2.
    const SERIES: [f32; 7] = [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 1.0 / 2.0, 1.0, 1.0];
    let mut sum = SERIES[0];
    for term in &SERIES[1..] {
        sum = sum * rest + term;
    }
    // The whole number stands in the lowest bits of the shifted one.
    sum * f32::from_bits(shifted.to_bits().wrapping_add(127) << 23)
}

/// `x` times its logistic function.
#[inline(always)]
pub(super) fn silu(row: &mut [f32]) {
    for x in row {
        *x /= 1.0 + exp(-*x);
    }
}

/// The row over its root mean square, times the weights.
#[inline(always)]
pub(super) fn norm<L: Lanes>(proof: L::Proof, row: &[f32], weights: &[f32], into: &mut [f32]) {
    let mut sums = L::zero(proof);
    let (whole, rest) = row.as_chunks::<LANES>();
    for part in whole {
        sums = sums.plus_squares(part);
    }
    let mut sum: f32 = sums.get().iter().sum();
    for x in rest {
        sum += x * x;
    }
    let scale = 1.0 / (sum / row.len() as f32 + 1e-6).sqrt();
    for ((to, x), weight) in into.iter_mut().zip(row).zip(weights) {
        *to = x * scale * weight;
    }
}

/// Makes logits probabilities that add up to 1.
#[inline(always)]
pub(super) fn softmax<L: Lanes>(proof: L::Proof, row: &mut [[f32; LANES]]) {
    let mut most = [f32::NEG_INFINITY; LANES];
    for part in row.iter() {
        for (most, &x) in most.iter_mut().zip(part) {
            *most = if x > *most { x } else { *most };
        }
    }
    let most = most.iter().fold(f32::NEG_INFINITY, |a, &b| if b > a { b } else { a });
    let mut sums = L::zero(proof);
    for part in row.iter_mut() {
        for x in part.iter_mut() {
            *x = exp(*x - most);
        }
        sums = sums.plus(1.0, part);
    }
    let scale = 1.0 / sums.get().iter().sum::<f32>();
    for x in row.as_flattened_mut() {
        *x *= scale;
    }
}

#[cfg(test)]
mod tests {
    use super::super::lanes::Plain;
    use super::*;

    #[test]
    fn powers_are_near_the_true_ones() {
        for step in -8_600..8_600 {
            let x = step as f32 * 0.01;
            let (near, right) = (f64::from(exp(x)), libm::exp(f64::from(x)));
            assert!((near / right - 1.0).abs() < 3e-7, "{x}: {near} {right}");
        }
        assert!(exp(-1e30) > 0.0 && exp(1e30).is_finite());
    }

    #[test]
    fn probabilities_add_up() {
        let mut rows = [[0.0f32; LANES]; 3];
        for (i, x) in rows.as_flattened_mut().iter_mut().enumerate() {
            *x = libm::sinf(i as f32 * 0.7) * 9.0;
        }
        softmax::<Plain>((), &mut rows);
        let probabilities = rows.as_flattened();
        assert!((probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert!(probabilities.iter().all(|&x| x > 0.0));
        assert!(
            libm::logf(probabilities[2] / probabilities[1])
                - 9.0 * (libm::sinf(1.4) - libm::sinf(0.7))
                < 1e-4
        );
    }
}
