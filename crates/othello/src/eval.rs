//! How good a position looks, in hundredths of a disc.
//!
//! Mobility now and to come, corners and the squares that give them away,
//! stable discs and who has the last word: each weighed by how far the game
//! has gone.

use crate::Board;
use crate::board::{moves, neighbours};
use crate::stability::stable;

/// One disc of final difference.
pub(crate) const DISC: i32 = 100;

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// A corner with its X-square (diagonal neighbour) and C-squares.
const CORNER_AREAS: [(u64, u64, u64); 4] = [
    (1, 1 << 9, 1 << 1 | 1 << 8),
    (1 << 7, 1 << 14, 1 << 6 | 1 << 15),
    (1 << 56, 1 << 49, 1 << 48 | 1 << 57),
    (1 << 63, 1 << 54, 1 << 62 | 1 << 55),
];

/// What one unit of each feature is worth.
struct Weights {
    mobility: i32,
    potential: i32,
    corner: i32,
    x_square: i32,
    c_square: i32,
    stable: i32,
    disc: i32,
    last_word: i32,
}

/// Weights early (60 empty squares) and late (none); between them they are
/// mixed in proportion.
const EARLY: Weights = Weights {
    mobility: 110,
    potential: 50,
    corner: 600,
    x_square: -500,
    c_square: -130,
    stable: 100,
    disc: -30,
    last_word: 0,
};
const LATE: Weights = Weights {
    mobility: 130,
    potential: 60,
    corner: 400,
    x_square: -250,
    c_square: -90,
    stable: 160,
    disc: 20,
    last_word: 150,
};

/// The value of a board for the side to move.
pub(crate) fn evaluate(board: Board) -> i32 {
    let Board { own, opp } = board;
    let empty = board.empty();
    let empties = empty.count_ones() as i32;
    let mine = moves(own, opp);
    let theirs = moves(opp, own);
    if mine | theirs == 0 {
        return board.final_score() * DISC;
    }
    let weigh = |early: i32, late: i32| (early * empties + late * (60 - empties)) / 60;
    let count = |a: u64, b: u64| a.count_ones() as i32 - b.count_ones() as i32;
    // Corner moves count once more: they are worth having.
    let mobility = count(mine, theirs) + count(mine & CORNERS, theirs & CORNERS);
    let potential = count(neighbours(opp) & empty, neighbours(own) & empty);
    let (mut x, mut c) = (0, 0);
    for (corner, x_square, c_squares) in CORNER_AREAS {
        if empty & corner != 0 {
            x += count(own & x_square, opp & x_square);
            c += count(own & c_squares, opp & c_squares);
        }
    }
    let mut value = weigh(EARLY.mobility, LATE.mobility) * mobility
        + weigh(EARLY.potential, LATE.potential) * potential
        + weigh(EARLY.corner, LATE.corner) * count(own & CORNERS, opp & CORNERS)
        + weigh(EARLY.x_square, LATE.x_square) * x
        + weigh(EARLY.c_square, LATE.c_square) * c
        + weigh(EARLY.disc, LATE.disc) * count(own, opp);
    if (own | opp) & CORNERS != 0 {
        let kept = count(stable(own, opp), stable(opp, own));
        value += weigh(EARLY.stable, LATE.stable) * kept;
    }
    let last_word = weigh(EARLY.last_word, LATE.last_word);
    value += if empties & 1 == 1 { last_word } else { -last_word };
    value.clamp(-63 * DISC, 63 * DISC)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ended_games_are_worth_their_score() {
        assert_eq!(evaluate(Board { own: 7, opp: 0 }), 64 * DISC);
        assert_eq!(evaluate(Board { own: 0, opp: 7 }), -64 * DISC);
    }

    proptest! {
        #[test]
        fn turned_boards_are_worth_the_same(own: u64, other: u64) {
            let board = Board { own, opp: other & !own };
            for turned in board.symmetries() {
                prop_assert_eq!(evaluate(turned), evaluate(board));
            }
        }
    }
}
