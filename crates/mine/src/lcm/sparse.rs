//! The search over lists of items and rows: for tables where a row has few of
//! all items.
//!
//! A node holds its rows, cut down to the items that are frequent in it, and
//! for each candidate the rows that have it. The items of these rows, counted
//! (*occurrence deliver*), say everything about the child. As soon as a
//! child is dense enough, the search goes on over bit columns.

use super::dense::{Level, NewColumn};
use super::tasks::Shape;
use super::worker::Worker;
use crate::bits::Count;
use crate::pattern::Sink;

/// One node of the search path, as lists.
#[derive(Clone, Default, Debug)]
pub(crate) struct Node {
    /// The rows, positives first, as ascending local item numbers.
    starts: Vec<usize>,
    cells: Vec<u32>,
    positives: usize,
    /// Local number to name, ascending in the order of search.
    items: Vec<u32>,
    counts: Vec<Count>,
    /// Items below this one only show which patterns were found before.
    first_candidate: usize,
    /// For each item, the rows that have it.
    row_starts: Vec<usize>,
    rows: Vec<u32>,
}

impl Node {
    /// A node from rows of local item numbers.
    pub(crate) fn new<'a>(
        rows: impl Iterator<Item = &'a [u32]>,
        positives: usize,
        items: Vec<u32>,
    ) -> Node {
        let mut node = Node { positives, items, ..Node::default() };
        node.counts.resize(node.items.len(), Count::default());
        node.starts.push(0);
        for (number, row) in rows.enumerate() {
            let one = Count::new(1, u32::from(number < positives));
            for &item in row {
                node.counts[item as usize].0 += one.0;
            }
            node.cells.extend_from_slice(row);
            node.starts.push(node.cells.len());
        }
        node.deliver();
        node
    }

    /// How many candidates there are.
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// How many rows have candidate `i`.
    pub(crate) fn support(&self, i: usize) -> u32 {
        self.counts[i].rows()
    }

    fn row_count(&self) -> usize {
        self.starts.len() - 1
    }

    fn row(&self, row: u32) -> &[u32] {
        &self.cells[self.starts[row as usize]..self.starts[row as usize + 1]]
    }

    fn rows_of(&self, i: usize) -> &[u32] {
        &self.rows[self.row_starts[i]..self.row_starts[i + 1]]
    }

    /// Sorts the rows by the items they have.
    fn deliver(&mut self) {
        self.row_starts.clear();
        self.row_starts.push(0);
        let mut total = 0;
        for count in &self.counts {
            total += count.rows() as usize;
            self.row_starts.push(total);
        }
        self.rows.clear();
        self.rows.resize(total, 0);
        // Each start moves to the end of its list and back.
        for row in 0..self.row_count() {
            for at in self.starts[row]..self.starts[row + 1] {
                let item = self.cells[at] as usize;
                self.rows[self.row_starts[item]] = row as u32;
                self.row_starts[item] += 1;
            }
        }
        for (start, count) in self.row_starts.iter_mut().zip(&self.counts) {
            *start -= count.rows() as usize;
        }
    }

    /// Fills a level of bit columns with what this node holds.
    pub(crate) fn to_level(&self, number: usize, level: &mut Level) {
        let mut order: Vec<usize> = (self.first_candidate..self.len()).collect();
        order.sort_unstable_by_key(|&i| (self.counts[i].rows(), self.items[i]));
        level.fill(
            number,
            self.positives,
            self.row_count() - self.positives,
            order.iter().map(|&i| NewColumn {
                item: self.items[i],
                count: self.counts[i],
                rows: self.rows_of(i),
            }),
            (0..self.first_candidate).map(|i| self.rows_of(i)),
        );
    }

    /// What decides how to search below; nodes below the root are asked.
    fn shape(&self) -> Shape {
        let cells = self.cells.len() as u64;
        Shape { rows: self.row_count(), items: self.len(), cells, root: false }
    }
}

/// Lists that are used within one step and kept for their memory.
#[derive(Clone, Default, Debug)]
pub(crate) struct SparseScratch {
    counts: Vec<Count>,
    /// The number in the child of each item of the parent, or none.
    numbers: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl<S: Sink> Worker<'_, S> {
    fn search_sparse(&mut self, depth: usize) {
        let node = &self.nodes[depth];
        for i in node.first_candidate..node.len() {
            self.search_sparse_child(depth, i);
        }
    }

    /// Searches the child that adds item `i` of the node at `depth`.
    pub(crate) fn search_sparse_child(&mut self, depth: usize, i: usize) {
        let path = self.path.len();
        if self.enter_sparse(depth, i) {
            let child = &self.nodes[depth + 1];
            if self.layout.wants_bits(child.shape()) {
                if self.levels.is_empty() {
                    self.levels.push(Level::default());
                }
                child.to_level(0, &mut self.levels[0]);
                self.levels[0].count_pairs(self.isa, &mut self.scratch, |_, _| false);
                self.search_dense(0, 0..usize::MAX);
            } else {
                self.search_sparse(depth + 1);
            }
        }
        self.path.truncate(path);
    }

    /// Adds item `i` of the node at `depth` to the path with its closure and
    /// hands the pattern over. Fills the node below and returns true when
    /// there are candidates.
    fn enter_sparse(&mut self, depth: usize, i: usize) -> bool {
        if self.nodes.len() == depth + 1 {
            self.nodes.push(Node::default());
        }
        let (above, below) = self.nodes.split_at_mut(depth + 1);
        let (parent, child) = (&above[depth], &mut below[0]);
        let SparseScratch { counts, numbers } = &mut self.sparse_scratch;
        counts.clear();
        counts.resize(parent.len(), Count::default());
        for &row in parent.rows_of(i) {
            let one = Count::new(1, u32::from((row as usize) < parent.positives));
            for &item in parent.row(row) {
                counts[item as usize].0 += one.0;
            }
        }
        let count = parent.counts[i];
        if counts[..i].iter().any(|other| other.rows() == count.rows()) {
            return false;
        }
        numbers.clear();
        numbers.resize(parent.len(), NONE);
        child.items.clear();
        child.counts.clear();
        for (item, &shared) in counts.iter().enumerate() {
            if item == i || shared.rows() == count.rows() {
                self.path.push(parent.items[item]);
            } else if self.reach.reaches(shared) {
                numbers[item] = child.items.len() as u32;
                child.items.push(parent.items[item]);
                child.counts.push(shared);
            }
            if item == i {
                child.first_candidate = child.items.len();
            }
        }
        let candidates = child.items.len() > child.first_candidate;
        if candidates {
            child.starts.clear();
            child.starts.push(0);
            child.cells.clear();
            child.positives = 0;
            for &row in parent.rows_of(i) {
                let start = child.cells.len();
                let kept = parent.row(row).iter().map(|&item| numbers[item as usize]);
                child.cells.extend(kept.filter(|&number| number != NONE));
                // A row without candidates counts for nothing below.
                if child.cells.len() > start {
                    child.starts.push(child.cells.len());
                    child.positives += usize::from((row as usize) < parent.positives);
                }
            }
            child.deliver();
        }
        self.emit(count);
        candidates
    }
}
