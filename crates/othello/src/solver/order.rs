//! Which move to try first.

use super::search::odd_quarters;
use crate::Board;
use crate::board::{flips, moves, neighbours};
use crate::eval::evaluate;

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// No position has more legal moves than this.
const MOST_MOVES: usize = 34;

/// How much is spent on sorting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Guide {
    /// The fewest replies first.
    Replies,
    /// The value of a search this deep first.
    Value(u32),
}

impl Guide {
    /// For nodes of the smallest window.
    pub fn quick(empties: u32) -> Guide {
        match empties {
            0..=11 => Guide::Replies,
            12..=14 => Guide::Value(0),
            15..=17 => Guide::Value(1),
            18..=20 => Guide::Value(2),
            21..=23 => Guide::Value(3),
            _ => Guide::Value(4),
        }
    }

    /// For nodes on the main line, where a wrong first move costs most.
    pub fn careful(empties: u32) -> Guide {
        match empties {
            0..=9 => Guide::Replies,
            10..=12 => Guide::Value(1),
            13..=16 => Guide::Value(2),
            17..=20 => Guide::Value(4),
            _ => Guide::Value(5),
        }
    }
}

#[derive(Clone, Copy)]
struct Candidate {
    square: u8,
    next: Board,
    score: i32,
}

const BLANK: Candidate = Candidate { square: 64, next: Board { own: 0, opp: 0 }, score: 0 };

/// The legal moves of a position with the positions they lead to.
pub(crate) struct Candidates {
    list: [Candidate; MOST_MOVES],
    len: usize,
    done: usize,
    empty: u64,
}

impl Candidates {
    pub fn new(board: Board, mut legal: u64) -> Candidates {
        let mut all =
            Candidates { list: [BLANK; MOST_MOVES], len: 0, done: 0, empty: board.empty() };
        while legal != 0 && all.len < MOST_MOVES {
            let square = legal.trailing_zeros();
            legal &= legal - 1;
            let turned = flips(board.own, board.opp, square as usize);
            let next = Board { own: board.opp ^ turned, opp: board.own ^ turned ^ 1 << square };
            all.list[all.len] = Candidate { square: square as u8, next, score: 0 };
            all.len += 1;
        }
        all
    }

    /// The moves as they stand.
    pub fn all(&self) -> impl Iterator<Item = (u8, Board)> {
        self.list[..self.len].iter().map(|c| (c.square, c.next))
    }

    /// Gives every move a score; `hint` is a move to try before all others.
    pub fn sort(&mut self, hint: u8, guide: Guide, nodes: &mut u64) {
        let odd = odd_quarters(self.empty);
        for candidate in &mut self.list[..self.len] {
            let next = candidate.next;
            candidate.score = if candidate.square == hint {
                i32::MAX
            } else if next.own == 0 {
                i32::MAX - 1
            } else {
                let parity = (odd >> candidate.square & 1) as i32;
                match guide {
                    Guide::Replies => replies(next) + 6 * parity,
                    Guide::Value(depth) => {
                        let value = shallow_value(next, depth, -100_000, 100_000, nodes);
                        let quick = replies(next) + 6 * parity;
                        -value + quick * 12
                    }
                }
            };
        }
    }

    /// The best move not yet given.
    #[inline]
    pub fn next_best(&mut self) -> Option<(u8, Board)> {
        let rest = self.list.get_mut(self.done..self.len)?;
        let best = rest.iter().enumerate().max_by_key(|(at, c)| (c.score, -(*at as i32)))?.0;
        rest.swap(0, best);
        self.done += 1;
        Some((rest[0].square, rest[0].next))
    }
}

/// Fewer and poorer replies are better; corners to take count double.
#[inline]
fn replies(next: Board) -> i32 {
    let legal = moves(next.own, next.opp);
    let count = (legal.count_ones() + (legal & CORNERS).count_ones()) as i32;
    let open = (neighbours(next.opp) & next.empty()).count_ones() as i32;
    -(8 * count + 2 * open)
}

/// A plain search of the evaluation, for sorting only.
fn shallow_value(board: Board, depth: u32, mut alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    if depth == 0 {
        return evaluate(board);
    }
    let legal = board.moves();
    if legal == 0 {
        return match board.passed().moves() {
            0 => evaluate(board),
            _ => -shallow_value(board.passed(), depth, -beta, -alpha, nodes),
        };
    }
    let mut list = Candidates::new(board, legal);
    if depth > 1 {
        list.sort(64, Guide::Replies, nodes);
    }
    let mut best = -100_000;
    while let Some((_, next)) = list.next_best() {
        best = best.max(-shallow_value(next, depth - 1, -beta, -alpha, nodes));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}
