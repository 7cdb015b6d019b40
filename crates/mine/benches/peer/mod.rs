//! A table for crate `dci`, over words of 64 rows: quicker than the bit by
//! bit matrix that comes with it, so that algorithms are compared.

use dci::{DataSet, ItemSet};
use fuda_mine::Table;

/// One bit column an item.
pub struct Columns {
    columns: Vec<Vec<u64>>,
    rows: usize,
    min_support: usize,
}

/// A set of up to 256 items.
#[derive(Clone)]
pub struct Items([u64; 4]);

impl ItemSet for Items {
    fn empty() -> Self {
        Items([0; 4])
    }

    fn add(&mut self, item: usize) {
        self.0[item / 64] |= 1 << (item % 64);
    }
}

pub struct Iter([u64; 4]);

impl Iterator for Iter {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let bit = self.0[word].trailing_zeros() as usize;
        self.0[word] &= self.0[word] - 1;
        Some(word * 64 + bit)
    }
}

impl IntoIterator for &Items {
    type Item = usize;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        Iter(self.0)
    }
}

impl Columns {
    pub fn new(table: &Table, min_support: u32) -> Columns {
        assert!(table.columns() <= 256);
        let mut columns = vec![vec![0u64; table.rows().div_ceil(64)]; table.columns()];
        for row in 0..table.rows() {
            for &column in table.row(row) {
                columns[column as usize][row / 64] |= 1 << (row % 64);
            }
        }
        // Rare items first is the better order for it too.
        columns.sort_by_key(|column| ones(column));
        Columns { columns, rows: table.rows(), min_support: min_support as usize }
    }

    pub fn closed(&self) -> u64 {
        dci::sequential::closed(self, self.min_support).len() as u64
    }
}

fn ones(column: &[u64]) -> usize {
    column.iter().map(|word| word.count_ones() as usize).sum()
}

impl DataSet for Columns {
    type ItemSet = Items;
    type Cover = Vec<u64>;

    fn transactions_count(&self) -> usize {
        self.rows
    }

    fn items_count(&self) -> usize {
        self.columns.len()
    }

    fn item_support(&self, item: usize) -> usize {
        ones(&self.columns[item])
    }

    fn support(&self, items: &Items) -> usize {
        ones(&self.cover(items))
    }

    fn cover(&self, items: &Items) -> Vec<u64> {
        let mut cover = vec![u64::MAX; self.rows.div_ceil(64)];
        if !self.rows.is_multiple_of(64)
            && let Some(last) = cover.last_mut()
        {
            *last = (1 << (self.rows % 64)) - 1;
        }
        for item in items {
            for (word, other) in cover.iter_mut().zip(&self.columns[item]) {
                *word &= other;
            }
        }
        cover
    }

    fn supports(&self, item: usize, cover: &Vec<u64>) -> bool {
        cover.iter().zip(&self.columns[item]).all(|(cover, column)| cover & !column == 0)
    }
}
