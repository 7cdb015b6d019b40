//! The last four empty squares, each number with a function of its own.
//!
//! All give the fail-soft score for the side to move inside a window: not
//! above `alpha` is an upper bound, not below `beta` a lower bound, anything
//! between is exact.

use crate::board::{flips, neighbours};

/// A score below every score.
const NONE: i32 = -127;

/// The squares around each square: a move there needs an enemy disc in it.
static AROUND: [u64; 64] = around();

const fn around() -> [u64; 64] {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        all[square] = neighbours(1 << square);
        square += 1;
    }
    all
}

/// For a place on a line of eight and the discs of the side that plays
/// there, all other squares being the enemy's: twice the discs that turn.
static TURNED: [[u8; 256]; 8] = turned();

const fn turned() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut discs = 0;
        while discs < 256 {
            let (mut up, mut end) = (0, place + 1);
            while end < 8 && discs >> end & 1 == 0 {
                up += 1;
                end += 1;
            }
            if end >= 8 {
                up = 0;
            }
            let (mut down, mut end) = (0, place as i32 - 1);
            while end >= 0 && discs >> end & 1 == 0 {
                down += 1;
                end -= 1;
            }
            if end < 0 {
                down = 0;
            }
            table[place][discs] = 2 * (up + down);
            discs += 1;
        }
        place += 1;
    }
    table
}

/// The column and both diagonals through each square. Diagonals shorter than
/// eight squares are lines whose missing squares hold no disc: nothing turns
/// towards them, which is what an edge does.
struct Lines {
    column: u64,
    rising: u64,
    falling: u64,
}

static LINES: [Lines; 64] = lines();

const fn lines() -> [Lines; 64] {
    let mut all = [const { Lines { column: 0, rising: 0, falling: 0 } }; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64i32 {
            let dx = b % 8 - a as i32 % 8;
            let dy = b / 8 - a as i32 / 8;
            if dx == 0 {
                all[a].column |= 1 << b;
            }
            if dx == dy {
                all[a].falling |= 1 << b;
            }
            if dx == -dy {
                all[a].rising |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    all
}

/// Twice the discs that turn when `own` fills the only empty square.
#[inline]
fn turned_by_last(own: u64, square: usize) -> i32 {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (x, y) = (square & 7, square >> 3 & 7);
    let lines = &LINES[square & 63];
    let row = own >> (y * 8) & 0xff;
    let column = ((own & lines.column) >> x & FILE_A).wrapping_mul(GATHER) >> 56;
    let rising = (own & lines.rising).wrapping_mul(FILE_A) >> 56;
    let falling = (own & lines.falling).wrapping_mul(FILE_A) >> 56;
    i32::from(TURNED[x][row as usize])
        + i32::from(TURNED[y][column as usize])
        + i32::from(TURNED[x][rising as usize])
        + i32::from(TURNED[x][falling as usize])
}

/// One empty square; exact.
#[inline]
pub(super) fn last_1(own: u64, opp: u64, a: usize, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let difference = 2 * own.count_ones() as i32 - 63;
    let gain = turned_by_last(own, a);
    if gain != 0 {
        return difference + 1 + gain;
    }
    let loss = turned_by_last(opp, a);
    if loss != 0 {
        *nodes += 1;
        return difference - 1 - loss;
    }
    // Nobody can fill the square: it goes to the winner.
    difference + difference.signum()
}

/// The turned discs of a move, or none when it is not legal.
#[inline]
fn flips_near(own: u64, opp: u64, square: usize) -> u64 {
    if AROUND[square & 63] & opp == 0 { 0 } else { flips(own, opp, square) }
}

/// Two empty squares.
#[inline]
pub(super) fn last_2(
    own: u64,
    opp: u64,
    [a, b]: [usize; 2],
    (alpha, beta): (i32, i32),
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let mut best = NONE;
    for (mine, left) in [(a, b), (b, a)] {
        let turned = flips_near(own, opp, mine);
        if turned != 0 {
            let score = -last_1(opp ^ turned, own ^ turned ^ 1 << mine, left, nodes);
            if score >= beta {
                return score;
            }
            best = best.max(score);
        }
    }
    if best != NONE {
        return best;
    }
    // The side to move must pass: the other side chooses the worst for it.
    let mut worst = -NONE;
    for (theirs, left) in [(a, b), (b, a)] {
        let turned = flips_near(opp, own, theirs);
        if turned != 0 {
            let score = last_1(own ^ turned, opp ^ turned ^ 1 << theirs, left, nodes);
            if score <= alpha {
                return score;
            }
            worst = worst.min(score);
        }
    }
    if worst != -NONE { worst } else { over(own, opp) }
}

/// Three empty squares, the most promising first.
pub(super) fn last_3(
    own: u64,
    opp: u64,
    squares: [usize; 3],
    (alpha, beta): (i32, i32),
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let [a, b, c] = squares;
    let mut best = NONE;
    for (mine, left) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        let turned = flips_near(own, opp, mine);
        if turned != 0 {
            let window = (-beta, -alpha.max(best));
            let score = -last_2(opp ^ turned, own ^ turned ^ 1 << mine, left, window, nodes);
            if score >= beta {
                return score;
            }
            best = best.max(score);
        }
    }
    if best != NONE {
        return best;
    }
    let mut worst = -NONE;
    for (theirs, left) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        let turned = flips_near(opp, own, theirs);
        if turned != 0 {
            let window = (alpha, beta.min(worst));
            let score = last_2(own ^ turned, opp ^ turned ^ 1 << theirs, left, window, nodes);
            if score <= alpha {
                return score;
            }
            worst = worst.min(score);
        }
    }
    if worst != -NONE { worst } else { over(own, opp) }
}

/// Four empty squares in any order.
pub(super) fn last_4(
    own: u64,
    opp: u64,
    squares: [usize; 4],
    (alpha, beta): (i32, i32),
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let [a, b, c, d] = odd_first(squares);
    let turns = [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])];
    let mut best = NONE;
    for (mine, left) in turns {
        let turned = flips_near(own, opp, mine);
        if turned != 0 {
            let window = (-beta, -alpha.max(best));
            let left = alone_first(left);
            let score = -last_3(opp ^ turned, own ^ turned ^ 1 << mine, left, window, nodes);
            if score >= beta {
                return score;
            }
            best = best.max(score);
        }
    }
    if best != NONE {
        return best;
    }
    let mut worst = -NONE;
    for (theirs, left) in turns {
        let turned = flips_near(opp, own, theirs);
        if turned != 0 {
            let window = (alpha, beta.min(worst));
            let left = alone_first(left);
            let score = last_3(own ^ turned, opp ^ turned ^ 1 << theirs, left, window, nodes);
            if score <= alpha {
                return score;
            }
            worst = worst.min(score);
        }
    }
    if worst != -NONE { worst } else { over(own, opp) }
}

/// The score when nobody can move.
#[inline]
fn over(own: u64, opp: u64) -> i32 {
    crate::Board { own, opp }.final_score()
}

/// Whether two squares are in the same quarter of the board.
#[inline]
fn together(a: usize, b: usize) -> bool {
    (a ^ b) & 0o44 == 0
}

/// Puts the squares of quarters with an odd number of empties first: who
/// moves into such a quarter tends to have the last word there.
#[inline]
fn odd_first([a, b, c, d]: [usize; 4]) -> [usize; 4] {
    match (together(a, b), together(a, c), together(a, d)) {
        // a and one other, and the other two apart: those two are single.
        (true, false, false) if !together(c, d) => [c, d, a, b],
        (false, true, false) if !together(b, d) => [b, d, a, c],
        (false, false, true) if !together(b, c) => [b, c, a, d],
        // Three together: the fourth is single.
        (true, true, false) => [d, a, b, c],
        (true, false, true) => [c, a, b, d],
        (false, true, true) => [b, a, c, d],
        // a is single, and perhaps two others are together.
        (false, false, false) if together(b, c) && !together(b, d) => [a, d, b, c],
        (false, false, false) if together(b, d) && !together(b, c) => [a, c, b, d],
        _ => [a, b, c, d],
    }
}

/// Puts a square that is alone in its quarter before two that are together.
#[inline]
fn alone_first([a, b, c]: [usize; 3]) -> [usize; 3] {
    if together(a, b) {
        [c, a, b]
    } else if together(a, c) {
        [b, a, c]
    } else {
        [a, b, c]
    }
}
