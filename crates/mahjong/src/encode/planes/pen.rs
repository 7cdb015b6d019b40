//! Writes planes and numbers one after the other.

use super::{ONE, Planes};
use crate::kinds::KindSet;
use crate::tile::KINDS;

/// Eight flags as bytes, each [`ONE`] or 0, for every eight bits.
static FLAGS: [[u8; 8]; 256] = {
    let mut flags = [[0; 8]; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut place = 0;
        while place < 8 {
            flags[bits][place] = (bits >> place & 1) as u8 * ONE;
            place += 1;
        }
        bits += 1;
    }
    flags
};

/// Writes into the bytes of inputs, planes first.
pub(super) struct Pen<'a> {
    rest: &'a mut [u8],
}

impl<'a> Pen<'a> {
    /// Begins with the first plane.
    ///
    /// # Panics
    /// When there are fewer than [`Planes::LEN`] bytes.
    pub fn new(bytes: &'a mut [u8]) -> Pen<'a> {
        Pen { rest: &mut bytes[..Planes::LEN] }
    }

    /// The next bytes, whatever is in them.
    #[inline]
    fn next<const N: usize>(&mut self) -> &'a mut [u8; N] {
        let rest = std::mem::take(&mut self.rest);
        let Some((next, rest)) = rest.split_first_chunk_mut() else {
            unreachable!("more than {} bytes are written", Planes::LEN)
        };
        self.rest = rest;
        next
    }

    /// The next plane, wiped, to be filled in.
    #[inline]
    pub fn plane(&mut self) -> &mut [u8; KINDS] {
        let plane = self.next();
        *plane = [0; KINDS];
        plane
    }

    /// The next plane: these kinds.
    #[inline]
    pub fn kinds(&mut self, kinds: KindSet) {
        let plane: &mut [u8; KINDS] = self.next();
        let mut bits = kinds.bits();
        // Eight kinds at a time: sets of kinds are most of what is written.
        let (words, last) = plane.as_chunks_mut::<8>();
        for word in words {
            *word = FLAGS[(bits & 0xff) as usize];
            bits >>= 8;
        }
        last.copy_from_slice(&FLAGS[bits as usize][..KINDS % 8]);
    }

    /// The next number, as a byte.
    #[inline]
    pub fn byte(&mut self, byte: i32) {
        *self.next() = [byte.clamp(0, 255) as u8];
    }

    /// The next number: `count` of which `unit` make 1.
    #[inline]
    pub fn level(&mut self, count: usize, unit: usize) {
        self.byte((count * usize::from(ONE) / unit).min(255) as i32);
    }

    /// The next number: yes or no.
    #[inline]
    pub fn flag(&mut self, yes: bool) {
        *self.next() = [if yes { ONE } else { 0 }];
    }

    /// The next `OF` numbers: which of them, the last for all beyond.
    #[inline]
    pub fn one_of<const OF: usize>(&mut self, which: usize) {
        let places: &mut [u8; OF] = self.next();
        *places = [0; OF];
        places[which.min(OF - 1)] = ONE;
    }

    /// Makes sure that everything was written.
    pub fn finish(self) {
        debug_assert!(self.rest.is_empty());
    }
}
