//! The hash table of the solver: bounds on the score of positions.

use crate::Board;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    board: Board,
    /// The score is at least this.
    pub lower: i8,
    /// The score is at most this.
    pub upper: i8,
    /// The best move found, 64 when there is none.
    pub best: u8,
    /// The larger, the more work is lost with the entry.
    worth: u8,
    /// Entries of an older generation count as empty.
    generation: u32,
}

const EMPTY: Entry = Entry {
    board: Board { own: 0, opp: 0 },
    lower: -64,
    upper: 64,
    best: 64,
    worth: 0,
    generation: 0,
};

/// Pairs of entries; the one that cost less gives way. Whole boards are kept
/// and compared, so two positions are never taken for each other.
pub(super) struct Table {
    pairs: Vec<[Entry; 2]>,
    shift: u32,
    generation: u32,
}

impl Table {
    /// A table of `2^bits` pairs.
    pub fn new(bits: u32) -> Table {
        Table { pairs: vec![[EMPTY; 2]; 1 << bits], shift: 64 - bits, generation: 1 }
    }

    /// Forgets everything at no cost and uses `2^bits` pairs from now on:
    /// what follows is as with a new table, but memory is only ever added.
    pub fn renew(&mut self, bits: u32) {
        match self.generation.checked_add(1) {
            Some(next) => self.generation = next,
            None => *self = Table::new(bits),
        }
        if self.pairs.len() < 1 << bits {
            self.pairs.resize(1 << bits, [EMPTY; 2]);
        }
        self.shift = 64 - bits;
    }

    /// How much memory it takes.
    pub fn bytes(&self) -> usize {
        std::mem::size_of_val(&self.pairs[..])
    }

    #[inline]
    fn slot(&self, board: Board) -> usize {
        let mixed = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ board.opp.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(32);
        ((mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> self.shift) as usize
    }

    /// What is known of a board.
    #[inline]
    pub fn get(&self, board: Board) -> Option<&Entry> {
        let known = |entry: &&Entry| entry.board == board && entry.generation == self.generation;
        self.pairs[self.slot(board)].iter().find(known)
    }

    /// Writes down that a search with this window gave this score; `cost` is
    /// the number of nodes it took.
    #[inline]
    pub fn put(&mut self, board: Board, window: (i32, i32), score: i32, best: u8, cost: u64) {
        let (slot, generation) = (self.slot(board), self.generation);
        let pair = &mut self.pairs[slot];
        for entry in &mut *pair {
            if entry.generation != generation {
                *entry = EMPTY;
            }
        }
        let worth = (64 - cost.leading_zeros()) as u8;
        let mut new = Entry { board, lower: -64, upper: 64, best, worth, generation };
        let known = |entry: &Entry| entry.board == board && entry.generation == generation;
        let place = match pair.iter().position(known) {
            Some(place) => {
                new = Entry { worth: worth.max(pair[place].worth), best, ..pair[place] };
                place
            }
            None => usize::from(pair[1].worth < pair[0].worth),
        };
        if score > window.0 {
            new.lower = new.lower.max(score as i8);
        }
        if score < window.1 {
            new.upper = new.upper.min(score as i8);
        }
        pair[place] = new;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_tighten_and_boards_are_told_apart() {
        let mut table = Table::new(1);
        let board = Board::START;
        table.put(board, (2, 3), 4, 10, 100);
        let entry = table.get(board).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.best), (4, 64, 10));
        table.put(board, (9, 10), 8, 11, 50);
        let entry = table.get(board).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.best), (4, 8, 11));
        assert_eq!(table.get(board.passed()), None);
    }

    #[test]
    fn a_renewed_table_knows_nothing() {
        let mut table = Table::new(4);
        table.put(Board::START, (2, 3), 4, 10, 1_000_000);
        for bits in [4, 1, 6] {
            table.renew(bits);
            assert_eq!(table.get(Board::START), None);
            table.put(Board::START, (2, 3), 2, 11, 1);
            let entry = table.get(Board::START).unwrap();
            assert_eq!((entry.lower, entry.upper, entry.worth), (-64, 2, 1));
        }
        table.generation = u32::MAX;
        table.renew(2);
        assert_eq!((table.get(Board::START), table.pairs.len()), (None, 4));
    }
}
