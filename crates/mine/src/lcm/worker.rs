//! What one thread has while it searches: the path, and memory for it.

use super::dense::{Level, Scratch};
use super::reach::Reach;
use super::sparse::{Node, SparseScratch};
use super::tasks::{Below, Layout, Root, Task};
use crate::bits::{Count, Isa};
use crate::measure::ReadyFilter;
use crate::pattern::{Pattern, Sink};

/// Searches tasks one after another. Everything it holds is bounded by the
/// search path, whatever the number of patterns.
pub(crate) struct Worker<'a, S> {
    pub(crate) isa: Isa,
    pub(crate) reach: &'a Reach,
    pub(crate) layout: Layout,
    filter: Option<&'a ReadyFilter>,
    pub(crate) sink: S,
    /// Patterns met, kept or not.
    pub(crate) met: u64,
    /// The items of the pattern at hand.
    pub(crate) path: Vec<u32>,
    pub(crate) levels: Vec<Level>,
    pub(crate) scratch: Scratch,
    pub(crate) nodes: Vec<Node>,
    pub(crate) sparse_scratch: SparseScratch,
    /// The candidate of the root whose level is filled, for dense roots.
    opened: Option<usize>,
}

impl<'a, S: Sink> Worker<'a, S> {
    pub(crate) fn new(
        isa: Isa,
        reach: &'a Reach,
        filter: Option<&'a ReadyFilter>,
        root: &Root,
        sink: S,
    ) -> Self {
        let (levels, nodes) = match &root.below {
            Below::Dense(level) => (vec![level.clone()], Vec::new()),
            Below::Sparse(node) => (Vec::new(), vec![node.clone()]),
        };
        Worker {
            isa,
            reach,
            layout: root.layout,
            filter,
            sink,
            met: 0,
            path: root.closure.clone(),
            levels,
            scratch: Scratch::default(),
            nodes,
            sparse_scratch: SparseScratch::default(),
            opened: None,
        }
    }

    /// Hands over the pattern at hand.
    #[inline]
    pub(crate) fn emit(&mut self, count: Count) {
        self.met += 1;
        if self.filter.is_none_or(|filter| filter.keeps(count)) {
            self.sink.pattern(Pattern::new(&self.path, count));
        }
    }

    /// Searches one task.
    pub(crate) fn run(&mut self, root: &Root, task: &Task) {
        match task {
            Task::Root => self.emit(root.count),
            Task::Sparse { first, end } => {
                for i in *first..*end {
                    self.search_sparse_child(0, i as usize);
                }
            }
            Task::Dense { candidate, first, end } => {
                let candidate = *candidate as usize;
                let path = self.path.len();
                let emit = *first == 0;
                // Tasks of one candidate follow each other: its level is kept.
                let entered = if !emit && self.opened == Some(candidate) {
                    self.reenter_dense(0, candidate);
                    true
                } else {
                    self.enter_dense(0, candidate, emit)
                };
                self.opened = entered.then_some(candidate);
                if entered {
                    self.search_dense(1, *first as usize..*end as usize);
                }
                self.path.truncate(path);
            }
        }
    }
}
