//! Rows laid out to be walked over many times: column and number side by
//! side, and sums in four lanes, so that no addition waits for the last.

use crate::rows::Sample;

/// A number of a row.
pub(super) trait Number: Copy + Into<f64> + Sync {
    /// The number, if it has the same value.
    fn exactly(number: f64) -> Option<Self>;
}

impl Number for f32 {
    fn exactly(number: f64) -> Option<f32> {
        let short = number as f32;
        (f64::from(short) == number).then_some(short)
    }
}

impl Number for f64 {
    fn exactly(number: f64) -> Option<f64> {
        Some(number)
    }
}

/// The rows of a sample, zeros left out, with the signs of their labels.
pub(super) struct Compact<V> {
    starts: Vec<usize>,
    cells: Vec<(u32, V)>,
    signs: Vec<f64>,
}

impl<V: Number> Compact<V> {
    /// The rows of a sample; `None` when a number cannot be kept exactly.
    pub fn of(sample: &Sample<'_>) -> Option<Compact<V>> {
        let (mut starts, mut cells, mut signs) = (vec![0], Vec::new(), Vec::new());
        let mut exact = true;
        for (row, label) in sample.iter() {
            row.for_each(|column, value| match V::exactly(value) {
                Some(kept) if value != 0.0 => cells.push((column as u32, kept)),
                Some(_) => {}
                None => exact = false,
            });
            if !exact {
                return None;
            }
            starts.push(cells.len());
            signs.push(if label { 1.0 } else { -1.0 });
        }
        Some(Compact { starts, cells, signs })
    }

    pub fn len(&self) -> usize {
        self.signs.len()
    }

    /// The first cell of each row, and one past the last of all.
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    pub fn sign(&self, row: usize) -> f64 {
        self.signs[row]
    }

    #[inline]
    pub fn row(&self, row: usize) -> &[(u32, V)] {
        &self.cells[self.starts[row]..self.starts[row + 1]]
    }

    pub fn squared(&self, row: usize) -> f64 {
        let square = |&(_, value): &(u32, V)| {
            let value: f64 = value.into();
            value * value
        };
        self.row(row).iter().map(square).sum()
    }

    #[inline]
    pub fn dot(&self, row: usize, weights: &[f64]) -> f64 {
        let (fours, rest) = self.row(row).as_chunks::<4>();
        let mut lanes = [0.0f64; 4];
        for four in fours {
            for (lane, &(column, value)) in lanes.iter_mut().zip(four) {
                let value: f64 = value.into();
                *lane += weights[column as usize] * value;
            }
        }
        let mut sum = lanes[0] + lanes[1] + (lanes[2] + lanes[3]);
        for &(column, value) in rest {
            let value: f64 = value.into();
            sum += weights[column as usize] * value;
        }
        sum
    }

    #[inline]
    pub fn add_to(&self, row: usize, scale: f64, sums: &mut [f64]) {
        for &(column, value) in self.row(row) {
            let value: f64 = value.into();
            sums[column as usize] += scale * value;
        }
    }
}
