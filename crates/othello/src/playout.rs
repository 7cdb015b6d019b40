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
    let before = ((n * ONES | 0x80 * ONES) - sums) >> 7 & ONES;
    let shift = (before.wrapping_mul(ONES) >> 56) * 8;
    let skipped = (sums << 8) >> shift & 0xff;
    let byte = (set >> shift & 0xff) as usize;
    shift as usize + BIT_IN_BYTE[byte][(n - skipped) as usize & 7] as usize
}

/// Plays random moves to the end; gives the last board as seen by the side
/// that was to move at the start.
#[inline]
pub fn random_game(board: Board, rng: &mut Rng) -> Board {
    let Board { mut own, mut opp } = board;
    let mut turned = false;
    let mut passed = false;
    loop {
        let moves = crate::board::moves(own, opp);
        if moves != 0 {
            passed = false;
            let square = random_square(moves, rng);
            let flipped = crate::board::flips(own, opp, square);
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
    fn scores_are_seen_from_the_side_to_move() {
        // Only the side to move can play, on c1, and then all is over.
        let board = Board { own: 1, opp: 2 };
        assert_eq!(random_game(board, &mut Rng::new(Seed(1))).final_score(), 64);
        let waiting = random_game(board.passed(), &mut Rng::new(Seed(1)));
        assert_eq!(waiting.final_score(), -64);
    }
}
