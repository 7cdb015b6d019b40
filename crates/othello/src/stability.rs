//! Discs that can never be turned again.

use std::sync::LazyLock;

/// For the two sides' discs on an edge: those of the first that stay
/// whatever happens on that edge.
static EDGE: LazyLock<Vec<u8>> = LazyLock::new(edge_table);

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const EDGES: u64 = 0xff81_8181_8181_81ff;

fn edge_table() -> Vec<u8> {
    let mut table = vec![0; 1 << 16];
    let mut known = vec![false; 1 << 16];
    for own in 0..=255u8 {
        for opp in 0..=255u8 {
            if own & opp == 0 {
                edge_stable(own, opp, &mut table, &mut known);
            }
        }
    }
    table
}

/// A disc is stable when no filling of the empty squares, by either side and
/// in any order, ever turns it. A move anywhere is allowed, since lines
/// across the edge may make it legal.
fn edge_stable(own: u8, opp: u8, table: &mut [u8], known: &mut [bool]) -> u8 {
    let index = usize::from(own) << 8 | usize::from(opp);
    if known[index] {
        return table[index];
    }
    let mut stable = own;
    for square in (0..8).filter(|s| (own | opp) >> s & 1 == 0) {
        let turned = edge_flips(own, opp, square);
        stable &= edge_stable(own | turned | 1 << square, opp & !turned, table, known);
        let turned = edge_flips(opp, own, square);
        stable &= edge_stable(own & !turned, opp | turned | 1 << square, table, known);
    }
    known[index] = true;
    table[index] = stable;
    stable
}

fn edge_flips(own: u8, opp: u8, square: u32) -> u8 {
    let mut all = 0;
    for step in [1i32, -1] {
        let (mut line, mut at) = (0, square as i32 + step);
        while (0..8).contains(&at) && opp >> at & 1 == 1 {
            line |= 1 << at;
            at += step;
        }
        if (0..8).contains(&at) && own >> at & 1 == 1 {
            all |= line;
        }
    }
    all
}

/// Column `a` as a byte, `a1` lowest.
#[inline]
fn column(set: u64, file: u32) -> usize {
    ((set >> file & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
}

/// A byte spread over column `a`.
#[inline]
fn spread(byte: u8) -> u64 {
    let b = u64::from(byte);
    ((b & 0x7f).wrapping_mul(0x0002_0408_1020_4081) | (b & 0x80) << 49) & FILE_A
}

/// Discs of `own` on the edges that are stable.
#[inline]
fn stable_on_edges(table: &[u8], own: u64, opp: u64) -> u64 {
    let at = |own: usize, opp: usize| table[(own & 255) << 8 | opp & 255];
    let top = u64::from(at(own as usize, opp as usize));
    let bottom = u64::from(at((own >> 56) as usize, (opp >> 56) as usize)) << 56;
    let left = spread(at(column(own, 0), column(opp, 0)));
    let right = spread(at(column(own, 7), column(opp, 7))) << 7;
    top | bottom | left | right
}

/// The squares whose row, column, and both diagonals are full.
#[inline]
fn full_lines(discs: u64) -> [u64; 4] {
    let mut rows = discs;
    rows &= rows >> 1;
    rows &= rows >> 2;
    rows &= rows >> 4;
    let rows = (rows & FILE_A).wrapping_mul(0xff);
    let mut columns = discs;
    columns &= columns.rotate_right(8);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(32);
    [rows, columns, full_diagonals(discs, 9), full_diagonals(discs, 7)]
}

/// Squares on full diagonals: emptiness is spread along the diagonal in both
/// directions until it can go no further.
#[inline]
fn full_diagonals(discs: u64, step: u32) -> u64 {
    let (up, down) = if step == 9 { (!FILE_A, !FILE_H) } else { (!FILE_H, !FILE_A) };
    let mut gaps = !discs;
    let (mut to_up, mut to_down) = (gaps, gaps);
    let (mut open_up, mut open_down) = (up, down);
    for n in [step, 2 * step, 4 * step] {
        to_up |= open_up & (to_up << n);
        to_down |= open_down & (to_down >> n);
        open_up &= open_up << n;
        open_down &= open_down >> n;
    }
    gaps |= to_up | to_down;
    !gaps
}

/// Discs of `own` that are certainly stable; there may be more.
pub(crate) fn stable(own: u64, opp: u64) -> u64 {
    let [rows, columns, falling, rising] = full_lines(own | opp);
    let mut stable = stable_on_edges(&EDGE, own, opp) | own & rows & columns & falling & rising;
    // A disc is stable when on each of its four lines it is at an edge, or
    // the line is full, or a neighbour on the line is a stable disc.
    let inner = own & !EDGES;
    loop {
        let row = stable << 1 | stable >> 1 | rows;
        let col = stable << 8 | stable >> 8 | columns;
        let fall = stable << 9 | stable >> 9 | falling;
        let rise = stable << 7 | stable >> 7 | rising;
        let more = stable | inner & row & col & fall & rise;
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Square};
    use fuda_core::{Rng, Seed};

    #[test]
    fn bytes_and_columns_convert() {
        for byte in 0..=255u8 {
            assert_eq!(column(spread(byte), 0), usize::from(byte));
            assert_eq!(column(spread(byte) << 7, 7), usize::from(byte));
        }
    }

    #[test]
    fn corners_and_full_boards_are_stable() {
        assert_eq!(stable(1, 2), 1);
        assert_eq!(stable(0b111, 0), 0b111);
        assert_eq!(stable(2, 0), 0);
        assert_eq!(stable(!0 << 8, 0xff), !0 << 8);
    }

    /// Stable discs are followed through random games to their ends.
    #[test]
    fn stable_discs_never_turn() {
        let mut rng = Rng::new(Seed(11));
        let mut seen = 0;
        for _ in 0..3_000 {
            let mut board = Board::START;
            let (mut mine, mut theirs) = (0, 0);
            loop {
                let mut moves = board.moves();
                if moves == 0 {
                    (board, mine, theirs) = (board.passed(), theirs, mine);
                    moves = board.moves();
                    if moves == 0 {
                        break;
                    }
                }
                mine |= stable(board.own, board.opp);
                theirs |= stable(board.opp, board.own);
                let square =
                    Square::new(crate::playout::random_square(moves, &mut rng) as u8).unwrap();
                board = board.after(square, board.flips(square));
                (mine, theirs) = (theirs, mine);
                assert_eq!((mine & !board.own, theirs & !board.opp), (0, 0), "{board:x?}");
            }
            seen += (mine | theirs).count_ones();
        }
        assert!(seen > 30_000, "only {seen} stable discs were followed");
    }

    #[test]
    fn full_diagonals_are_those_without_a_gap() {
        let mut rng = Rng::new(Seed(5));
        for _ in 0..500 {
            let discs = rng.bits() | rng.bits() | rng.bits();
            for (step, dx) in [(9, 1i8), (7, -1)] {
                let mut full = 0u64;
                for square in Square::all() {
                    let whole = (-7i8..8).all(|n| {
                        let (x, y) = (square.column() as i8 + n * dx, square.row() as i8 + n);
                        match (u8::try_from(x), u8::try_from(y)) {
                            (Ok(x), Ok(y)) => Square::at(x, y).is_none_or(|s| discs & s.bit() != 0),
                            _ => true,
                        }
                    });
                    if whole {
                        full |= square.bit();
                    }
                }
                assert_eq!(full_diagonals(discs, step), full);
            }
        }
    }
}
