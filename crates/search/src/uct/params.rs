//! The parameters of UCT.

use crate::FinalChoice;
use crate::question::{BadParameter, Checked, MOST_WORKERS};
use std::time::Duration;

/// Progressive widening: after `T` visits of a node only the
/// `ceil(factor * T^exponent)` moves with the highest prior may be chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Widening {
    /// Moves after the first visit.
    pub factor: f64,
    /// How fast more moves come in; between 0 and 1.
    pub exponent: f64,
}

/// The parameters of UCT, as they are given; [`UctParams::check`] makes them
/// a [`Uct`] that can search.
///
/// | parameter | default | meaning |
/// |---|---|---|
/// | `loops` | 10,000 | iterations, over all trees |
/// | `time` | open | wall-clock time for a move |
/// | `c` | √2 | weight of exploration: `mean + c * sqrt(ln T / T_i)` |
/// | `choice` | best mean | which root move is answered |
/// | `rave` | off | visits at which a move's own mean and its all-moves-as-first mean weigh alike |
/// | `first_play` | off | value of a move never tried; off: such moves go first |
/// | `widening` | off | progressive widening |
/// | `bias` | 0 | weight of the policy's prior: `bias * prior / (1 + T_i)` is added |
/// | `reuse` | off | a player goes on in the part of its tree that the game went into, where the belief knows the moves made since |
/// | `trees` | 1 | independent trees whose root statistics are added up |
/// | `threads` | 1 | threads that share the trees; never changes a result |
/// | `max_nodes` | 4,000,000 | nodes of all trees together; after that leaves stay leaves |
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct UctParams {
    /// Iterations, over all trees; `None` when only time limits the search.
    pub loops: Option<u64>,
    /// Wall-clock time for a move.
    pub time: Option<Duration>,
    /// The weight of exploration.
    pub c: f64,
    /// How the answer is picked at the root.
    pub choice: FinalChoice,
    /// The equivalence parameter `k` of RAVE: the all-moves-as-first mean
    /// weighs `sqrt(k / (3 T + k))` at a node visited `T` times.
    pub rave: Option<f64>,
    /// First-play urgency: what a move never tried counts as.
    pub first_play: Option<f64>,
    /// Progressive widening.
    pub widening: Option<Widening>,
    /// The weight of the prior.
    pub bias: f64,
    /// Whether a player keeps the part of its tree that the game went into.
    /// It is copied, so that trees need twice the memory.
    pub reuse: bool,
    /// Independent trees; part of what the result depends on.
    pub trees: u32,
    /// Threads; the result does not depend on it.
    pub threads: u32,
    /// The most nodes all trees together may grow to.
    pub max_nodes: u32,
}

impl Default for UctParams {
    fn default() -> UctParams {
        UctParams {
            loops: Some(10_000),
            time: None,
            c: std::f64::consts::SQRT_2,
            choice: FinalChoice::BestMean,
            rave: None,
            first_play: None,
            widening: None,
            bias: 0.0,
            reuse: false,
            trees: 1,
            threads: 1,
            max_nodes: 4_000_000,
        }
    }
}

impl UctParams {
    /// Checks every parameter.
    pub fn check(self) -> Result<Uct, BadParameter> {
        let limited = self.loops.is_some() || self.time.is_some();
        BadParameter::unless(limited, "loops", "loops or time to be limited", "neither")?;
        BadParameter::unless(self.loops != Some(0), "loops", "at least 1", 0)?;
        let weight = |x: f64| x.is_finite() && x >= 0.0;
        BadParameter::unless(weight(self.c), "c", "a number of at least 0", self.c)?;
        BadParameter::unless(weight(self.bias), "bias", "a number of at least 0", self.bias)?;
        if let Some(k) = self.rave {
            BadParameter::unless(weight(k) && k > 0.0, "rave", "a number above 0", k)?;
        }
        if let Some(v) = self.first_play {
            BadParameter::unless(v.is_finite(), "first_play", "a finite number", v)?;
        }
        if let Some(Widening { factor, exponent }) = self.widening {
            let right = weight(factor) && factor > 0.0;
            BadParameter::unless(right, "widening.factor", "a number above 0", factor)?;
            let right = (0.0..=1.0).contains(&exponent);
            BadParameter::unless(right, "widening.exponent", "a number from 0 to 1", exponent)?;
        }
        let workers = |n: u32| (1..=MOST_WORKERS).contains(&n);
        BadParameter::unless(workers(self.trees), "trees", "1 to 4096", self.trees)?;
        BadParameter::unless(workers(self.threads), "threads", "1 to 4096", self.threads)?;
        let room = self.max_nodes / self.trees >= 2;
        BadParameter::unless(room, "max_nodes", "at least 2 for each tree", self.max_nodes)?;
        Ok(Checked::new(self))
    }
}

/// UCT with parameters that have been checked.
pub type Uct = Checked<UctParams>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_refused_by_name() {
        let base = UctParams::default();
        assert!(base.check().is_ok());
        let widening = |factor, exponent| Some(Widening { factor, exponent });
        for (name, params) in [
            ("loops", UctParams { loops: Some(0), ..base }),
            ("loops", UctParams { loops: None, ..base }),
            ("c", UctParams { c: -1.0, ..base }),
            ("c", UctParams { c: f64::NAN, ..base }),
            ("bias", UctParams { bias: f64::INFINITY, ..base }),
            ("rave", UctParams { rave: Some(0.0), ..base }),
            ("first_play", UctParams { first_play: Some(f64::NAN), ..base }),
            ("widening.factor", UctParams { widening: widening(0.0, 0.5), ..base }),
            ("widening.exponent", UctParams { widening: widening(1.0, 1.5), ..base }),
            ("trees", UctParams { trees: 0, ..base }),
            ("trees", UctParams { trees: 5000, ..base }),
            ("threads", UctParams { threads: 0, ..base }),
            ("max_nodes", UctParams { max_nodes: 1, ..base }),
        ] {
            assert_eq!(params.check().map_err(|e| e.name), Err(name));
        }
    }
}
