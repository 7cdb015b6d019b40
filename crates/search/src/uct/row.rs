//! What was seen at a node.

use fuda_core::Seat;

/// What was seen at a node: one over the root of its visits, its visits, and
/// the rewards of each seat added up.
///
/// Bounds are worked out for every child at every step down, so the division
/// and the root are done once, on the way up, and not for every bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'t>(&'t [f64]);

pub(super) const ROOT_OF_VISITS: usize = 0;
pub(super) const VISITS: usize = 1;
pub(super) const SUMS: usize = 2;

/// One over the root, or 0 before the first visit.
pub(super) fn inverse_root(visits: f64) -> f64 {
    if visits > 0.0 { 1.0 / visits.sqrt() } else { 0.0 }
}

impl<'t> Row<'t> {
    pub fn new(numbers: &'t [f64]) -> Row<'t> {
        Row(numbers)
    }

    pub fn all(self) -> &'t [f64] {
        self.0
    }

    #[inline]
    pub fn visits(self) -> f64 {
        self.0[VISITS]
    }

    /// The rewards of each seat added up.
    pub fn sums(self) -> &'t [f64] {
        &self.0[SUMS..]
    }

    /// The mean reward of a seat at a node that was visited.
    pub fn mean(self, seat: Seat) -> f64 {
        self.0[SUMS + seat.index()] / self.0[VISITS]
    }

    /// `mean + weight / sqrt(visits)` at a node that was visited.
    #[inline]
    pub fn bound(self, seat: Seat, weight: f64) -> f64 {
        let root = self.0[ROOT_OF_VISITS];
        root * (self.0[SUMS + seat.index()] * root + weight)
    }
}
