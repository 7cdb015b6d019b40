//! Functions of one number or one row, the same to the last bit everywhere.

/// Numbers that are summed side by side.
const LANES: usize = 16;

/// e to the power of `x`, to about one in ten million.
#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    const LOG2_E: f32 = std::f32::consts::LOG2_E;
    // ln 2 in two parts, so that the product with a whole number is exact.
    const LN2_HIGH: f32 = 0.693_359_4;
    const LN2_LOW: f32 = -2.121_944_4e-4;
    // Adding and taking away this number rounds to a whole one.
    const ROUND: f32 = 12_582_912.0;
    let x = x.clamp(-87.0, 87.0);
    let whole = (x * LOG2_E + ROUND) - ROUND;
    let rest = x - whole * LN2_HIGH - whole * LN2_LOW;
    // The series of e to the power of a number within half of ln 2.
    const SERIES: [f32; 7] = [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 1.0 / 2.0, 1.0, 1.0];
    let mut sum = SERIES[0];
    for term in &SERIES[1..] {
        sum = sum * rest + term;
    }
    sum * f32::from_bits(((whole as i32 + 127) as u32) << 23)
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
pub(super) fn norm(row: &[f32], weights: &[f32], into: &mut [f32]) {
    let mut sums = [0.0f32; LANES];
    let (whole, rest) = row.as_chunks::<LANES>();
    for part in whole {
        for lane in 0..LANES {
            sums[lane] += part[lane] * part[lane];
        }
    }
    let mut sum: f32 = sums.iter().sum();
    for x in rest {
        sum += x * x;
    }
    let scale = 1.0 / (sum / row.len() as f32 + 1e-6).sqrt();
    for ((to, x), weight) in into.iter_mut().zip(row).zip(weights) {
        *to = x * scale * weight;
    }
}

/// Makes a row of logits shares that add up to 1.
#[inline(always)]
pub(super) fn softmax(row: &mut [f32]) {
    let mut most = f32::NEG_INFINITY;
    for &x in row.iter() {
        most = if x > most { x } else { most };
    }
    for x in row.iter_mut() {
        *x = exp(*x - most);
    }
    let mut sums = [0.0f32; LANES];
    let (whole, rest) = row.as_chunks::<LANES>();
    for part in whole {
        for lane in 0..LANES {
            sums[lane] += part[lane];
        }
    }
    let sum = sums.iter().sum::<f32>() + rest.iter().sum::<f32>();
    let scale = 1.0 / sum;
    for x in row {
        *x *= scale;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_near_the_true_ones() {
        for step in -8_600..8_600 {
            let x = step as f32 * 0.01;
            let (near, right) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((near / right - 1.0).abs() < 3e-7, "{x}: {near} {right}");
        }
        assert!(exp(-1e30) > 0.0 && exp(1e30).is_finite());
    }

    #[test]
    fn shares_add_up() {
        let mut row: Vec<f32> = (0..39).map(|i| (i as f32 * 0.7).sin() * 9.0).collect();
        softmax(&mut row);
        assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert!(row.iter().all(|&x| x > 0.0));
    }
}
