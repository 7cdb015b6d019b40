//! Binary features of the rows of a table, as bit columns: its items, or
//! patterns of them.

use crate::bits::{Block, Count, EMPTY, Isa, Space, TILE, set_bit};
use crate::table::Table;

/// One bit column per feature, over all rows of a table.
#[derive(Clone, Debug)]
pub struct Features {
    pub(crate) isa: Isa,
    pub(crate) space: Space,
    pub(crate) arena: Vec<Block>,
    pub(crate) counts: Vec<Count>,
    pub(crate) all: Count,
}

impl Features {
    /// The items of the table: feature `i` is column `i`.
    pub fn of_items(table: &Table) -> Features {
        let (order, positives) = table.rows_by_class();
        let space = Space::for_rows(positives, order.len() - positives);
        let mut arena = vec![EMPTY; space.width * table.columns()];
        let mut counts = vec![Count::default(); table.columns()];
        for (index, &row) in order.iter().enumerate() {
            let bit = space.bit(index, positives);
            let one = Count::new(1, u32::from(index < positives));
            for &column in table.row(row as usize) {
                set_bit(&mut arena[column as usize * space.width..][..space.width], bit);
                counts[column as usize].0 += one.0;
            }
        }
        let all = Count::new(order.len() as u32, positives as u32);
        Features { isa: Isa::best(), space, arena, counts, all }
    }

    /// How many bytes a feature takes over the rows of a table, whichever it is.
    pub fn bytes_per_feature(table: &Table) -> u64 {
        let positives = table.positives();
        let space = Space::for_rows(positives, table.rows() - positives);
        (space.width * size_of::<Block>() + size_of::<Count>()) as u64
    }

    /// No features yet, over the same rows.
    pub fn empty_like(&self) -> Features {
        Features { arena: Vec::new(), counts: Vec::new(), ..*self }
    }

    /// Forgets all features and keeps their memory.
    pub fn clear(&mut self) {
        self.arena.clear();
        self.counts.clear();
    }

    /// Adds a feature for each list: it holds where all these features of
    /// `items` hold, so everywhere for an empty list.
    ///
    /// # Panics
    /// When `items` has no such feature, or other rows.
    pub fn push_meets<C: AsRef<[u32]>>(&mut self, items: &Features, meets: &[C]) {
        assert_eq!(self.space, items.space, "features over different rows");
        let Space { width, positive } = self.space;
        let start = self.arena.len();
        self.arena.resize(start + width * meets.len(), EMPTY);
        let first = self.counts.len();
        self.counts.resize(first + meets.len(), Count::default());
        let (arena, counts) = (&mut self.arena[start..], &mut self.counts[first..]);
        for (from, to) in [(0, positive), (positive, width)] {
            for tile in (from..to).step_by(TILE) {
                let blocks = TILE.min(to - tile);
                for (meet, (columns, count)) in meets.iter().zip(&mut *counts).enumerate() {
                    let columns = columns.as_ref();
                    if !columns.is_empty() {
                        let out = &mut arena[meet * width + tile..][..blocks];
                        let rows = self.isa.intersect(&items.arena, width, tile, columns, out);
                        count.0 += Count::new(rows, if tile < positive { rows } else { 0 }).0;
                    }
                }
            }
        }
        for (meet, columns) in meets.iter().enumerate() {
            if columns.as_ref().is_empty() {
                let positives = self.all.positives() as usize;
                for index in 0..self.all.rows() as usize {
                    let bit = self.space.bit(index, positives);
                    set_bit(&mut arena[meet * width..][..width], bit);
                }
                counts[meet] = self.all;
            }
        }
    }

    /// How many features there are.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The rows where feature `i` holds, and the positive ones among them.
    pub fn count(&self, i: usize) -> Count {
        self.counts[i]
    }

    /// All rows, and the positive ones among them.
    pub fn all(&self) -> Count {
        self.all
    }

    /// The numbers of the rows where feature `i` holds, in the miner's order
    /// of rows: positives first.
    pub(crate) fn rows_of(&self, i: usize) -> impl Iterator<Item = usize> + '_ {
        let positive_bits = self.space.positive * crate::bits::BLOCK_ROWS;
        let positives = self.all.positives() as usize;
        let words = self.column(i).iter().flat_map(|block| block.0).enumerate();
        words
            .flat_map(|(at, word)| {
                let ones =
                    std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
                ones.take_while(|&word| word != 0)
                    .map(move |word| at * 64 + word.trailing_zeros() as usize)
            })
            .map(move |bit| if bit < positive_bits { bit } else { bit - positive_bits + positives })
    }

    pub(crate) fn column(&self, i: usize) -> &[Block] {
        &self.arena[i * self.space.width..][..self.space.width]
    }
}
