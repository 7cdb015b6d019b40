//! The largest singular values of a matrix, with their vectors.

use fuda_core::{Purpose, Rng, Seed};

/// The largest singular values and vectors of a matrix.
#[derive(Clone, PartialEq, Debug)]
pub struct Svd {
    /// Singular values, the largest first.
    pub values: Vec<f64>,
    /// The left vectors, one a value, as long as the matrix has rows.
    pub left: Vec<Vec<f64>>,
    /// The right vectors, one a value, as long as the matrix has columns.
    pub right: Vec<Vec<f64>>,
}

/// More directions than asked for are followed, so that the last ones asked
/// for are met as well.
const SPARE: usize = 10;
/// Rounds of multiplying by the matrix and its transpose.
const ROUNDS: usize = 6;

/// The `rank` largest singular values of a matrix given by its rows (fewer
/// when the matrix has no more that are not 0), by random projection:
/// directions drawn by seed are turned into the row space, made orthonormal,
/// and the small matrix along them is decomposed by rotations.
///
/// # Panics
/// When rows are not equally long.
pub fn truncated_svd(rows: &[Vec<f64>], rank: usize, seed: Seed) -> Svd {
    let columns = rows.first().map_or(0, Vec::len);
    assert!(rows.iter().all(|row| row.len() == columns), "rows are equally long");
    let width = (rank + SPARE).min(rows.len());
    // With as many directions as rows, the rows themselves are the space.
    let space = if width == rows.len() {
        orthonormal((0..rows.len()).map(|row| unit(rows.len(), row)).collect())
    } else {
        let mut rng = seed.stream(Purpose::Training, &[width as u64]);
        let mut space: Vec<Vec<f64>> =
            (0..width).map(|_| (0..rows.len()).map(|_| normal(&mut rng)).collect()).collect();
        for _ in 0..ROUNDS {
            space = orthonormal(space);
            let across: Vec<Vec<f64>> = space.iter().map(|left| to_right(rows, left)).collect();
            space = orthonormal(across).iter().map(|right| to_left(rows, right)).collect();
        }
        orthonormal(space)
    };
    let mut small: Vec<Vec<f64>> = space.iter().map(|left| to_right(rows, left)).collect();
    let turns = rotate(&mut small);
    let mut order: Vec<(f64, usize)> =
        small.iter().enumerate().map(|(at, row)| (dot(row, row).sqrt(), at)).collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0));
    let smallest = order.first().map_or(0.0, |most| most.0 * 1e-12);
    let mut svd = Svd { values: Vec::new(), left: Vec::new(), right: Vec::new() };
    for &(value, at) in order.iter().take(rank).filter(|(value, _)| *value > smallest) {
        svd.values.push(value);
        svd.right.push(small[at].iter().map(|x| x / value).collect());
        let mut left = vec![0.0; rows.len()];
        for (turn, direction) in turns[at].iter().zip(&space) {
            left.iter_mut().zip(direction).for_each(|(sum, x)| *sum += turn * x);
        }
        svd.left.push(left);
    }
    svd
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn unit(length: usize, at: usize) -> Vec<f64> {
    (0..length).map(|i| f64::from(u8::from(i == at))).collect()
}

/// The transpose of the matrix times a vector.
fn to_right(rows: &[Vec<f64>], left: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; rows.first().map_or(0, Vec::len)];
    for (row, &scale) in rows.iter().zip(left).filter(|(_, scale)| **scale != 0.0) {
        sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += scale * x);
    }
    sums
}

/// The matrix times a vector.
fn to_left(rows: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    rows.iter().map(|row| dot(row, right)).collect()
}

/// A number of the normal distribution.
fn normal(rng: &mut Rng) -> f64 {
    (-2.0 * libm::log(1.0 - rng.unit())).sqrt() * libm::cos(std::f64::consts::TAU * rng.unit())
}

/// The vectors made orthonormal, twice over for the sake of rounding; those
/// that depend on others are left out.
fn orthonormal(vectors: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let mut basis: Vec<Vec<f64>> = Vec::with_capacity(vectors.len());
    for mut vector in vectors {
        let length = dot(&vector, &vector).sqrt();
        for _ in 0..2 {
            for direction in &basis {
                let along = dot(&vector, direction);
                vector.iter_mut().zip(direction).for_each(|(x, d)| *x -= along * d);
            }
        }
        let left = dot(&vector, &vector).sqrt();
        if left > 1e-12 * length && left > 0.0 {
            vector.iter_mut().for_each(|x| *x /= left);
            basis.push(vector);
        }
    }
    basis
}

/// Rotates pairs of rows until all are orthogonal (one-sided Jacobi); gives
/// the product of the rotations, by rows.
fn rotate(rows: &mut [Vec<f64>]) -> Vec<Vec<f64>> {
    let many = rows.len();
    let mut turns: Vec<Vec<f64>> = (0..many).map(|at| unit(many, at)).collect();
    for _ in 0..60 {
        let mut largest = 0.0f64;
        for i in 0..many {
            for j in i + 1..many {
                let (a, b) = (dot(&rows[i], &rows[i]), dot(&rows[j], &rows[j]));
                let c = dot(&rows[i], &rows[j]);
                let scale = (a * b).sqrt();
                if scale == 0.0 || c.abs() <= 1e-14 * scale {
                    continue;
                }
                largest = largest.max(c.abs() / scale);
                let zeta = (b - a) / (2.0 * c);
                let tangent = zeta.signum() / (zeta.abs() + (1.0 + zeta * zeta).sqrt());
                let tangent = if zeta == 0.0 { 1.0 } else { tangent };
                let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
                turn(rows, i, j, cosine, cosine * tangent);
                turn(&mut turns, i, j, cosine, cosine * tangent);
            }
        }
        if largest < 1e-12 {
            break;
        }
    }
    turns
}

fn turn(rows: &mut [Vec<f64>], i: usize, j: usize, cosine: f64, sine: f64) {
    let (head, tail) = rows.split_at_mut(j);
    for (a, b) in head[i].iter_mut().zip(&mut tail[0]) {
        (*a, *b) = (cosine * *a - sine * *b, sine * *a + cosine * *b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(rows: usize, columns: usize, rank: usize, seed: u64) -> Vec<Vec<f64>> {
        let mut rng = Rng::new(Seed(seed));
        let factor = |many: usize, long: usize, rng: &mut Rng| -> Vec<Vec<f64>> {
            (0..many).map(|_| (0..long).map(|_| normal(rng)).collect()).collect()
        };
        let (left, right) = (factor(rows, rank, &mut rng), factor(rank, columns, &mut rng));
        let scaled = |k: usize, x: f64| x / (1.0 + k as f64);
        left.iter()
            .map(|row| {
                let mut sums = vec![0.0; columns];
                for (k, (x, other)) in row.iter().zip(&right).enumerate() {
                    sums.iter_mut().zip(other).for_each(|(s, y)| *s += scaled(k, *x) * y);
                }
                sums
            })
            .collect()
    }

    /// Values as nalgebra's full decomposition has them, vectors up to sign.
    #[test]
    fn the_largest_are_those_of_the_full_decomposition() {
        for (rows, columns, rank, asked) in
            [(6, 9, 6, 6), (22, 60, 22, 22), (80, 50, 50, 8), (60, 90, 5, 12)]
        {
            let matrix = random(rows, columns, rank, 7);
            let full = nalgebra::DMatrix::from_fn(rows, columns, |i, j| matrix[i][j]);
            let full = full.svd(true, true);
            let (u, v) = (full.u.unwrap(), full.v_t.unwrap());
            let values = full.singular_values;
            let svd = truncated_svd(&matrix, asked, Seed(1));
            assert_eq!(svd.values.len(), asked.min(rank));
            for (k, &value) in svd.values.iter().enumerate() {
                let wanted = values[k];
                assert!((value - wanted).abs() < 1e-6 * values[0], "{k}: {value} {wanted}");
                let cosine: f64 = (0..columns).map(|j| v[(k, j)] * svd.right[k][j]).sum();
                assert!(cosine.abs() > 1.0 - 1e-5, "{rows}×{columns}, {k}: {cosine}");
                let cosine: f64 = (0..rows).map(|i| u[(i, k)] * svd.left[k][i]).sum();
                assert!(cosine.abs() > 1.0 - 1e-5, "{rows}×{columns}, {k}: {cosine}");
            }
        }
    }

    #[test]
    fn nothing_comes_of_nothing() {
        assert!(truncated_svd(&[], 3, Seed(0)).values.is_empty());
        assert!(truncated_svd(&[vec![0.0; 4]], 3, Seed(0)).values.is_empty());
    }
}
