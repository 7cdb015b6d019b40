//! The tree search of the solver: null windows, hash table, cut-offs.

use super::last::{last_1, last_2, last_3, last_4};
use super::order::{Candidates, Guide};
use super::table::Table;
use crate::Board;
use crate::board::{flips, moves};
use crate::stability::stable;
use std::time::Instant;

/// The most empty squares solved by parity alone, without table and sorting.
const SHALLOW: u32 = 7;
/// From this many empty squares on all replies are looked up before any is searched.
const LOOK_AHEAD: u32 = 10;
/// A score below every score.
const NONE: i32 = -127;

/// The squares of the four quarters of the board.
const QUARTERS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];
const CORNERS: u64 = 0x8100_0000_0000_0081;

/// A search under way.
pub(super) struct Search {
    pub table: Table,
    pub nodes: u64,
    pub node_limit: u64,
    pub deadline: Option<Instant>,
    /// Set when a limit was reached: every score since then is meaningless.
    pub stopped: bool,
    next_look: u64,
}

/// How many nodes pass between two looks at the limits.
const LOOK_EVERY: u64 = 20_000;

impl Search {
    pub fn new(table: Table) -> Search {
        Search {
            table,
            nodes: 0,
            node_limit: u64::MAX,
            deadline: None,
            stopped: false,
            next_look: 0,
        }
    }

    /// Begins anew with other limits and `2^bits` pairs of table entries.
    pub fn renew(&mut self, bits: u32, node_limit: u64, deadline: Option<Instant>) {
        self.table.renew(bits);
        (self.nodes, self.next_look, self.stopped) = (0, 0, false);
        (self.node_limit, self.deadline) = (node_limit, deadline);
    }

    /// Looks at the limits now and then.
    #[inline]
    fn out_of_time(&mut self) -> bool {
        if self.nodes >= self.next_look && !self.stopped {
            self.next_look = self.nodes + LOOK_EVERY;
            self.stopped = self.nodes >= self.node_limit
                || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        }
        self.stopped
    }

    /// The score with a full window: exact when strictly inside it.
    pub fn exact(&mut self, board: Board, (mut alpha, beta): (i32, i32), empties: u32) -> i32 {
        if empties <= SHALLOW || beta - alpha <= 1 {
            return self.window(board, (alpha, beta), empties);
        }
        let first_nodes = self.nodes;
        self.nodes += 1;
        // Far from the end sorting alone takes long: looked at here too.
        if self.out_of_time() {
            return alpha;
        }
        let legal = board.moves();
        if legal == 0 {
            let passed = board.passed();
            return match passed.moves() {
                0 => board.final_score(),
                _ => -self.exact(passed, (-beta, -alpha), empties),
            };
        }
        let first_alpha = alpha;
        let mut hint = 64;
        if let Some(entry) = self.table.get(board) {
            let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            hint = entry.best;
        }
        let mut moves = Candidates::new(board, legal);
        moves.sort(hint, Guide::careful(empties), &mut self.nodes);
        let (mut best, mut best_move) = (NONE, 64);
        while let Some((square, next)) = moves.next_best() {
            let mut score;
            if best == NONE {
                score = -self.exact(next, (-beta, -alpha), empties - 1);
            } else {
                score = -self.window(next, (-alpha - 1, -alpha), empties - 1);
                if score > alpha && score < beta && !self.stopped {
                    score = -self.exact(next, (-beta, -score), empties - 1);
                }
            }
            if self.stopped {
                return best.max(-64);
            }
            if score > best {
                (best, best_move) = (score, square);
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        let cost = self.nodes - first_nodes;
        self.table.put(board, (first_alpha, beta), best, best_move, cost);
        best
    }

    /// Whether the score is above `alpha`: a search with the smallest window
    /// (or a wider one near the leaves).
    fn window(&mut self, board: Board, (alpha, beta): (i32, i32), empties: u32) -> i32 {
        if empties <= SHALLOW {
            return self.shallow(board.own, board.opp, (alpha, beta), empties);
        }
        let first_nodes = self.nodes;
        self.nodes += 1;
        if self.out_of_time() {
            return alpha;
        }
        if let Some(score) = stability_cut(board.own, board.opp, alpha, empties) {
            return score;
        }
        let legal = board.moves();
        if legal == 0 {
            let passed = board.passed();
            return match passed.moves() {
                0 => board.final_score(),
                _ => -self.window(passed, (-beta, -alpha), empties),
            };
        }
        let mut hint = 64;
        if let Some(entry) = self.table.get(board) {
            let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
            if lower > alpha {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            hint = entry.best;
        }
        let mut moves = Candidates::new(board, legal);
        if empties >= LOOK_AHEAD {
            for (_, next) in moves.all() {
                if let Some(entry) = self.table.get(next)
                    && -i32::from(entry.upper) > alpha
                {
                    return -i32::from(entry.upper);
                }
            }
        }
        moves.sort(hint, Guide::quick(empties), &mut self.nodes);
        let (mut best, mut best_move) = (NONE, 64);
        while let Some((square, next)) = moves.next_best() {
            let score = -self.window(next, (-beta, -alpha), empties - 1);
            if self.stopped {
                return alpha;
            }
            if score > best {
                (best, best_move) = (score, square);
                if score > alpha {
                    break;
                }
            }
        }
        let cost = self.nodes - first_nodes;
        self.table.put(board, (alpha, beta), best, best_move, cost);
        best
    }

    /// Few empty squares: odd quarters first, corners before other squares.
    fn shallow(&mut self, own: u64, opp: u64, (mut alpha, beta): (i32, i32), empties: u32) -> i32 {
        if empties <= 4 {
            return self.few(own, opp, (alpha, beta), empties);
        }
        self.nodes += 1;
        if let Some(score) = stability_cut(own, opp, alpha, empties) {
            return score;
        }
        let legal = moves(own, opp);
        if legal == 0 {
            return match moves(opp, own) {
                0 => Board { own, opp }.final_score(),
                _ => -self.shallow(opp, own, (-beta, -alpha), empties),
            };
        }
        let odd = odd_quarters(!(own | opp));
        let mut best = NONE;
        for part in [odd & CORNERS, odd & !CORNERS, !odd & CORNERS, !odd & !CORNERS] {
            let mut left = legal & part;
            while left != 0 {
                let square = left.trailing_zeros() as usize;
                left &= left - 1;
                let turned = flips(own, opp, square);
                let (next_own, next_opp) = (opp ^ turned, own ^ turned ^ 1 << square);
                let score = -self.shallow(next_own, next_opp, (-beta, -alpha), empties - 1);
                if score > best {
                    best = score;
                    alpha = alpha.max(score);
                    if alpha >= beta {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// At most four empty squares.
    #[inline]
    fn few(&mut self, own: u64, opp: u64, window: (i32, i32), empties: u32) -> i32 {
        let mut left = !(own | opp);
        let mut next = || {
            let square = left.trailing_zeros() as usize & 63;
            left &= left.wrapping_sub(1);
            square
        };
        match empties {
            0 => Board { own, opp }.final_score(),
            1 => last_1(own, opp, next(), &mut self.nodes),
            2 => last_2(own, opp, [next(), next()], window, &mut self.nodes),
            3 => last_3(own, opp, [next(), next(), next()], window, &mut self.nodes),
            _ => last_4(own, opp, [next(), next(), next(), next()], window, &mut self.nodes),
        }
    }
}

/// The squares of quarters with an odd number of empty squares.
#[inline]
pub(super) fn odd_quarters(empty: u64) -> u64 {
    let mut odd = 0;
    for quarter in QUARTERS {
        if (empty & quarter).count_ones() & 1 == 1 {
            odd |= quarter;
        }
    }
    odd
}

/// An upper bound from the other side's stable discs, when it is not above
/// `alpha`. It is only looked for where `alpha` is high enough to hope.
#[inline]
fn stability_cut(own: u64, opp: u64, alpha: i32, empties: u32) -> Option<i32> {
    if alpha < 2 * empties as i32 - 6 {
        return None;
    }
    let bound = 64 - 2 * stable(opp, own).count_ones() as i32;
    (bound <= alpha).then_some(bound)
}
