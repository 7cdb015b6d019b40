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

/// Weights with 60, 30 and no empty squares; between them they are mixed in
/// proportion. They are the least-squares fit to the final scores of
/// positions from tournament games and from games of shallow searches that
/// began at random.
const KNOTS: [Weights; 3] = [
    Weights {
        mobility: 50,
        potential: 41,
        corner: 694,
        x_square: -1615,
        c_square: -825,
        stable: 779,
        disc: -33,
        last_word: 165,
    },
    Weights {
        mobility: 139,
        potential: 13,
        corner: 623,
        x_square: -618,
        c_square: -159,
        stable: 156,
        disc: -56,
        last_word: 56,
    },
    Weights {
        mobility: 351,
        potential: -156,
        corner: -144,
        x_square: 354,
        c_square: -190,
        stable: 93,
        disc: -2,
        last_word: 75,
    },
];

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
    let (early, late, part) = match empties {
        30.. => (&KNOTS[0], &KNOTS[1], empties - 30),
        _ => (&KNOTS[1], &KNOTS[2], empties),
    };
    let weigh = |of: fn(&Weights) -> i32| (of(early) * part + of(late) * (30 - part)) / 30;
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
    let mut value = weigh(|w| w.mobility) * mobility
        + weigh(|w| w.potential) * potential
        + weigh(|w| w.corner) * count(own & CORNERS, opp & CORNERS)
        + weigh(|w| w.x_square) * x
        + weigh(|w| w.c_square) * c
        + weigh(|w| w.disc) * count(own, opp);
    if (own | opp) & CORNERS != 0 {
        let kept = count(stable(own, opp), stable(opp, own));
        value += weigh(|w| w.stable) * kept;
    }
    let last_word = weigh(|w| w.last_word);
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
