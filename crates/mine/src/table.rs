//! A table of rows, each a set of items, with an optional two-class label.

use thiserror::Error;

/// The largest number of rows a table may have: counts of a pattern and of
/// its positive rows travel together in one 64-bit word.
pub const MOST_ROWS: usize = u32::MAX as usize;

/// Rows of items, each row a set, with an optional label for every row.
///
/// Items carry any number as their name; inside they are columns `0..columns()`
/// in ascending order of name.
///
/// ```
/// use fuda_mine::Table;
/// let table = Table::new([[1, 7, 9].as_slice(), &[2, 7]], None)?;
/// assert_eq!((table.rows(), table.columns()), (2, 4));
/// assert_eq!(table.name(3), 9);
/// # Ok::<(), fuda_mine::TableError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    starts: Vec<usize>,
    cells: Vec<u32>,
    names: Vec<u32>,
    labels: Option<Vec<bool>>,
}

/// Why rows and labels do not make a table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TableError {
    /// Nothing to mine.
    #[error("the table has no rows")]
    Empty,
    /// More rows than counts can hold.
    #[error("the table has {0} rows; at most {MOST_ROWS} are possible")]
    TooManyRows(usize),
    /// Labels and rows do not pair up.
    #[error("{labels} labels for {rows} rows; there must be one label per row")]
    LabelCount {
        /// How many labels came.
        labels: usize,
        /// How many rows came.
        rows: usize,
    },
    /// All labels are the same, so nothing can be learned from them.
    #[error("all {rows} rows carry the same label ({label}); two classes are needed")]
    OneClass {
        /// How many rows there are.
        rows: usize,
        /// The label they all carry: 1 or 0.
        label: u8,
    },
    /// Something needs labels, and there are none.
    #[error("the rows carry no labels, but labels are needed here")]
    NoLabels,
}

impl Table {
    /// A table from rows of item names, in any order and with repetitions,
    /// and one label per row, if any.
    pub fn new<'a>(
        rows: impl IntoIterator<Item = &'a [u32]>,
        labels: Option<Vec<bool>>,
    ) -> Result<Table, TableError> {
        let mut builder = TableBuilder::default();
        for row in rows {
            builder.push(row);
        }
        builder.finish(labels)
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many different items there are.
    pub fn columns(&self) -> usize {
        self.names.len()
    }

    /// The columns of one row, ascending.
    pub fn row(&self, row: usize) -> &[u32] {
        &self.cells[self.starts[row]..self.starts[row + 1]]
    }

    /// The name of a column.
    pub fn name(&self, column: u32) -> u32 {
        self.names[column as usize]
    }

    /// The column of a name, if any row has that item.
    pub fn column(&self, name: u32) -> Option<u32> {
        self.names.binary_search(&name).ok().map(|at| at as u32)
    }

    /// The label of each row, if there are labels.
    pub fn labels(&self) -> Option<&[bool]> {
        self.labels.as_deref()
    }

    /// How many rows have each column.
    pub fn supports(&self) -> Vec<u32> {
        let mut supports = vec![0u32; self.columns()];
        for &cell in &self.cells {
            supports[cell as usize] += 1;
        }
        supports
    }

    /// How many rows carry the label *true*; 0 when there are no labels.
    pub fn positives(&self) -> usize {
        self.labels.as_ref().map_or(0, |labels| labels.iter().filter(|&&label| label).count())
    }

    /// The labels, or the reason why there is nothing to tell apart.
    pub fn two_classes(&self) -> Result<&[bool], TableError> {
        let labels = self.labels.as_deref().ok_or(TableError::NoLabels)?;
        let positives = self.positives();
        if positives == 0 || positives == self.rows() {
            return Err(TableError::OneClass { rows: self.rows(), label: (positives > 0).into() });
        }
        Ok(labels)
    }

    /// The same rows with other labels.
    pub fn with_labels(self, labels: Vec<bool>) -> Result<Table, TableError> {
        let rows = self.rows();
        if labels.len() != rows {
            return Err(TableError::LabelCount { labels: labels.len(), rows });
        }
        Ok(Table { labels: Some(labels), ..self })
    }

    /// The rows of each class in their order, positives first: the order in
    /// which miners number rows, so that a prefix of the bits is one class.
    /// Without labels every row counts as negative.
    pub(crate) fn rows_by_class(&self) -> (Vec<u32>, usize) {
        let Some(labels) = &self.labels else { return ((0..self.rows() as u32).collect(), 0) };
        let of = |wanted| (0..self.rows() as u32).filter(move |&r| labels[r as usize] == wanted);
        let mut order: Vec<u32> = of(true).collect();
        let positives = order.len();
        order.extend(of(false));
        (order, positives)
    }
}

/// Collects the rows of a table one by one.
#[derive(Default, Debug)]
pub struct TableBuilder {
    starts: Vec<usize>,
    cells: Vec<u32>,
}

impl TableBuilder {
    /// Adds a row of item names, in any order and with repetitions.
    pub fn push(&mut self, names: &[u32]) {
        let start = self.cells.len();
        self.starts.push(start);
        self.cells.extend_from_slice(names);
        let row = &mut self.cells[start..];
        if !row.is_sorted_by(|a, b| a < b) {
            row.sort_unstable();
            let mut kept = start;
            for at in start..self.cells.len() {
                if at == start || self.cells[at] != self.cells[kept - 1] {
                    self.cells[kept] = self.cells[at];
                    kept += 1;
                }
            }
            self.cells.truncate(kept);
        }
    }

    /// How many rows have been added.
    pub fn rows(&self) -> usize {
        self.starts.len()
    }

    /// The table of the rows so far.
    pub fn finish(self, labels: Option<Vec<bool>>) -> Result<Table, TableError> {
        let TableBuilder { mut starts, mut cells } = self;
        let rows = starts.len();
        if rows == 0 {
            return Err(TableError::Empty);
        }
        if rows > MOST_ROWS {
            return Err(TableError::TooManyRows(rows));
        }
        if let Some(labels) = &labels
            && labels.len() != rows
        {
            return Err(TableError::LabelCount { labels: labels.len(), rows });
        }
        starts.push(cells.len());
        let names = rename(&mut cells);
        Ok(Table { starts, cells, names, labels })
    }
}

/// Replaces the names of items by their ranks among all names, which are
/// returned ascending.
fn rename(cells: &mut [u32]) -> Vec<u32> {
    let largest = cells.iter().copied().max().unwrap_or(0) as usize;
    if largest > 4 * cells.len() + 1024 {
        let mut names = cells.to_vec();
        names.sort_unstable();
        names.dedup();
        for cell in cells {
            // Every cell is among the names: they were made from the cells.
            *cell = names.partition_point(|name| name < cell) as u32;
        }
        return names;
    }
    // Names close together need no sorting: a list of all numbers will do.
    let mut ranks = vec![0u32; largest + 1];
    for &cell in cells.iter() {
        ranks[cell as usize] = 1;
    }
    let mut names = Vec::new();
    for (name, rank) in ranks.iter_mut().enumerate().filter(|(_, rank)| **rank > 0) {
        *rank = names.len() as u32;
        names.push(name as u32);
    }
    for cell in cells {
        *cell = ranks[*cell as usize];
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_sets() {
        let table = Table::new([[5, 1, 5, 3].as_slice(), &[], &[3]], None).unwrap();
        assert_eq!(table.row(0), [0, 1, 2]);
        assert!(table.row(1).is_empty());
        assert_eq!(table.column(3), Some(1));
        assert_eq!(table.column(4), None);
        assert_eq!(table.supports(), [1, 2, 1]);
    }

    #[test]
    fn names_far_apart_are_ranked_like_names_close_together() {
        let near = Table::new([[5, 1].as_slice(), &[3]], None).unwrap();
        let far = Table::new([[u32::MAX, 1].as_slice(), &[3_000_000]], None).unwrap();
        for row in 0..2 {
            assert_eq!(near.row(row), far.row(row));
        }
        assert_eq!(far.name(2), u32::MAX);
    }

    #[test]
    fn labels_must_fit() {
        let rows = [[1].as_slice(), &[2]];
        assert_eq!(
            Table::new(rows, Some(vec![true])),
            Err(TableError::LabelCount { labels: 1, rows: 2 })
        );
        assert_eq!(Table::new([], None), Err(TableError::Empty));
        let same = Table::new(rows, Some(vec![true, true])).unwrap();
        assert_eq!(same.two_classes(), Err(TableError::OneClass { rows: 2, label: 1 }));
    }

    #[test]
    fn positive_rows_come_first() {
        let rows = [[1].as_slice(), &[2], &[3]];
        let table = Table::new(rows, Some(vec![false, true, false])).unwrap();
        assert_eq!(table.rows_by_class(), (vec![1, 0, 2], 1));
    }
}
