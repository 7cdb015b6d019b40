//! The search over bit columns: for tables where rows have a good share of
//! all items.
//!
//! A node of the search tree is a closed pattern *P*. Its [`Level`] holds one
//! column for each item that may still be added, over the rows that have *P*.
//! One pass counts every *pair* of them: row *i* of that triangle is all
//! there is to know about the child *P ∪ i* — its closure, its candidates,
//! whether anything comes below it. So leaves, by far the most of the nodes,
//! never get columns of their own.
//!
//! A child's columns stay in the rows of the parent (one AND a column) while
//! the child keeps most rows, and are compressed to its own rows (one PEXT a
//! word) when it does not.
//!
//! Which patterns are found twice is decided by the items before: if all rows
//! of a child have an item that an earlier sibling, here or further up,
//! added, the child's closed pattern was found below that sibling. Such items
//! are never counted, only looked at until the first row without them.

use super::reach::Reach;
use super::worker::Worker;
use crate::bits::{Block, Count, EMPTY, Isa, Space, is_subset, set_bit};
use crate::pattern::Sink;
use crate::table::Table;
use std::ops::Range;

/// Where a column is: which level's, and which of its columns.
#[derive(Clone, Copy, Debug)]
struct Place {
    level: u32,
    column: u32,
}

/// One node of the search path: the candidates below a closed pattern.
#[derive(Clone, Default, Debug)]
pub(crate) struct Level {
    space: Option<Space>,
    /// Columns of the candidates, then (in a compressed level) of items before.
    arena: Vec<Block>,
    /// The names of the candidates, in the order in which they are added.
    items: Vec<u32>,
    counts: Vec<Count>,
    /// Items that must not be in all rows of a child, over the same rows.
    before: Vec<Place>,
    /// The rows that two candidates share, for each pair; 0 for those known
    /// to lead to nothing.
    pairs: Vec<Count>,
    /// Which candidates led to patterns found before.
    found_before: Vec<bool>,
}

/// A candidate of a child: which of the parent's, and its rows in the child.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    count: Count,
    column: u32,
}

/// One column to put into a level: its name, its count, and the numbers of
/// its rows when positives come first.
pub(crate) struct NewColumn<'a> {
    pub(crate) item: u32,
    pub(crate) count: Count,
    pub(crate) rows: &'a [u32],
}

impl Level {
    /// How many candidates there are.
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// How many candidates the child that adds candidate `i` can have.
    pub(crate) fn candidates_of(&self, i: usize, reach: &Reach) -> usize {
        let rows = self.counts[i].rows();
        let wanted = |pair: &&Count| reach.reaches(**pair) && pair.rows() < rows;
        self.pair_row(i)[i + 1..].iter().filter(wanted).count()
    }

    fn pair_row(&self, i: usize) -> &[Count] {
        &self.pairs[i * self.items.len()..][..self.items.len()]
    }

    fn space(&self) -> Space {
        self.space.expect("a level is filled before it is used")
    }

    fn column(&self, column: u32) -> &[Block] {
        let width = self.space().width;
        &self.arena[column as usize * width..][..width]
    }

    fn reset(&mut self, space: Space) {
        self.space = Some(space);
        self.arena.clear();
        self.items.clear();
        self.counts.clear();
        self.before.clear();
        self.found_before.clear();
    }

    /// Fills the level from row numbers: candidates, and items before.
    /// `number` is the place of this level in the worker's path.
    pub(crate) fn fill<'a>(
        &mut self,
        number: usize,
        positives: usize,
        negatives: usize,
        candidates: impl Iterator<Item = NewColumn<'a>>,
        before: impl Iterator<Item = &'a [u32]>,
    ) {
        let space = Space::for_rows(positives, negatives);
        self.reset(space);
        for candidate in candidates {
            self.items.push(candidate.item);
            self.counts.push(candidate.count);
            self.push_rows(space, positives, candidate.rows);
        }
        for rows in before {
            let column = (self.arena.len() / space.width) as u32;
            self.before.push(Place { level: number as u32, column });
            self.push_rows(space, positives, rows);
        }
        let found = |column| {
            let column = self.column(column);
            self.before.iter().any(|place| is_subset(column, self.column(place.column)))
        };
        self.found_before = (0..self.items.len() as u32).map(found).collect();
    }

    /// Fills the level of the root straight from a table: `columns` are the
    /// candidates, in their order.
    pub(crate) fn fill_from_table(&mut self, table: &Table, columns: &[u32], counts: &[Count]) {
        let (order, positives) = table.rows_by_class();
        let space = Space::for_rows(positives, order.len() - positives);
        self.reset(space);
        self.items.extend(columns.iter().map(|&column| table.name(column)));
        self.counts.extend_from_slice(counts);
        self.found_before.resize(columns.len(), false);
        self.arena.resize(columns.len() * space.width, EMPTY);
        let mut numbers = vec![u32::MAX; table.columns()];
        for (number, &column) in columns.iter().enumerate() {
            numbers[column as usize] = number as u32;
        }
        // Sixty-four rows at a time, so that writing stays in the cache.
        let mut words = vec![0u64; columns.len()];
        let (positive, negative) = order.split_at(positives);
        for (rows, first_block) in [(positive, 0), (negative, space.positive)] {
            for (at, rows) in rows.chunks(64).enumerate() {
                for (bit, &row) in rows.iter().enumerate() {
                    for &column in table.row(row as usize) {
                        if let Some(word) = words.get_mut(numbers[column as usize] as usize) {
                            *word |= 1 << bit;
                        }
                    }
                }
                let (block, word) = (first_block + at / 8, at % 8);
                for (column, bits) in words.iter_mut().enumerate() {
                    self.arena[column * space.width + block].0[word] = std::mem::take(bits);
                }
            }
        }
    }

    fn push_rows(&mut self, space: Space, positives: usize, rows: &[u32]) {
        let start = self.arena.len();
        self.arena.resize(start + space.width, EMPTY);
        for &row in rows {
            set_bit(&mut self.arena[start..], space.bit(row as usize, positives));
        }
    }

    /// Counts all pairs of candidates, except those that `hopeless` says
    /// lead to nothing.
    pub(crate) fn count_pairs(
        &mut self,
        isa: Isa,
        scratch: &mut Scratch,
        hopeless: impl Fn(usize, usize) -> bool,
    ) {
        let many = self.items.len();
        self.pairs.clear();
        self.pairs.resize(many * many, Count::default());
        for i in 0..many {
            scratch.columns.clear();
            scratch.columns.extend((i + 1..many).filter(|&j| !hopeless(i, j)).map(|j| j as u32));
            scratch.counts.resize(scratch.columns.len(), Count::default());
            let with = self.column(i as u32);
            let space = self.space();
            isa.count_shared(&self.arena, space, with, &scratch.columns, &mut scratch.counts);
            for (&j, &count) in scratch.columns.iter().zip(&scratch.counts) {
                self.pairs[i * many + j as usize] = count;
                self.pairs[j as usize * many + i] = count;
            }
        }
    }
}

/// Lists that are used within one step and kept for their memory.
#[derive(Clone, Default, Debug)]
pub(crate) struct Scratch {
    columns: Vec<u32>,
    counts: Vec<Count>,
    candidates: Vec<Candidate>,
    before: Vec<Place>,
    enough: Vec<bool>,
}

/// Looking at an item before for one candidate takes about as long as
/// counting so many of its blocks.
const WORTH_COUNTING: usize = 3;

/// The space of the rows that have a pattern, when they stand alone.
fn own_space(count: Count) -> Space {
    let (rows, positives) = (count.rows() as usize, count.positives() as usize);
    Space::for_rows(positives, rows - positives)
}

fn column_at(levels: &[Level], place: Place) -> &[Block] {
    levels[place.level as usize].column(place.column)
}

impl<S: Sink> Worker<'_, S> {
    /// Searches below the candidates in `range` of level `depth`, whose pairs
    /// are counted.
    pub(crate) fn search_dense(&mut self, depth: usize, range: Range<usize>) {
        let end = range.end.min(self.levels[depth].len());
        for i in range.start..end {
            let path = self.path.len();
            if self.enter_dense(depth, i, true) {
                self.search_dense(depth + 1, 0..usize::MAX);
            }
            self.path.truncate(path);
        }
    }

    /// Adds candidate `i` of level `depth` to the path with its closure, and
    /// hands the pattern over if `emit` says so. Fills level `depth + 1` and
    /// returns true when there are at least two candidates below.
    pub(crate) fn enter_dense(&mut self, depth: usize, i: usize, emit: bool) -> bool {
        let level = &mut self.levels[depth];
        let count = level.counts[i];
        if level.found_before[i] {
            return false;
        }
        let row = &level.pairs[i * level.items.len()..][..level.items.len()];
        if row[..i].iter().any(|pair| pair.rows() == count.rows()) {
            level.found_before[i] = true;
            return false;
        }
        self.path.push(level.items[i]);
        let candidates = &mut self.scratch.candidates;
        candidates.clear();
        for (j, &pair) in row.iter().enumerate().skip(i + 1) {
            if pair.rows() == count.rows() {
                self.path.push(level.items[j]);
            } else if self.reach.reaches(pair) {
                candidates.push(Candidate { count: pair, column: j as u32 });
            }
        }
        if emit {
            self.emit(count);
        }
        if self.scratch.candidates.is_empty() {
            return false;
        }
        self.collect_before(depth, i);
        self.drop_candidates_found_before(depth, i);
        match *self.scratch.candidates.as_slice() {
            [] => false,
            [only] => {
                // A single candidate makes a single leaf, known already.
                if emit {
                    let item = self.levels[depth].items[only.column as usize];
                    self.path.push(item);
                    self.emit(only.count);
                    self.path.pop();
                }
                false
            }
            _ => {
                self.fill_child(depth, i);
                true
            }
        }
    }

    /// Puts candidate `i` and its closure on the path again, when the level
    /// below still holds its candidates.
    pub(crate) fn reenter_dense(&mut self, depth: usize, i: usize) {
        let level = &self.levels[depth];
        self.path.push(level.items[i]);
        let row = level.pair_row(i).iter().zip(&level.items).skip(i + 1);
        let rows = level.counts[i].rows();
        self.path.extend(row.filter(|(pair, _)| pair.rows() == rows).map(|(_, &item)| item));
    }

    /// The items that patterns below candidate `i` must not have in all rows.
    fn collect_before(&mut self, depth: usize, i: usize) {
        let level = &self.levels[depth];
        let before = &mut self.scratch.before;
        before.clear();
        before.extend_from_slice(&level.before);
        let earlier = level.pair_row(i)[..i].iter().zip(&level.found_before).enumerate();
        before.extend(
            earlier
                .filter(|(_, (pair, found))| self.reach.reaches(**pair) && !**found)
                .map(|(j, _)| Place { level: depth as u32, column: j as u32 }),
        );
    }

    /// Whatever a candidate would lead to below `i` is known already if an
    /// item before is in all of its rows.
    fn drop_candidates_found_before(&mut self, depth: usize, i: usize) {
        let Scratch { candidates, before, enough, .. } = &mut self.scratch;
        let levels = &self.levels;
        let with = levels[depth].column(i as u32);
        let level = &levels[depth];
        let worth = candidates.len() * WORTH_COUNTING >= level.space().width;
        if worth || self.isa.compresses(level.space(), own_space(level.counts[i]), candidates.len())
        {
            // An item below the support cannot be in all rows of a frequent
            // pattern: it is forgotten from here on.
            enough.clear();
            let columns = before.iter().map(|&place| column_at(levels, place));
            self.isa.shares_enough(with, columns, self.reach.min_support(), enough);
            let mut enough = enough.iter();
            before.retain(|_| enough.next().is_some_and(|&enough| enough));
        }
        candidates.retain(|candidate| {
            let column = levels[depth].column(candidate.column);
            let before = before.iter().map(|&place| column_at(levels, place));
            !self.isa.meet_is_inside(with, column, before)
        });
    }

    /// Makes the level below candidate `i` of level `depth`.
    fn fill_child(&mut self, depth: usize, i: usize) {
        if self.levels.len() == depth + 1 {
            self.levels.push(Level::default());
        }
        let (above, below) = self.levels.split_at_mut(depth + 1);
        let (parent, child) = (&above[depth], &mut below[0]);
        let scratch = &mut self.scratch;
        // Rare items first: the smallest row sets get the most candidates.
        scratch
            .candidates
            .sort_unstable_by_key(|c| (c.count.rows(), parent.items[c.column as usize]));
        let count = parent.counts[i];
        let (space, isa) = (parent.space(), self.isa);
        let own = own_space(count);
        let many = scratch.candidates.len();
        let with = parent.column(i as u32);
        let compress = isa.compresses(space, own, many);
        child.reset(if compress { own } else { space });
        child.items.extend(scratch.candidates.iter().map(|c| parent.items[c.column as usize]));
        child.counts.extend(scratch.candidates.iter().map(|c| c.count));
        child.found_before.resize(many, false);
        child.arena.resize(many * child.space().width, EMPTY);
        let columns = child.arena.chunks_exact_mut(child.space.map_or(1, |s| s.width));
        for (candidate, out) in scratch.candidates.iter().zip(columns) {
            let source = parent.column(candidate.column);
            if compress {
                compress_column(isa, space, own, source, with, out);
            } else {
                isa.meet(source, with, out);
            }
        }
        if compress {
            for &place in &scratch.before {
                let source = column_at(above, place);
                let start = child.arena.len();
                let column = (start / own.width) as u32;
                child.arena.resize(start + own.width, EMPTY);
                compress_column(isa, space, own, source, with, &mut child.arena[start..]);
                child.before.push(Place { level: depth as u32 + 1, column });
            }
        } else {
            child.before.extend_from_slice(&scratch.before);
        }
        let candidates = std::mem::take(&mut scratch.candidates);
        let reach = self.reach;
        child.count_pairs(isa, scratch, |a, b| {
            let [a, b] = [candidates[a].column, candidates[b].column];
            !reach.reaches(parent.pairs[a as usize * parent.items.len() + b as usize])
        });
        scratch.candidates = candidates;
        debug_assert!(child.counts.iter().enumerate().all(|(c, count)| {
            let column = child.column(c as u32);
            let mut one = [Count::default()];
            isa.count_shared(column, child.space(), column, &[0], &mut one);
            one[0] == *count && (compress || is_subset(column, with))
        }));
    }
}

/// Compresses each class of rows into its own part of the new column.
fn compress_column(
    isa: Isa,
    from: Space,
    to: Space,
    source: &[Block],
    mask: &[Block],
    out: &mut [Block],
) {
    let (positive, negative) = out.split_at_mut(to.positive);
    isa.compress(&source[..from.positive], &mask[..from.positive], positive);
    isa.compress(&source[from.positive..], &mask[from.positive..], negative);
}
