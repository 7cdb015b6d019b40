//! Writes planes and numbers one after the other.

use super::{ONE, PLANES, Planes};
use crate::kinds::KindSet;
use crate::tile::KINDS;

/// Writes into the bytes of inputs, planes first.
pub(super) struct Pen<'a> {
    bytes: &'a mut [u8],
    at: usize,
}

impl<'a> Pen<'a> {
    /// Wipes the bytes and begins with the first plane.
    pub fn new(bytes: &'a mut [u8]) -> Pen<'a> {
        bytes.fill(0);
        Pen { bytes, at: 0 }
    }

    /// The next plane, to be filled in.
    pub fn plane(&mut self) -> &mut [u8] {
        debug_assert!(self.at + KINDS <= PLANES * KINDS);
        let from = self.at;
        self.at += KINDS;
        &mut self.bytes[from..from + KINDS]
    }

    /// The next plane: these kinds.
    pub fn kinds(&mut self, kinds: KindSet) {
        let plane = self.plane();
        for kind in kinds {
            plane[kind.index()] = ONE;
        }
    }

    /// The next number, as a byte.
    pub fn byte(&mut self, byte: i32) {
        self.bytes[self.at] = byte.clamp(0, 255) as u8;
        self.at += 1;
    }

    /// The next number: `count` of which `unit` make 1.
    pub fn level(&mut self, count: usize, unit: usize) {
        self.byte((count * usize::from(ONE) / unit).min(255) as i32);
    }

    /// The next number: yes or no.
    pub fn flag(&mut self, yes: bool) {
        self.byte(if yes { i32::from(ONE) } else { 0 });
    }

    /// The next `of` numbers: which of them, the last for all beyond.
    pub fn one_of(&mut self, which: usize, of: usize) {
        for place in 0..of {
            self.flag(place == which.min(of - 1));
        }
    }

    /// Makes sure that everything was written.
    pub fn finish(self) {
        debug_assert_eq!(self.at, Planes::LEN);
    }
}
