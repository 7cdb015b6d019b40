//! Which child an iteration goes to.

use super::params::UctParams;
use super::tree::{NONE, NodeId, Tree};
use fuda_core::{Rng, Seat};
use std::hash::Hash;

/// The value by which a child is chosen.
pub(super) struct Ucb<'a> {
    params: &'a UctParams,
    /// `c * sqrt(ln T)`.
    weight: f64,
    rave_weight: f64,
    /// The bound is nothing but the mean and the exploration term.
    plain: bool,
}

impl<'a> Ucb<'a> {
    /// For a decision that was met `visits` times.
    pub fn new(params: &'a UctParams, visits: f64) -> Ucb<'a> {
        let visits = visits.max(1.0);
        let rave_weight = params.rave.map_or(0.0, |k| (k / (3.0 * visits + k)).sqrt());
        let plain = rave_weight == 0.0 && params.bias == 0.0;
        Ucb { params, weight: params.c * libm::log(visits).sqrt(), rave_weight, plain }
    }

    /// The upper confidence bound of a child for a seat; `None` when it must
    /// be tried before all others.
    #[inline]
    pub fn value<M: Copy + Eq + Hash>(
        &self,
        tree: &Tree<M>,
        child: NodeId,
        seat: Seat,
    ) -> Option<f64> {
        let row = tree.row(child);
        if row.visits() == 0.0 {
            let urgency = self.params.first_play?;
            return Some(urgency + self.params.bias * f64::from(tree.node(child).prior));
        }
        let bound = row.bound(seat, self.weight);
        if self.plain {
            return Some(bound);
        }
        let node = tree.node(child);
        let later = tree.later(child);
        // What was seen of a move made later counts for its maker only.
        let shared = if later.visits > 0.0 && node.actor == seat {
            self.rave_weight * (later.sum / later.visits - row.mean(seat))
        } else {
            0.0
        };
        Some(bound + shared + self.params.bias * f64::from(node.prior) / (1.0 + row.visits()))
    }
}

/// The child to go to among those of `slots` (where `NONE` means that there
/// was no room for one): untried ones first, the most promising of them or,
/// among equals, any; else the highest bound. Gives its place in `slots`.
pub(super) fn choose<M: Copy + Eq + Hash>(
    tree: &Tree<M>,
    slots: &[NodeId],
    seat: Seat,
    ucb: &Ucb<'_>,
    rng: &mut Rng,
) -> Option<usize> {
    if ucb.params.first_play.is_none()
        && let Some(i) = choose_untried(tree, slots, rng)
    {
        return Some(i);
    }
    let mut best = None;
    let mut best_value = f64::NEG_INFINITY;
    for (i, &child) in slots.iter().enumerate() {
        if child != NONE
            && let Some(value) = ucb.value(tree, child, seat)
            && (value > best_value || best.is_none())
        {
            (best, best_value) = (Some(i), value);
        }
    }
    best
}

/// One of the children never tried with the highest prior.
fn choose_untried<M: Copy + Eq + Hash>(
    tree: &Tree<M>,
    slots: &[NodeId],
    rng: &mut Rng,
) -> Option<usize> {
    let untried = |child: NodeId| child != NONE && tree.visits(child) == 0.0;
    let mut count = 0;
    let mut highest = f32::NEG_INFINITY;
    for &child in slots.iter().filter(|c| untried(**c)) {
        let prior = tree.node(child).prior;
        if prior > highest {
            (highest, count) = (prior, 1);
        } else if prior == highest {
            count += 1;
        }
    }
    if count == 0 {
        return None;
    }
    let wanted = rng.below(count) as usize;
    let mut equals = slots
        .iter()
        .enumerate()
        .filter(|&(_, &child)| untried(child) && tree.node(child).prior == highest);
    equals.nth(wanted).map(|(i, _)| i)
}

/// Takes all children out of `slots` but the `keep` with the highest prior;
/// among equals those listed first stay.
pub(super) fn narrow<M: Copy + Eq + Hash>(tree: &Tree<M>, slots: &mut [NodeId], keep: usize) {
    let prior = |id: NodeId| tree.node(id).prior;
    let mut there = slots.iter().filter(|s| **s != NONE).count();
    while there > keep {
        let mut worst: Option<usize> = None;
        for (i, &child) in slots.iter().enumerate() {
            if child != NONE && worst.is_none_or(|w| prior(child) <= prior(slots[w])) {
                worst = Some(i);
            }
        }
        if let Some(worst) = worst {
            slots[worst] = NONE;
        }
        there -= 1;
    }
}

/// How many moves progressive widening lets in after so many visits.
pub(super) fn width(params: &UctParams, visits: f64) -> usize {
    params.widening.map_or(usize::MAX, |w| {
        let width = (w.factor * libm::pow(visits.max(1.0), w.exponent)).ceil();
        (width as usize).max(1)
    })
}
