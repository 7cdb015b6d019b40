//! What a miner hands over, and to whom.

use crate::bits::Count;

/// A closed pattern: items that occur together, with the rows that have them
/// all. No further item is in all of these rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pattern<'a> {
    /// The names of the items, in no particular order.
    pub items: &'a [u32],
    /// How many rows have all of them.
    pub support: u32,
    /// How many of these rows are positive; 0 when rows carry no labels.
    pub positives: u32,
}

impl<'a> Pattern<'a> {
    #[inline]
    pub(crate) fn new(items: &'a [u32], count: Count) -> Pattern<'a> {
        Pattern { items, support: count.rows(), positives: count.positives() }
    }
}

/// Takes patterns as they are found.
///
/// A sink that has to stop (a disk is full, say) keeps the reason to itself
/// until it is asked for it and ignores what still comes.
pub trait Sink {
    /// Takes one pattern.
    fn pattern(&mut self, pattern: Pattern<'_>);
}

/// Only counts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CountSink {
    /// How many patterns came.
    pub patterns: u64,
}

impl Sink for CountSink {
    #[inline]
    fn pattern(&mut self, _: Pattern<'_>) {
        self.patterns += 1;
    }
}

/// A pattern on its own, with its items in ascending order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OwnedPattern {
    /// The names of the items, ascending.
    pub items: Vec<u32>,
    /// How many rows have all of them.
    pub support: u32,
    /// How many of these rows are positive.
    pub positives: u32,
}

/// Keeps everything: for small tables.
impl Sink for Vec<OwnedPattern> {
    fn pattern(&mut self, pattern: Pattern<'_>) {
        let mut items = pattern.items.to_vec();
        items.sort_unstable();
        self.push(OwnedPattern { items, support: pattern.support, positives: pattern.positives });
    }
}
