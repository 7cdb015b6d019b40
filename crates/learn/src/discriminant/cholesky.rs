//! Solving symmetric positive definite systems.

/// Solves `matrix · x = right` in place of `right`; `matrix` holds whole rows
/// and is overwritten. `None` when it is not positive definite.
pub(crate) fn solve(matrix: &mut [f64], right: &mut [f64]) -> Option<()> {
    let n = right.len();
    for i in 0..n {
        let (above, from_here) = matrix.split_at_mut(i * n);
        let row = &mut from_here[..n];
        for j in 0..=i {
            let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
            if j < i {
                let other = &above[j * n..][..n];
                row[j] = (row[j] - dot(&row[..j], &other[..j])) / other[j];
            } else {
                let rest = row[i] - dot(&row[..i], &row[..i]);
                if !(rest > 0.0 && rest.is_finite()) {
                    return None;
                }
                row[i] = rest.sqrt();
            }
        }
    }
    for i in 0..n {
        let sum: f64 = (0..i).map(|j| matrix[i * n + j] * right[j]).sum();
        right[i] = (right[i] - sum) / matrix[i * n + i];
    }
    for i in (0..n).rev() {
        let sum: f64 = (i + 1..n).map(|j| matrix[j * n + i] * right[j]).sum();
        right[i] = (right[i] - sum) / matrix[i * n + i];
    }
    Some(())
}
