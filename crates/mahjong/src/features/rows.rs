//! Where features are written to.

/// Sparse rows of `(column, number)`, one after the other, columns ascending
/// in each. Used again and again, it allocates nothing.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FeatureRows {
    cells: Vec<(u32, f32)>,
    ends: Vec<usize>,
}

impl FeatureRows {
    /// No rows.
    pub fn new() -> FeatureRows {
        FeatureRows::default()
    }

    /// Forgets all rows.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.ends.clear();
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// One row.
    ///
    /// # Panics
    /// When there is no such row.
    pub fn row(&self, row: usize) -> &[(u32, f32)] {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.cells[start..self.ends[row]]
    }

    /// All rows.
    pub fn iter(&self) -> impl Iterator<Item = &[(u32, f32)]> {
        (0..self.len()).map(|row| self.row(row))
    }

    /// The sum of products of a row with one weight a column.
    ///
    /// # Panics
    /// When there is no such row, or it has a column without a weight.
    pub fn dot(&self, row: usize, weights: &[f32]) -> f32 {
        self.row(row).iter().map(|&(column, value)| weights[column as usize] * value).sum()
    }

    /// Adds a number to the row that is being written; zeros are left out.
    #[inline]
    pub(super) fn cell(&mut self, column: usize, value: f32) {
        if value != 0.0 {
            self.cells.push((column as u32, value));
        }
    }

    /// Ends the row that is being written.
    #[inline]
    pub(super) fn end_row(&mut self) {
        debug_assert!(self.open().is_sorted_by(|a, b| a.0 < b.0), "{:?}", self.open());
        self.ends.push(self.cells.len());
    }

    /// Ends a row that was written in any order: its columns are sorted, and
    /// numbers of the same column added.
    #[inline]
    pub(super) fn end_unsorted(&mut self) {
        let start = self.ends.last().copied().unwrap_or(0);
        self.cells[start..].sort_unstable_by_key(|cell| cell.0);
        let mut to = start;
        for from in start..self.cells.len() {
            if to > start && self.cells[to - 1].0 == self.cells[from].0 {
                self.cells[to - 1].1 += self.cells[from].1;
            } else {
                self.cells[to] = self.cells[from];
                to += 1;
            }
        }
        self.cells.truncate(to);
        self.ends.push(to);
    }

    /// What has been written of the open row.
    pub(super) fn open(&self) -> &[(u32, f32)] {
        &self.cells[self.ends.last().copied().unwrap_or(0)..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_in_any_order_come_out_sorted_and_added_up() {
        let mut rows = FeatureRows::new();
        rows.cell(3, 1.0);
        rows.end_row();
        for (column, value) in [(5, 1.0), (2, 1.0), (5, 0.5), (9, 0.0)] {
            rows.cell(column, value);
        }
        rows.end_unsorted();
        rows.end_row();
        assert_eq!(rows.iter().collect::<Vec<_>>(), [&[(3, 1.0)][..], &[(2, 1.0), (5, 1.5)], &[]]);
        assert_eq!(rows.dot(1, &[0.0, 0.0, 2.0, 0.0, 0.0, 4.0]), 8.0);
    }
}
