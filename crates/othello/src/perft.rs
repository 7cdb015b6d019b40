//! Counting lines of play: the classic proof that the rules are right.

use crate::{Board, Square};

/// The number of move sequences of `depth` plies from a board. A pass is a
/// ply; a sequence that ends the game early counts once.
///
/// ```
/// use fuda_othello::{perft, Board};
/// assert_eq!(perft(Board::START, 5), 1396);
/// ```
pub fn perft(board: Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = board.moves();
    if moves == 0 {
        let passed = board.passed();
        return if passed.moves() == 0 { 1 } else { perft(passed, depth - 1) };
    }
    if depth == 1 {
        return u64::from(moves.count_ones());
    }
    let mut lines = 0;
    while let Some(square) = Square::lowest(moves) {
        moves &= moves - 1;
        lines += perft(board.after(square, board.flips(square)), depth - 1);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_counts() {
        let known = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288, 24_571_284];
        for (depth, lines) in known.into_iter().enumerate() {
            assert_eq!(perft(Board::START, depth as u32), lines, "depth {depth}");
        }
    }
}
