//! The exact endgame solver.
//!
//! Principal-variation search with a hash table of bounds, moves sorted by a
//! shallow search far from the end and by the fewest replies nearer to it,
//! stable-disc cut-offs, parity for the last seven empty squares and one
//! function for each of the last four.

mod last;
pub(crate) mod order;
mod search;
mod table;

use crate::{Board, Square};
use search::Search;
use std::time::Instant;
use table::Table;

/// What is asked of the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// The exact final score.
    Exact,
    /// Only who wins: the score is 1, 0 or -1.
    WinLossDraw,
}

/// How much the solver may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SolverOptions {
    /// The hash table has `2^table_bits` pairs of entries of 24 bytes;
    /// `None` chooses by the number of empty squares and the node limit.
    /// From 1 to 26.
    pub table_bits: Option<u32>,
    /// Stop after this many nodes.
    pub nodes: Option<u64>,
    /// Stop at this moment.
    pub deadline: Option<Instant>,
}

/// What the solver found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The score for the side to move with best play on both sides, empties
    /// to the winner; in [`Mode::WinLossDraw`] only its sign.
    pub score: i32,
    /// A best move; `None` when the side to move has to pass or all is over.
    pub best: Option<Square>,
    /// Best play for both sides from here, passes left out, as far as it is known.
    pub line: Vec<Square>,
    /// Positions visited.
    pub nodes: u64,
}

/// A solver with its hash table, for one position after another.
pub struct Solver {
    search: Search,
}

impl Solver {
    /// A solver whose table fits positions with this many empty squares.
    pub fn new(empties: u32, options: &SolverOptions) -> Solver {
        let mut search = Search::new(Table::new(table_bits(empties, options)));
        search.node_limit = options.nodes.unwrap_or(u64::MAX);
        search.deadline = options.deadline;
        Solver { search }
    }

    /// Forgets everything and takes other options: as good as a new solver,
    /// without the cost of a new table.
    pub fn renew(&mut self, empties: u32, options: &SolverOptions) {
        let nodes = options.nodes.unwrap_or(u64::MAX);
        self.search.renew(table_bits(empties, options), nodes, options.deadline);
    }

    /// How much memory the hash table takes, in bytes.
    pub fn table_bytes(&self) -> usize {
        self.search.table.bytes()
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// The score for the side to move; `None` when a limit was reached first.
    pub fn score(&mut self, board: Board, mode: Mode) -> Option<i32> {
        let empties = board.empties();
        let score = match mode {
            Mode::Exact => self.search.exact(board, (-65, 65), empties),
            Mode::WinLossDraw => self.search.exact(board, (-1, 1), empties).signum(),
        };
        (!self.search.stopped).then_some(score)
    }

    /// The score of every legal move, in board order.
    pub fn move_scores(&mut self, board: Board, mode: Mode) -> Option<Vec<(Square, i32)>> {
        squares(board.moves())
            .map(|square| {
                let score = self.score(board.after(square, board.flips(square)), mode)?;
                Some((square, -score))
            })
            .collect()
    }

    /// The score, a best move and the line that follows.
    pub fn solve(&mut self, board: Board, mode: Mode) -> Option<Solution> {
        let before = self.search.nodes;
        let score = self.score(board, mode)?;
        let mut line = Vec::new();
        let (mut at, mut value) = (board, score);
        while let Some((passed, square)) = self.best_move(at, value, mode) {
            line.push(square);
            let here = if passed { at.passed() } else { at };
            at = here.after(square, here.flips(square));
            value = if passed { value } else { -value };
        }
        let best = if board.moves() == 0 { None } else { line.first().copied() };
        Some(Solution { score, best, line, nodes: self.search.nodes - before })
    }

    /// A move that keeps a known score, and whether a pass comes before it.
    fn best_move(&mut self, board: Board, score: i32, mode: Mode) -> Option<(bool, Square)> {
        let (passed, board, score) = match board.moves() {
            0 => (true, board.passed(), -score),
            _ => (false, board, score),
        };
        let legal = board.moves();
        let hint = self.search.table.get(board).and_then(|entry| Square::new(entry.best));
        let hint = hint.filter(|square| legal & square.bit() != 0);
        let others = squares(legal).filter(|square| Some(*square) != hint);
        for square in hint.into_iter().chain(others) {
            let next = board.after(square, board.flips(square));
            if -self.score(next, mode)? == score {
                return Some((passed, square));
            }
        }
        None
    }
}

/// How many pairs of entries a table should have: enough for what will be
/// searched, and no more.
pub(crate) fn table_bits(empties: u32, options: &SolverOptions) -> u32 {
    let by_empties = match empties {
        0..=9 => 8,
        10..=20 => 8 + (empties - 9),
        _ => 21,
    };
    let bits = options.table_bits.unwrap_or(match options.nodes {
        // Only a part of the nodes is far enough from the end to be kept.
        Some(nodes) => by_empties.min((nodes / 8).max(1).ilog2().max(8)),
        None => by_empties,
    });
    bits.clamp(1, 26)
}

fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = Square::lowest(set)?;
        set &= set - 1;
        Some(square)
    })
}

/// Solves one position; `None` when a limit of the options was reached.
///
/// ```
/// use fuda_othello::{solve, Mode, Position, SolverOptions};
/// let text = "-XXX--X-XOXOOOOOOOOXOOOO-OOOXXOO-OOOOXOO---XXOXO-XXXXXOO-O--XO-O X";
/// let position: Position = text.parse()?;
/// let solution = solve(position.board(), Mode::Exact, &SolverOptions::default()).unwrap();
/// assert_eq!(solution.score, 10);
/// assert_eq!(solution.best.unwrap().to_string(), "a4");
/// # Ok::<(), fuda_core::BadText>(())
/// ```
pub fn solve(board: Board, mode: Mode, options: &SolverOptions) -> Option<Solution> {
    Solver::new(board.empties(), options).solve(board, mode)
}
