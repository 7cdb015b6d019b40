//! The inner loops, made twice: plain, and for processors with AVX2.
//!
//! Every sum is taken in the same order in both, so both give the same bits.

use super::SparseRow;
use super::network::{Layers, Units};

/// Lanes of the sums that are taken side by side.
const LANES: usize = 8;

#[inline(always)]
fn add_scaled(into: &mut [f32], row: &[f32], by: f32) {
    for (x, y) in into.iter_mut().zip(row) {
        *x += by * y;
    }
}

#[inline(always)]
fn add(into: &mut [f32], row: &[f32]) {
    for (x, y) in into.iter_mut().zip(row) {
        *x += y;
    }
}

#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let (a, a_rest) = a.as_chunks::<LANES>();
    let (b, b_rest) = b.as_chunks::<LANES>();
    let mut sums = [0.0f32; LANES];
    for (a, b) in a.iter().zip(b) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    let halves: [f32; 4] = std::array::from_fn(|lane| sums[lane] + sums[lane + 4]);
    (halves[0] + halves[2]) + (halves[1] + halves[3]) + rest
}

/// Units of the first layer whose sums are held in registers.
const TILE: usize = 64;

/// Adds each input's row of weights, times its value, to the first units:
/// a tile of them at a time, so that the sums stay in registers.
#[inline(always)]
fn add_inputs(weights: &[f32], row: SparseRow<'_>, first: &mut [f32]) {
    let width = first.len();
    let (tiles, rest) = first.as_chunks_mut::<TILE>();
    let done = width - rest.len();
    for (n, tile) in tiles.iter_mut().enumerate() {
        let mut sums = *tile;
        let weights_of = |input: u16| {
            weights.get(usize::from(input) * width + n * TILE..)?.first_chunk::<TILE>()
        };
        if row.values.is_empty() {
            for weights in row.at.iter().filter_map(|&input| weights_of(input)) {
                (0..TILE).for_each(|lane| sums[lane] += weights[lane]);
            }
        } else {
            for (&input, value) in row.at.iter().zip(row.values) {
                if let Some(weights) = weights_of(input) {
                    (0..TILE).for_each(|lane| sums[lane] += value * weights[lane]);
                }
            }
        }
        *tile = sums;
    }
    if rest.is_empty() {
        return;
    }
    for (n, &input) in row.at.iter().enumerate() {
        let at = usize::from(input) * width;
        if let Some(weights) = weights.get(at + done..at + width) {
            add_scaled(rest, weights, row.values.get(n).copied().unwrap_or(1.0));
        }
    }
}

#[inline(always)]
fn hidden_body(net: Layers<&[f32]>, row: SparseRow<'_>, units: &mut Units) {
    let (first, second) = (&mut units.first[..], &mut units.second[..]);
    first.copy_from_slice(net.first_bias);
    add_inputs(net.first, row, first);
    first.iter_mut().for_each(|x| *x = x.max(0.0));
    second.copy_from_slice(net.second_bias);
    let width = second.len();
    for (x, row) in first.iter().zip(net.second.chunks_exact(width)) {
        if *x > 0.0 {
            add_scaled(second, row, *x);
        }
    }
    second.iter_mut().for_each(|x| *x = x.max(0.0));
}

#[inline(always)]
fn back_body(
    net: Layers<&[f32]>,
    row: SparseRow<'_>,
    units: &mut Units,
    slopes: &[(u16, f32)],
    into: Layers<&mut [f32]>,
) {
    let width = units.second.len();
    let back = &mut units.back_second[..];
    back.fill(0.0);
    for &(output, slope) in slopes {
        let output = usize::from(output);
        let at = output * width;
        add_scaled(&mut into.output[at..at + width], &units.second, slope);
        into.output_bias[output] += slope;
        add_scaled(back, &net.output[at..at + width], slope);
    }
    for (slope, x) in back.iter_mut().zip(&units.second) {
        if *x <= 0.0 {
            *slope = 0.0;
        }
    }
    add(into.second_bias, back);
    let rows = net.second.chunks_exact(width).zip(into.second.chunks_exact_mut(width));
    for ((x, slope), (weights, sum)) in units.first.iter().zip(&mut units.back_first).zip(rows) {
        if *x > 0.0 {
            add_scaled(sum, back, *x);
            *slope = dot(weights, back);
        } else {
            *slope = 0.0;
        }
    }
    let back = &units.back_first[..];
    add(into.first_bias, back);
    let width = back.len();
    for (n, &input) in row.at.iter().enumerate() {
        let at = usize::from(input) * width;
        if let Some(sums) = into.first.get_mut(at..at + width) {
            match row.values.get(n) {
                Some(&value) => add_scaled(sums, back, value),
                None => add(sums, back),
            }
        }
    }
}

macro_rules! twice {
    ($(#[$about:meta])* $name:ident, $fast:ident, $body:ident, ($($arg:ident: $kind:ty),*)) => {
        $(#[$about])*
        pub(super) fn $name($($arg: $kind),*) {
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has AVX2, as was just asked.
                return unsafe { $fast($($arg),*) };
            }
            $body($($arg),*)
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2")]
        fn $fast($($arg: $kind),*) {
            $body($($arg),*)
        }
    };
}

twice!(
    /// The outputs of both hidden layers.
    hidden, hidden_avx2, hidden_body,
    (net: Layers<&[f32]>, row: SparseRow<'_>, units: &mut Units)
);
twice!(
    /// Adds the gradient of a sum of outputs, each times its slope; the units
    /// must be those of this row.
    back, back_avx2, back_body,
    (net: Layers<&[f32]>, row: SparseRow<'_>, units: &mut Units, slopes: &[(u16, f32)], into: Layers<&mut [f32]>)
);

/// One output.
pub(super) fn output(net: Layers<&[f32]>, units: &Units, output: u16) -> f32 {
    let (output, width) = (usize::from(output), units.second.len());
    dot(&net.output[output * width..][..width], &units.second) + net.output_bias[output]
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::super::{Shape, SparseNetwork};
    use super::*;
    use fuda_core::{Purpose, Seed};

    #[test]
    fn both_ways_give_the_same_bits() {
        if !is_x86_feature_detected!("avx2") {
            println!("no AVX2 here: both ways are the plain one");
        }
        let rounds = if cfg!(miri) { 1 } else { 20 };
        let shape = Shape { inputs: 50, hidden: [101, 21], outputs: 5 };
        let net = SparseNetwork::random(shape, Seed(3)).unwrap();
        let mut rng = Seed(4).stream(Purpose::Sample, &[]);
        for _ in 0..rounds {
            let at: Vec<u16> = (0..50).filter(|_| rng.below(3) == 0).collect();
            let values: Vec<f32> = at.iter().map(|_| rng.unit() as f32).collect();
            let row = SparseRow { at: &at, values: &values };
            let (mut plain, mut fast) = (net.units(), net.units());
            hidden_body(net.layers(), row, &mut plain);
            hidden(net.layers(), row, &mut fast);
            assert_eq!(plain, fast);
            let slopes = [(1, 0.3), (4, -2.0)];
            let mut sums = [vec![0.0; shape.weights()], vec![0.0; shape.weights()]];
            let [a, b] = &mut sums;
            back_body(net.layers(), row, &mut plain, &slopes, shape.layers_mut(a));
            back(net.layers(), row, &mut fast, &slopes, shape.layers_mut(b));
            assert_eq!(sums[0], sums[1]);
        }
    }
}
