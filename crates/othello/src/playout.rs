//! Random games at full speed.

use crate::Board;
use fuda_core::Rng;

const ONES: u64 = 0x0101_0101_0101_0101;

/// For a byte and a number: the place of that set bit in the byte.
static BIT_IN_BYTE: [[u8; 8]; 256] = bit_in_byte();

const fn bit_in_byte() -> [[u8; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut found) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][found] = bit as u8;
                found += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
}

/// One of the squares of a set that is not empty, each equally likely.
#[inline]
pub(crate) fn random_square(set: u64, rng: &mut Rng) -> usize {
    // Bits of each byte, then sums over this and all lower bytes.
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let sums = ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES);
    let n = u64::from(rng.below((sums >> 56) as u32));
    // The bytes whose sum is not above n come before the one that is wanted.
    let before = (((n * ONES) | (0x80 * ONES)) - sums) >> 7 & ONES;
    let shift = (before.wrapping_mul(ONES) >> 56) * 8;
    let skipped = (sums << 8) >> shift & 0xff;
    let byte = (set >> shift & 0xff) as usize;
    shift as usize + BIT_IN_BYTE[byte][(n - skipped) as usize & 7] as usize
}

/// Plays random moves to the end; gives the last board as seen by the side
/// that was to move at the start.
///
/// Where the processor has AVX2 and BMI2 a version made for them plays the
/// very same games faster.
#[inline]
pub fn random_game(board: Board, rng: &mut Rng) -> Board {
    #[cfg(target_arch = "x86_64")]
    if crate::avx2::available() {
        // SAFETY: the features that the function needs were found just now.
        return unsafe { crate::avx2::random_game(board, rng) };
    }
    game_with(board, rng, crate::board::moves, crate::board::flips, random_square)
}

/// The loop of a random game over any way to find moves, discs that turn,
/// and a random square.
#[inline(always)]
pub(crate) fn game_with(
    board: Board,
    rng: &mut Rng,
    moves_of: impl Fn(u64, u64) -> u64,
    flips_of: impl Fn(u64, u64, usize) -> u64,
    draw: impl Fn(u64, &mut Rng) -> usize,
) -> Board {
    let Board { mut own, mut opp } = board;
    let mut turned = false;
    let mut passed = false;
    loop {
        let moves = moves_of(own, opp);
        if moves != 0 {
            passed = false;
            let square = draw(moves, rng);
            let flipped = flips_of(own, opp, square);
            (own, opp) = (opp & !flipped, own | flipped | 1 << square);
        } else if passed {
            let last = Board { own, opp };
            return if turned { last.passed() } else { last };
        } else {
            passed = true;
            (own, opp) = (opp, own);
        }
        turned = !turned;
    }
}

/// A position reached by random play from the start with exactly `empties`
/// empty squares (at most 60) and at least one legal move for the side to
/// move; games that end before are played again.
pub fn random_position(empties: u32, rng: &mut Rng) -> Board {
    let empties = empties.clamp(1, 60);
    loop {
        let mut board = Board::START;
        loop {
            let mut moves = board.moves();
            if moves == 0 {
                board = board.passed();
                moves = board.moves();
            }
            if moves == 0 {
                break;
            }
            if board.empties() == empties {
                return board;
            }
            let square = random_square(moves, rng);
            let flipped = crate::board::flips(board.own, board.opp, square);
            board = Board { own: board.opp & !flipped, opp: board.own | flipped | 1 << square };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::{Rng, Seed};

    #[test]
    fn squares_are_drawn_evenly() {
        let mut rng = Rng::new(Seed(3));
        for set in [1, 1 << 63, u64::MAX, 0x8100_0000_0000_0081, 0x00ff_0110_0000_4000] {
            let mut counts = [0f64; 64];
            let draws = 20_000.0;
            for _ in 0..draws as u32 {
                counts[random_square(set, &mut rng)] += 1.0;
            }
            let expected = draws / f64::from(set.count_ones());
            let mut chi = 0.0;
            for (square, count) in counts.iter().enumerate() {
                if set >> square & 1 == 0 {
                    assert_eq!(*count, 0.0, "square {square} is not in the set");
                } else {
                    chi += (count - expected).powi(2) / expected;
                }
            }
            assert!(chi < 120.0, "chi-square {chi} for {set:x}");
        }
    }

    #[test]
    fn every_version_plays_the_same_games() {
        for seed in 0..2_000 {
            let (mut a, mut b) = (Rng::new(Seed(seed)), Rng::new(Seed(seed)));
            let plain = game_with(
                Board::START,
                &mut a,
                crate::board::moves,
                crate::board::flips,
                random_square,
            );
            assert_eq!(random_game(Board::START, &mut b), plain);
            assert_eq!(a.bits(), b.bits(), "as many numbers were drawn");
        }
    }

    #[test]
    fn scores_are_seen_from_the_side_to_move() {
        // Only the side to move can play, on c1, and then all is over.
        let board = Board { own: 1, opp: 2 };
        assert_eq!(random_game(board, &mut Rng::new(Seed(1))).final_score(), 64);
        let waiting = random_game(board.passed(), &mut Rng::new(Seed(1)));
        assert_eq!(waiting.final_score(), -64);
    }
}
