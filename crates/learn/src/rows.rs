//! Rows of numbers, dense or sparse, and samples of labelled rows.

use crate::LearnError;
use std::borrow::Cow;

/// A table of numbers to learn from, one row an example.
#[derive(Clone, PartialEq, Debug)]
pub struct Rows {
    columns: usize,
    many: usize,
    kind: Kind,
}

#[derive(Clone, PartialEq, Debug)]
enum Kind {
    Dense(Vec<f64>),
    Sparse { starts: Vec<usize>, cells: Vec<u32>, values: Option<Vec<f64>> },
}

/// One row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Row<'a> {
    /// A number for every column.
    Dense(&'a [f64]),
    /// The columns that are 1; all others are 0.
    Ones(&'a [u32]),
    /// Some columns with their numbers; all others are 0.
    Sparse(&'a [u32], &'a [f64]),
}

impl Rows {
    /// Dense rows, one after the other.
    pub fn dense(columns: usize, numbers: Vec<f64>) -> Result<Rows, LearnError> {
        if columns == 0 || !numbers.len().is_multiple_of(columns) {
            return Err(LearnError::RowLength { columns, numbers: numbers.len() });
        }
        if let Some(at) = numbers.iter().position(|number| !number.is_finite()) {
            return Err(LearnError::NotFinite { row: at / columns, column: at % columns });
        }
        Ok(Rows { columns, many: numbers.len() / columns, kind: Kind::Dense(numbers) })
    }

    /// Rows of zeros and ones, each given by the columns that are 1.
    pub fn ones<'a>(
        columns: usize,
        rows: impl IntoIterator<Item = &'a [u32]>,
    ) -> Result<Rows, LearnError> {
        let mut starts = vec![0];
        let mut cells = Vec::new();
        for row in rows {
            check_columns(starts.len() - 1, columns, row)?;
            cells.extend_from_slice(row);
            starts.push(cells.len());
        }
        let many = starts.len() - 1;
        Ok(Rows { columns, many, kind: Kind::Sparse { starts, cells, values: None } })
    }

    /// Rows of `(column, number)`, columns ascending.
    pub fn sparse<'a>(
        columns: usize,
        rows: impl IntoIterator<Item = &'a [(u32, f64)]>,
    ) -> Result<Rows, LearnError> {
        let mut starts = vec![0];
        let (mut cells, mut values) = (Vec::new(), Vec::new());
        for row in rows {
            let start = cells.len();
            for &(column, value) in row {
                if !value.is_finite() {
                    let (row, column) = (starts.len() - 1, column as usize);
                    return Err(LearnError::NotFinite { row, column });
                }
                cells.push(column);
                values.push(value);
            }
            check_columns(starts.len() - 1, columns, &cells[start..])?;
            starts.push(cells.len());
        }
        let many = starts.len() - 1;
        Ok(Rows { columns, many, kind: Kind::Sparse { starts, cells, values: Some(values) } })
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.many
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.many == 0
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// One row.
    ///
    /// # Panics
    /// When there is no such row.
    #[inline]
    pub fn row(&self, row: usize) -> Row<'_> {
        match &self.kind {
            Kind::Dense(numbers) => Row::Dense(&numbers[row * self.columns..][..self.columns]),
            Kind::Sparse { starts, cells, values } => {
                let range = starts[row]..starts[row + 1];
                match values {
                    None => Row::Ones(&cells[range]),
                    Some(values) => Row::Sparse(&cells[range.clone()], &values[range]),
                }
            }
        }
    }
}

fn check_columns(row: usize, columns: usize, cells: &[u32]) -> Result<(), LearnError> {
    if !cells.is_sorted_by(|a, b| a < b) {
        return Err(LearnError::Unsorted { row });
    }
    match cells.last() {
        Some(&last) if last as usize >= columns => {
            Err(LearnError::NoSuchColumn { row, column: last as usize, columns })
        }
        _ => Ok(()),
    }
}

/// A row of any kind: something that has numbers in some columns.
pub trait EachCell: Copy {
    /// Calls `each` with every column that may not be 0.
    fn each_cell(self, each: impl FnMut(usize, f64));
}

impl EachCell for Row<'_> {
    #[inline]
    fn each_cell(self, each: impl FnMut(usize, f64)) {
        self.for_each(each);
    }
}

impl EachCell for &[(u32, f32)] {
    #[inline]
    fn each_cell(self, mut each: impl FnMut(usize, f64)) {
        self.iter().for_each(|&(column, value)| each(column as usize, f64::from(value)));
    }
}

impl EachCell for crate::Cells<'_> {
    #[inline]
    fn each_cell(self, each: impl FnMut(usize, f64)) {
        self.for_each(each);
    }
}

impl Row<'_> {
    /// Calls `each` with every column that may not be 0.
    #[inline]
    pub fn for_each(self, mut each: impl FnMut(usize, f64)) {
        match self {
            Row::Dense(numbers) => {
                for (column, &number) in numbers.iter().enumerate() {
                    each(column, number);
                }
            }
            Row::Ones(cells) => {
                for &column in cells {
                    each(column as usize, 1.0);
                }
            }
            Row::Sparse(cells, values) => {
                for (&column, &value) in cells.iter().zip(values) {
                    each(column as usize, value);
                }
            }
        }
    }

    /// The sum of products with one weight per column.
    #[inline]
    pub fn dot(self, weights: &[f64]) -> f64 {
        let mut sum = 0.0;
        self.for_each(|column, value| sum += weights[column] * value);
        sum
    }

    /// Adds a multiple of the row to one number per column.
    #[inline]
    pub fn add_to(self, scale: f64, sums: &mut [f64]) {
        self.for_each(|column, value| sums[column] += scale * value);
    }

    /// The sum of squares.
    #[inline]
    pub fn squared(self) -> f64 {
        let mut sum = 0.0;
        self.for_each(|_, value| sum += value * value);
        sum
    }
}

/// Labelled rows to learn from or to test on: all of a table or some of it.
#[derive(Clone, Debug)]
pub struct Sample<'a> {
    rows: &'a Rows,
    labels: &'a [bool],
    picks: Cow<'a, [u32]>,
}

impl<'a> Sample<'a> {
    /// All rows.
    pub fn new(rows: &'a Rows, labels: &'a [bool]) -> Result<Sample<'a>, LearnError> {
        if labels.len() != rows.len() {
            return Err(LearnError::LabelCount { labels: labels.len(), rows: rows.len() });
        }
        let picks = Cow::Owned((0..rows.len() as u32).collect());
        Ok(Sample { rows, labels, picks })
    }

    /// Only the rows of these numbers (in the whole table).
    ///
    /// # Panics
    /// When a row is not in the table.
    pub fn pick(&self, picks: Vec<u32>) -> Sample<'a> {
        assert!(picks.iter().all(|&row| (row as usize) < self.rows.len()));
        Sample { rows: self.rows, labels: self.labels, picks: Cow::Owned(picks) }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.picks.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.picks.is_empty()
    }

    /// How many columns the rows have.
    pub fn columns(&self) -> usize {
        self.rows.columns()
    }

    /// Whether it is made of the same table as another sample.
    pub(crate) fn is_of(&self, other: &Sample<'_>) -> bool {
        std::ptr::eq(self.rows, other.rows)
    }

    /// The numbers of the rows in the whole table.
    pub fn picks(&self) -> &[u32] {
        &self.picks
    }

    /// Row and label number `i` of this sample.
    #[inline]
    pub fn get(&self, i: usize) -> (Row<'a>, bool) {
        let row = self.picks[i] as usize;
        (self.rows.row(row), self.labels[row])
    }

    /// All rows and labels.
    pub fn iter(&self) -> impl Iterator<Item = (Row<'a>, bool)> + '_ {
        (0..self.len()).map(|i| self.get(i))
    }

    /// How many rows are of each class: negative, positive; an error when
    /// one class is missing.
    pub fn classes(&self) -> Result<[usize; 2], LearnError> {
        let positives = self.iter().filter(|&(_, label)| label).count();
        let classes = [self.len() - positives, positives];
        if classes.contains(&0) {
            return Err(LearnError::OneClass { rows: self.len(), label: (positives > 0).into() });
        }
        Ok(classes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_kinds_of_rows_agree() {
        let dense = Rows::dense(3, vec![0.0, 1.0, 1.0]).unwrap();
        let ones = Rows::ones(3, [[1, 2].as_slice()]).unwrap();
        let sparse = Rows::sparse(3, [[(1, 1.0), (2, 1.0)].as_slice()]).unwrap();
        for rows in [dense, ones, sparse] {
            assert_eq!(rows.row(0).dot(&[5.0, 2.0, 0.5]), 2.5);
            assert_eq!(rows.row(0).squared(), 2.0);
            let mut sums = [1.0; 3];
            rows.row(0).add_to(-2.0, &mut sums);
            assert_eq!(sums, [1.0, -1.0, -1.0]);
        }
    }

    #[test]
    fn rows_that_do_not_fit_are_refused() {
        assert!(matches!(Rows::dense(2, vec![1.0; 3]), Err(LearnError::RowLength { .. })));
        assert!(matches!(Rows::dense(0, vec![]), Err(LearnError::RowLength { .. })));
        assert!(matches!(
            Rows::dense(2, vec![0.0, 0.0, f64::NAN, 0.0]),
            Err(LearnError::NotFinite { row: 1, column: 0 })
        ));
        assert!(matches!(
            Rows::ones(2, [[2].as_slice()]),
            Err(LearnError::NoSuchColumn { row: 0, column: 2, columns: 2 })
        ));
        assert!(matches!(Rows::ones(9, [[3, 2].as_slice()]), Err(LearnError::Unsorted { row: 0 })));
        let rows = Rows::ones(2, [[1].as_slice()]).unwrap();
        assert!(matches!(Sample::new(&rows, &[]), Err(LearnError::LabelCount { .. })));
        assert!(matches!(
            Sample::new(&rows, &[true]).unwrap().classes(),
            Err(LearnError::OneClass { rows: 1, label: 1 })
        ));
    }
}
