//! What blocks yield: scores, moves, effort and faults, in block order.

use crate::drive::FaultKind;
use crate::plan::Shape;
use std::collections::BTreeMap;
use std::ops::Range;

/// The most bytes of a fault's message that are kept.
pub(crate) const LONGEST_MESSAGE: usize = 1000;

/// A game lost by rule, as the results keep it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FaultNote {
    /// The block, counted from 0 over the whole match.
    pub block: u64,
    /// The game in the block.
    pub game: u32,
    /// The chair of the seating that failed.
    pub chair: u8,
    pub kind: FaultKind,
    /// Empty for all but the first fault of an entrant in a block.
    pub message: String,
}

/// The clock's findings about one entrant. They differ from run to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Clocked {
    pub moves: u64,
    pub nanos: u64,
    pub slowest: u64,
}

impl Clocked {
    pub fn add(&mut self, other: Clocked) {
        self.moves = self.moves.saturating_add(other.moves);
        self.nanos = self.nanos.saturating_add(other.nanos);
        self.slowest = self.slowest.max(other.slowest);
    }
}

/// The results of blocks that follow each other.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Chunk {
    /// The first block.
    pub first: u64,
    /// How many there are.
    pub blocks: u64,
    /// The score of each chair of each game of each block.
    pub scores: Vec<f64>,
    /// The moves of each entrant in each block.
    pub moves: Vec<u64>,
    /// The effort of each entrant in each block.
    pub effort: Vec<u64>,
    /// The games lost by rule, in order.
    pub faults: Vec<FaultNote>,
    /// One for each entrant.
    pub clocked: Vec<Clocked>,
}

impl Chunk {
    /// No block yet, of a match with so many entrants.
    pub fn new(first: u64, entrants: usize) -> Chunk {
        Chunk { first, clocked: vec![Clocked::default(); entrants], ..Chunk::default() }
    }

    /// The blocks covered.
    pub fn range(&self) -> Range<u64> {
        self.first..self.first + self.blocks
    }

    /// Puts the blocks that follow behind these.
    pub fn append(&mut self, next: Chunk) {
        debug_assert_eq!(self.range().end, next.first);
        self.blocks += next.blocks;
        self.scores.extend(next.scores);
        self.moves.extend(next.moves);
        self.effort.extend(next.effort);
        self.faults.extend(next.faults);
        self.clocked.iter_mut().zip(next.clocked).for_each(|(all, more)| all.add(more));
    }

    /// Keeps the first `blocks` only.
    pub fn truncate(&mut self, blocks: u64, shape: &Shape) {
        if blocks < self.blocks {
            self.blocks = blocks;
            self.scores.truncate(blocks as usize * shape.scores());
            self.moves.truncate(blocks as usize * shape.entrants);
            self.effort.truncate(blocks as usize * shape.entrants);
            let end = self.first + blocks;
            self.faults.retain(|fault| fault.block < end);
        }
    }

    /// The scores of one block, counted from the chunk's first.
    pub fn block_scores(&self, block: u64, shape: &Shape) -> &[f64] {
        let size = shape.scores();
        &self.scores[block as usize * size..][..size]
    }
}

/// All results there are: those from block 0 on without a gap, and others.
#[derive(Debug)]
pub(crate) struct Ledger {
    /// Without a gap from block 0.
    pub ready: Chunk,
    waiting: BTreeMap<u64, Chunk>,
}

impl Ledger {
    pub fn new(entrants: usize) -> Ledger {
        Ledger { ready: Chunk::new(0, entrants), waiting: BTreeMap::new() }
    }

    /// Takes in a chunk; none of its blocks may be there already.
    pub fn add(&mut self, chunk: Chunk) {
        if chunk.first != self.ready.blocks {
            self.waiting.insert(chunk.first, chunk);
            return;
        }
        self.ready.append(chunk);
        while let Some(next) = self.waiting.remove(&self.ready.blocks) {
            self.ready.append(next);
        }
    }

    /// How many of the first `total` blocks are there.
    pub fn done(&self, total: u64) -> u64 {
        let clip = |r: Range<u64>| r.end.min(total).saturating_sub(r.start.min(total));
        clip(self.ready.range()) + self.waiting.values().map(|c| clip(c.range())).sum::<u64>()
    }

    /// The blocks below `total` that are missing.
    pub fn missing(&self, total: u64) -> Vec<Range<u64>> {
        let mut missing = Vec::new();
        let mut next = self.ready.blocks;
        for chunk in self.waiting.values() {
            if next < chunk.first.min(total) {
                missing.push(next..chunk.first.min(total));
            }
            next = next.max(chunk.range().end);
        }
        if next < total {
            missing.push(next..total);
        }
        missing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(range: Range<u64>) -> Chunk {
        let blocks = range.end - range.start;
        let scores = range.clone().map(|b| b as f64).collect();
        Chunk { first: range.start, blocks, scores, ..Chunk::default() }
    }

    #[test]
    fn gaps_are_found_and_closed() {
        let mut ledger = Ledger::new(0);
        ledger.add(chunk(4..6));
        ledger.add(chunk(8..9));
        assert_eq!(ledger.missing(12), [0..4, 6..8, 9..12]);
        assert_eq!(ledger.missing(5), std::slice::from_ref(&(0..4)));
        assert_eq!((ledger.done(12), ledger.done(5)), (3, 1));
        ledger.add(chunk(0..4));
        assert_eq!(ledger.ready.blocks, 6);
        ledger.add(chunk(6..8));
        assert_eq!(ledger.ready.scores, (0..9).map(f64::from).collect::<Vec<_>>());
        assert!(ledger.missing(9).is_empty());
    }
}
