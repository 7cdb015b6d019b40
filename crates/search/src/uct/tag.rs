//! Tags of moves: six bits that say of most moves at once that they are not
//! the one looked for.

use std::hash::{Hash, Hasher};

/// The tag of a move, below 64. Equal moves have equal tags.
pub(super) fn tag<M: Hash>(mv: &M) -> u8 {
    let mut mix = Mix(0);
    mv.hash(&mut mix);
    (mix.0 >> 58) as u8
}

/// A quick mixing of the few small numbers that a move consists of.
struct Mix(u64);

impl Mix {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Mix {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.add(u64::from(*byte)));
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.add(u64::from(word));
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.add(u64::from(word));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    #[inline]
    fn write_isize(&mut self, word: isize) {
        self.add(word as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

/// The tags of a list of moves.
pub(super) struct Tags {
    /// The tags there are, as bits.
    there: u64,
    /// The last move with each tag, where there is one.
    last: [u8; 64],
}

impl Tags {
    pub fn of<M: Hash>(moves: &[M]) -> Tags {
        let mut tags = Tags { there: 0, last: [0; 64] };
        for (at, mv) in moves.iter().enumerate() {
            let tag = tag(mv);
            tags.there |= 1 << tag;
            // Lists longer than 256 are found by looking through them.
            tags.last[usize::from(tag)] = at as u8;
        }
        tags
    }

    /// The place of the move with this tag in the list the tags were made of.
    #[inline]
    pub fn find<M: Eq>(&self, tag: u8, mv: &M, moves: &[M]) -> Option<usize> {
        if self.there >> tag & 1 == 0 {
            return None;
        }
        let likely = usize::from(self.last[usize::from(tag)]);
        if moves.get(likely) == Some(mv) {
            return Some(likely);
        }
        moves.iter().position(|other| other == mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_found_and_no_other() {
        for length in [0u16, 1, 14, 63, 300] {
            let moves: Vec<u16> = (0..length).map(|n| n * 7).collect();
            let tags = Tags::of(&moves);
            for mv in 0..7 * length {
                let found = tags.find(tag(&mv), &mv, &moves);
                assert_eq!(found, mv.is_multiple_of(7).then_some(usize::from(mv / 7)));
            }
        }
    }
}
