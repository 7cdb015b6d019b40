//! Which child an iteration goes to.

use super::params::UctParams;
use super::tree::{NONE, NodeId, Tree};
use fuda_core::{Rng, Seat};

/// The value by which a child is chosen, for one seat.
pub(super) struct Ucb<'a> {
    params: &'a UctParams,
    log: f64,
    rave_weight: f64,
}

impl<'a> Ucb<'a> {
    /// For a decision that was met `visits` times.
    pub fn new(params: &'a UctParams, visits: u32) -> Ucb<'a> {
        let visits = f64::from(visits.max(1));
        let rave_weight = params.rave.map_or(0.0, |k| (k / (3.0 * visits + k)).sqrt());
        Ucb { params, log: visits.ln(), rave_weight }
    }

    /// The upper confidence bound of a child; `None` when it must be tried
    /// before all others.
    #[inline]
    pub fn value<M: Copy + Eq>(&self, tree: &Tree<M>, child: NodeId, seat: Seat) -> Option<f64> {
        let node = tree.node(child);
        if node.visits == 0 {
            let urgency = self.params.first_play?;
            return Some(urgency + self.params.bias * f64::from(node.prior));
        }
        let visits = f64::from(node.visits);
        let mut mean = tree.mean(child, seat);
        if self.rave_weight > 0.0 {
            let later = tree.later(child);
            // What was seen of a move made later counts for its maker only.
            if later.visits > 0 && node.actor == seat {
                let other = later.sum / f64::from(later.visits);
                mean += self.rave_weight * (other - mean);
            }
        }
        let bias = self.params.bias * f64::from(node.prior) / (1.0 + visits);
        Some(mean + self.params.c * (self.log / visits).sqrt() + bias)
    }
}

/// The child to go to among those of `slots` (where `NONE` means that there
/// was no room for one): untried ones first, the most promising of them or,
/// among equals, any; else the highest bound. Gives its place in `slots`.
pub(super) fn choose<M: Copy + Eq>(
    tree: &Tree<M>,
    slots: &[NodeId],
    seat: Seat,
    ucb: &Ucb<'_>,
    rng: &mut Rng,
) -> Option<usize> {
    let mut best = None;
    let mut best_value = f64::NEG_INFINITY;
    let mut untried = 0;
    let mut highest_prior = f32::NEG_INFINITY;
    for (i, &child) in slots.iter().enumerate() {
        if child == NONE {
            continue;
        }
        match ucb.value(tree, child, seat) {
            None => {
                let prior = tree.node(child).prior;
                if prior > highest_prior {
                    (highest_prior, untried) = (prior, 1);
                } else if prior == highest_prior {
                    untried += 1;
                }
            }
            Some(value) if value > best_value || best.is_none() => {
                (best, best_value) = (Some(i), value);
            }
            Some(_) => {}
        }
    }
    if untried == 0 {
        return best;
    }
    let wanted = rng.below(untried);
    slots
        .iter()
        .enumerate()
        .filter(|&(_, &child)| child != NONE)
        .filter(|&(_, &child)| {
            tree.node(child).visits == 0 && tree.node(child).prior == highest_prior
        })
        .nth(wanted as usize)
        .map(|(i, _)| i)
}

/// Takes all children out of `slots` but the `keep` with the highest prior;
/// among equals those listed first stay.
pub(super) fn narrow<M: Copy + Eq>(tree: &Tree<M>, slots: &mut [NodeId], keep: usize) {
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
pub(super) fn width(params: &UctParams, visits: u32) -> usize {
    params.widening.map_or(usize::MAX, |w| {
        let width = (w.factor * f64::from(visits.max(1)).powf(w.exponent)).ceil();
        (width as usize).max(1)
    })
}
