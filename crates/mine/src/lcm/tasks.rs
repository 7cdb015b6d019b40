//! The root of the search tree, and how the tree is cut into tasks.
//!
//! The cut depends on the table, the support and the filter, never on the number of
//! threads or machines: task 17 is the same subtree everywhere, so results
//! can be put in order by the number of their task.

use super::dense::{Level, Scratch};
use super::reach::Reach;
use super::sparse::Node;
use crate::bits::{BLOCK_ROWS, Count, Isa};
use crate::table::Table;

/// How many candidates of a child of the root make one task.
const CANDIDATES_A_TASK: usize = 12;

/// How many ones of a sparse table make one task, about.
const CELLS_A_TASK: u64 = 2_000;

/// More items than this are never searched as bit columns: the counts of all
/// pairs are kept for each level of the path.
const MOST_DENSE_ITEMS: usize = 1024;

/// When bit columns are used, and when lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Layout {
    /// Whatever suits the rows at hand better.
    ByDensity,
    /// Never bit columns.
    #[cfg(test)]
    Lists,
    /// Lists at the root, bit columns everywhere below.
    #[cfg(test)]
    ListsThenBits,
}

impl Layout {
    /// Whether bit columns are the way to search below the node.
    ///
    /// Bits: every pair of items, block by block. Lists: every pair of items
    /// that meet in a row, one by one, and each of these steps takes about as
    /// long as eight blocks.
    pub(crate) fn wants_bits(self, shape: Shape) -> bool {
        match self {
            Layout::ByDensity => {
                let Shape { rows, items, cells, .. } = shape;
                let pairs = items as u64 * items as u64 / 2;
                let blocks = pairs * rows.div_ceil(BLOCK_ROWS) as u64;
                let met = cells.saturating_mul(cells) / (rows as u64).max(1) / 2;
                items > 0
                    && items <= MOST_DENSE_ITEMS
                    && blocks <= met.saturating_mul(8).saturating_add(4096)
            }
            #[cfg(test)]
            Layout::Lists => false,
            #[cfg(test)]
            Layout::ListsThenBits => !shape.root,
        }
    }
}

/// The numbers that decide how to search below a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub(crate) rows: usize,
    pub(crate) items: usize,
    pub(crate) cells: u64,
    pub(crate) root: bool,
}

/// A subtree of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    /// The pattern of the root alone.
    Root,
    /// Below one candidate of the root, some of its candidates. The first
    /// part hands over the pattern of the child itself.
    Dense { candidate: u32, first: u32, end: u32 },
    /// Some children of the root, with all that is below.
    Sparse { first: u32, end: u32 },
}

/// What lies below the root.
#[derive(Clone, Debug)]
pub(crate) enum Below {
    Dense(Level),
    Sparse(Node),
}

/// The closure of the empty pattern, and what lies below.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    pub(crate) closure: Vec<u32>,
    pub(crate) count: Count,
    pub(crate) below: Below,
    pub(crate) layout: Layout,
}

impl Root {
    pub(crate) fn new(table: &Table, reach: &Reach, isa: Isa, layout: Layout) -> Root {
        let counts = counts_of(table);
        let support = |column: u32| counts[column as usize].rows();
        let rows = table.rows() as u32;
        let count = Count::new(rows, table.positives() as u32);
        let columns = || 0..table.columns() as u32;
        let closure: Vec<u32> =
            columns().filter(|&c| support(c) == rows).map(|column| table.name(column)).collect();
        let mut frequent: Vec<u32> =
            columns().filter(|&c| reach.reaches(counts[c as usize]) && support(c) < rows).collect();
        // Rare items first: the smallest row sets get the most candidates.
        frequent.sort_unstable_by_key(|&column| (support(column), column));
        let shape = Shape {
            rows: table.rows(),
            items: frequent.len(),
            cells: frequent.iter().map(|&column| u64::from(support(column))).sum(),
            root: true,
        };
        let below = if layout.wants_bits(shape) {
            let counts: Vec<Count> = frequent.iter().map(|&c| counts[c as usize]).collect();
            let mut level = Level::default();
            level.fill_from_table(table, &frequent, &counts);
            level.count_pairs(isa, &mut Scratch::default(), |_, _| false);
            Below::Dense(level)
        } else {
            Below::Sparse(node_of(table, &frequent))
        };
        Root { closure, count, below, layout }
    }

    /// The tasks, which together are the whole tree, each pattern once.
    pub(crate) fn tasks(&self, reach: &Reach) -> Vec<Task> {
        let mut tasks = vec![Task::Root];
        match &self.below {
            Below::Dense(level) => {
                for candidate in 0..level.len() {
                    let below = level.candidates_of(candidate, reach).max(1);
                    tasks.extend((0..below).step_by(CANDIDATES_A_TASK).map(|first| Task::Dense {
                        candidate: candidate as u32,
                        first: first as u32,
                        end: (first + CANDIDATES_A_TASK) as u32,
                    }));
                }
            }
            Below::Sparse(node) => {
                let mut first = 0;
                let mut cells = 0;
                for i in 0..node.len() {
                    cells += u64::from(node.support(i));
                    if cells >= CELLS_A_TASK || i + 1 == node.len() {
                        tasks.push(Task::Sparse { first, end: i as u32 + 1 });
                        first = i as u32 + 1;
                        cells = 0;
                    }
                }
            }
        }
        tasks
    }
}

/// The counts of all columns.
fn counts_of(table: &Table) -> Vec<Count> {
    let mut positives = vec![0u32; table.columns()];
    if let Some(labels) = table.labels() {
        for (row, _) in labels.iter().enumerate().filter(|(_, label)| **label) {
            for &column in table.row(row) {
                positives[column as usize] += 1;
            }
        }
    }
    let supports = table.supports();
    supports.iter().zip(positives).map(|(&rows, positives)| Count::new(rows, positives)).collect()
}

/// The rows of a table as lists, cut down to some columns.
fn node_of(table: &Table, columns: &[u32]) -> Node {
    let mut numbers = vec![None; table.columns()];
    for (number, &column) in columns.iter().enumerate() {
        numbers[column as usize] = Some(number as u32);
    }
    let (order, _) = table.rows_by_class();
    let labels = table.labels();
    let mut positives = 0;
    let mut starts = vec![0];
    let mut cells: Vec<u32> = Vec::new();
    for row in order {
        let start = cells.len();
        cells.extend(table.row(row as usize).iter().filter_map(|&c| numbers[c as usize]));
        if cells.len() > start {
            cells[start..].sort_unstable();
            starts.push(cells.len());
            positives += usize::from(labels.is_some_and(|labels| labels[row as usize]));
        }
    }
    let names = columns.iter().map(|&column| table.name(column)).collect();
    Node::new(starts.windows(2).map(|pair| &cells[pair[0]..pair[1]]), positives, names)
}
