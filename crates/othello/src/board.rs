//! The board as two sets of squares, and the rules of flipping.

use crate::{Disc, Square};

/// Columns `b` to `g`: lines that leave the board sideways stop here.
pub(crate) const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The discs as seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Board {
    /// The discs of the side to move.
    pub own: u64,
    /// The discs of the other side.
    pub opp: u64,
}

impl Board {
    /// The start of a game, black to move: white on d4 and e5, black on e4 and d5.
    pub const START: Board = Board { own: 1 << 28 | 1 << 35, opp: 1 << 27 | 1 << 36 };

    /// The board with these black and white discs, as `to_move` sees it.
    pub const fn from_colours(black: u64, white: u64, to_move: Disc) -> Board {
        match to_move {
            Disc::Black => Board { own: black, opp: white },
            Disc::White => Board { own: white, opp: black },
        }
    }

    /// Black's and white's discs, when `to_move` is to move.
    pub const fn colours(self, to_move: Disc) -> (u64, u64) {
        match to_move {
            Disc::Black => (self.own, self.opp),
            Disc::White => (self.opp, self.own),
        }
    }

    /// The disc on a square, when `to_move` is to move.
    pub fn disc(self, square: Square, to_move: Disc) -> Option<Disc> {
        if self.own & square.bit() != 0 {
            Some(to_move)
        } else if self.opp & square.bit() != 0 {
            Some(to_move.other())
        } else {
            None
        }
    }

    /// The empty squares.
    #[inline]
    pub const fn empty(self) -> u64 {
        !(self.own | self.opp)
    }

    /// How many squares are empty.
    #[inline]
    pub const fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    /// The squares where the side to move may play.
    #[inline]
    pub const fn moves(self) -> u64 {
        moves(self.own, self.opp)
    }

    /// The discs that turn when the side to move plays on a square; none when
    /// the move is not legal (an occupied square is not looked at).
    #[inline]
    pub const fn flips(self, square: Square) -> u64 {
        flips(self.own, self.opp, square.index())
    }

    /// The board after a move that turns `flipped`, as the other side sees it.
    #[inline]
    pub const fn after(self, square: Square, flipped: u64) -> Board {
        Board { own: self.opp & !flipped, opp: self.own | flipped | square.bit() }
    }

    /// The same board as the other side sees it.
    #[inline]
    pub const fn passed(self) -> Board {
        Board { own: self.opp, opp: self.own }
    }

    /// Whether neither side can move.
    pub const fn is_over(self) -> bool {
        self.moves() == 0 && self.passed().moves() == 0
    }

    /// The disc difference for the side to move at the end of a game, empty
    /// squares counted for the winner.
    #[inline]
    pub const fn final_score(self) -> i32 {
        let own = self.own.count_ones() as i32;
        let opp = self.opp.count_ones() as i32;
        let empties = 64 - own - opp;
        let difference = own - opp;
        difference + empties * difference.signum()
    }

    /// The eight boards that are this one turned and mirrored.
    pub fn symmetries(self) -> [Board; 8] {
        let mut all = [self; 8];
        for (i, board) in all.iter_mut().enumerate() {
            if i & 1 != 0 {
                *board = board.map(u64::swap_bytes);
            }
            if i & 2 != 0 {
                *board = board.map(|x| x.reverse_bits().swap_bytes());
            }
            if i & 4 != 0 {
                *board = board.map(transpose);
            }
        }
        all
    }

    fn map(self, f: impl Fn(u64) -> u64) -> Board {
        Board { own: f(self.own), opp: f(self.opp) }
    }
}

/// Mirrors a set of squares at the line from `a1` to `h8`.
fn transpose(mut x: u64) -> u64 {
    for (shift, mask) in
        [(28, 0x0000_0000_f0f0_f0f0), (14, 0x0000_cccc_0000_cccc), (7, 0x00aa_00aa_00aa_00aa)]
    {
        let moved = (x ^ (x >> shift)) & mask;
        x ^= moved ^ (moved << shift);
    }
    x
}

/// The squares next to a set in all eight directions.
pub(crate) const fn neighbours(set: u64) -> u64 {
    let sideways = (set & !0x8080_8080_8080_8080) << 1 | (set & !0x0101_0101_0101_0101) >> 1;
    let row = set | sideways;
    sideways | row << 8 | row >> 8
}

/// The squares where a move of `own` turns at least one disc of `opp`.
#[inline]
pub const fn moves(own: u64, opp: u64) -> u64 {
    let inner = opp & INNER;
    let reached = both_ways(own, inner, 1)
        | both_ways(own, opp, 8)
        | both_ways(own, inner, 7)
        | both_ways(own, inner, 9);
    reached & !(own | opp)
}

/// The squares right behind runs of `line` that start next to `own`, in one
/// direction and its opposite. Runs are followed two steps at a time.
#[inline]
const fn both_ways(own: u64, line: u64, step: u32) -> u64 {
    let mut up = line & (own << step);
    let mut down = line & (own >> step);
    up |= line & (up << step);
    down |= line & (down >> step);
    let pairs_up = line & (line << step);
    let pairs_down = pairs_up >> step;
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up << step | down >> step
}

/// For each square the four lines that leave it towards higher numbers, and
/// the four towards lower ones.
pub(crate) struct Rays {
    pub up: [u64; 4],
    pub down: [u64; 4],
}

pub(crate) static RAYS: [Rays; 64] = rays();

const fn rays() -> [Rays; 64] {
    const STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 1), (1, 1)];
    let mut all = [const { Rays { up: [0; 4], down: [0; 4] } }; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < 4 {
            let (dx, dy) = STEPS[line];
            all[square].up[line] = ray(square, dx, dy);
            all[square].down[line] = ray(square, -dx, -dy);
            line += 1;
        }
        square += 1;
    }
    all
}

const fn ray(from: usize, dx: i8, dy: i8) -> u64 {
    let mut set = 0;
    let (mut x, mut y) = (from as i8 % 8 + dx, from as i8 / 8 + dy);
    while x >= 0 && x < 8 && y >= 0 && y < 8 {
        set |= 1 << (y * 8 + x);
        x += dx;
        y += dy;
    }
    set
}

/// The discs of `opp` that turn when `own` plays on the empty `square`.
#[inline]
pub const fn flips(own: u64, opp: u64, square: usize) -> u64 {
    let rays = &RAYS[square & 63];
    let mut flipped = 0;
    let mut line = 0;
    while line < 4 {
        // Upwards a carry runs through the discs of `opp` and stops at the
        // first other square of the ray.
        let ray = rays.up[line];
        let end = (opp | !ray).wrapping_add(1) & own & ray;
        flipped |= end.wrapping_sub((end != 0) as u64) & ray;
        // Downwards the highest square of the ray without `opp` is the end.
        let ray = rays.down[line];
        let stop = (1 << 63) >> ((ray & !opp) | 1).leading_zeros();
        let end = stop & own & ray;
        flipped |= (end << 1).wrapping_neg() & ray;
        line += 1;
    }
    flipped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;
    use proptest::prelude::*;

    /// The rules walked square by square, as a child would.
    fn slow_flips(board: Board, square: Square) -> u64 {
        let mut all = 0;
        for dx in -1i8..=1 {
            for dy in -1i8..=1 {
                let (mut x, mut y) = (square.column() as i8, square.row() as i8);
                let mut line = 0;
                loop {
                    x += dx;
                    y += dy;
                    let on_board = (dx, dy) != (0, 0) && x >= 0 && y >= 0;
                    let Some(next) = Square::at(x as u8, y as u8).filter(|_| on_board) else {
                        break;
                    };
                    if board.opp & next.bit() != 0 {
                        line |= next.bit();
                    } else {
                        if board.own & next.bit() != 0 {
                            all |= line;
                        }
                        break;
                    }
                }
            }
        }
        all
    }

    proptest! {
        #[test]
        fn flips_and_moves_are_those_of_the_slow_rules(own: u64, other: u64, more: u64) {
            for opp in [other & !own, (other | more) & !own] {
                let board = Board { own, opp };
                let mut legal = 0;
                for square in Square::all().filter(|s| board.empty() & s.bit() != 0) {
                    let flipped = slow_flips(board, square);
                    prop_assert_eq!(board.flips(square), flipped);
                    if flipped != 0 {
                        legal |= square.bit();
                    }
                }
                prop_assert_eq!(board.moves(), legal);
            }
        }

        #[test]
        fn symmetries_keep_the_number_of_moves(own: u64, other: u64) {
            let board = Board { own, opp: other & !own };
            for turned in board.symmetries() {
                prop_assert_eq!(turned.moves().count_ones(), board.moves().count_ones());
            }
        }
    }

    #[test]
    fn empties_go_to_the_winner() {
        assert_eq!(Board { own: 0b111, opp: 0b1000 }.final_score(), 62);
        assert_eq!(Board { own: 1, opp: 0b1110 }.final_score(), -62);
        assert_eq!(Board { own: 1, opp: 2 }.final_score(), 0);
    }

    #[test]
    fn neighbours_do_not_wrap_around() {
        assert_eq!(neighbours(1), 1 << 1 | 1 << 8 | 1 << 9);
        assert_eq!(neighbours(1 << 7), 1 << 6 | 1 << 14 | 1 << 15);
        assert_eq!(neighbours(1 << 63).count_ones(), 3);
    }
}
