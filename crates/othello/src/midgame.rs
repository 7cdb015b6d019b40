//! Alpha-beta search of the evaluation, deepened step by step.

use crate::Board;
use crate::PatternEvaluation;
use crate::eval;
use crate::solver::order::{Candidates, Guide};
use std::sync::Arc;
use std::time::Instant;

/// A value beyond every value.
const BEYOND: i32 = 1_000_000;
/// How many nodes pass between two looks at the clock.
const LOOK_EVERY: u64 = 512;

/// What a search has found out about a position.
#[derive(Clone, Copy)]
struct Entry {
    board: Board,
    lower: i32,
    upper: i32,
    depth: u8,
    best: u8,
}

const EMPTY: Entry =
    Entry { board: Board { own: 0, opp: 0 }, lower: -BEYOND, upper: BEYOND, depth: 0, best: 64 };

/// What judges the boards at the end of a search.
#[derive(Clone, Default)]
pub(crate) enum Evaluation {
    /// Mobility, corners, stable discs.
    #[default]
    Plain,
    /// Patterns and their worth.
    Patterns(Arc<PatternEvaluation>),
}

impl Evaluation {
    /// The value of a board for the side to move, in hundredths of a disc.
    #[inline]
    pub(crate) fn evaluate(&self, board: Board) -> i32 {
        match self {
            Evaluation::Plain => eval::evaluate(board),
            Evaluation::Patterns(patterns) => patterns.evaluate(board),
        }
    }
}

/// A search with its memory and its limits.
pub(crate) struct Midgame {
    evaluation: Evaluation,
    table: Vec<Entry>,
    pub nodes: u64,
    node_limit: u64,
    deadline: Option<Instant>,
    stopped: bool,
    next_look: u64,
}

impl Midgame {
    /// A search with `2^bits` remembered positions.
    pub fn new(bits: u32, node_limit: Option<u64>, deadline: Option<Instant>) -> Midgame {
        Midgame {
            evaluation: Evaluation::default(),
            table: vec![EMPTY; 1 << bits],
            nodes: 0,
            node_limit: node_limit.unwrap_or(u64::MAX),
            deadline,
            stopped: false,
            next_look: 0,
        }
    }

    /// The same search with another evaluation.
    pub fn with_evaluation(self, evaluation: Evaluation) -> Midgame {
        Midgame { evaluation, ..self }
    }

    fn slot(&self, board: Board) -> usize {
        let mixed = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ board.opp.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(31);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed >> 32) as usize & (self.table.len() - 1)
    }

    /// The value of a board for the side to move, looked `depth` plies
    /// ahead; `None` when a limit was reached first.
    pub fn value(&mut self, board: Board, depth: u32) -> Option<i32> {
        let value = self.search(board, depth, -BEYOND, BEYOND);
        (!self.stopped).then_some(value)
    }

    fn out_of_limits(&mut self) -> bool {
        self.stopped |= self.nodes >= self.node_limit;
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + LOOK_EVERY;
            self.stopped |= self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        }
        self.stopped
    }

    fn search(&mut self, board: Board, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if depth == 0 {
            return self.evaluation.evaluate(board);
        }
        if self.out_of_limits() {
            return alpha;
        }
        let legal = board.moves();
        if legal == 0 {
            // A pass costs no depth: the same side's next move is as far away.
            return match board.passed().moves() {
                0 => self.evaluation.evaluate(board),
                _ => -self.search(board.passed(), depth, -beta, -alpha),
            };
        }
        let slot = self.slot(board);
        let known = Some(self.table[slot]).filter(|entry| entry.board == board);
        if let Some(entry) = known.filter(|entry| u32::from(entry.depth) == depth) {
            if entry.lower >= beta || entry.lower == entry.upper {
                return entry.lower;
            }
            if entry.upper <= alpha {
                return entry.upper;
            }
        }
        let mut moves = Candidates::new(board, legal);
        if depth > 1 {
            moves.sort(known.map_or(64, |entry| entry.best), Guide::Replies, &mut self.nodes);
        }
        let first_alpha = alpha;
        let (mut best, mut best_move) = (-BEYOND, 64);
        while let Some((square, next)) = moves.next_best() {
            let mut value;
            if best == -BEYOND || beta - alpha <= 1 {
                value = -self.search(next, depth - 1, -beta, -alpha);
            } else {
                value = -self.search(next, depth - 1, -alpha - 1, -alpha);
                if value > alpha && value < beta {
                    value = -self.search(next, depth - 1, -beta, -alpha);
                }
            }
            if self.stopped {
                return alpha;
            }
            if value > best {
                (best, best_move) = (value, square);
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        let lower = if best > first_alpha { best } else { -BEYOND };
        let upper = if best < beta { best } else { BEYOND };
        self.table[slot] = Entry { board, lower, upper, depth: depth as u8, best: best_move };
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;

    /// The definition: no cut-offs, no memory.
    fn plain(board: Board, depth: u32) -> i32 {
        let mut legal = board.moves();
        if depth == 0 || legal == 0 && board.passed().moves() == 0 {
            return eval::evaluate(board);
        }
        if legal == 0 {
            return -plain(board.passed(), depth);
        }
        let mut best = i32::MIN;
        while let Some(square) = Square::lowest(legal) {
            legal &= legal - 1;
            best = best.max(-plain(board.after(square, board.flips(square)), depth - 1));
        }
        best
    }

    #[test]
    fn cut_offs_and_memory_change_nothing() {
        let mut rng = fuda_core::Rng::new(fuda_core::Seed(21));
        for empties in [8, 20, 33, 44, 55] {
            let board = crate::random_position(empties, &mut rng);
            let mut search = Midgame::new(10, None, None);
            for depth in 0..=4 {
                assert_eq!(search.value(board, depth), Some(plain(board, depth)), "depth {depth}");
            }
        }
    }

    #[test]
    fn a_node_limit_stops_the_search() {
        let mut search = Midgame::new(10, Some(100), None);
        assert_eq!(search.value(Board::START, 12), None);
        assert!(search.nodes < 200);
    }
}
