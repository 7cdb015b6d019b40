//! The parameters of flat Monte Carlo.

use crate::FinalChoice;
use crate::question::{BadParameter, Checked, MOST_WORKERS};
use std::time::Duration;

/// How loops are spread over the root moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Allocation {
    /// Every move in turn.
    Even,
    /// The largest `mean + c * sqrt(2 ln n / n_j)`, moves never tried first.
    Ucb1 {
        /// The weight of exploration; 1 for rewards between 0 and 1.
        c: f64,
    },
    /// The largest `mean + c * sqrt(ln n / n_j)`, as UCT writes it.
    Ucb {
        /// The weight of exploration.
        c: f64,
    },
    /// Sequential halving: close moves get most of the loops.
    Halving(Halving),
}

/// Sequential halving: the moves that are left are all tried in the same
/// sampled positions; after each stage the worse half of them is left out.
/// Every stage gets an equal share of the loops; under a time limit of the
/// time, whatever the loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Halving {
    /// Whether playouts from one position have the same random numbers for
    /// every move, so that only the move makes a difference.
    pub same_luck: bool,
    /// Whether a stage ends with the position in which its share is used up;
    /// otherwise it ends before a position that would go over it.
    pub overrun: bool,
}

impl Allocation {
    /// The factor before `sqrt(ln n / n_j)`; `None` when there is none.
    pub(super) fn weight(self) -> Option<f64> {
        match self {
            Allocation::Even | Allocation::Halving(_) => None,
            Allocation::Ucb1 { c } => Some(c * std::f64::consts::SQRT_2),
            Allocation::Ucb { c } => Some(c),
        }
    }
}

/// The parameters of flat Monte Carlo, as they are given.
///
/// | parameter | default | meaning |
/// |---|---|---|
/// | `loops` | 10,000 | playouts, over all bandits |
/// | `time` | open | wall-clock time for a move |
/// | `allocation` | UCB1, c = 1 | how playouts are spread over the moves |
/// | `choice` | best mean | which root move is answered; after halving always the one that came furthest |
/// | `bandits` | 1 | independent bandits whose statistics are added up |
/// | `threads` | 1 | threads that share the bandits; never changes a result |
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FlatParams {
    /// Playouts, over all bandits; `None` when only time limits the search.
    pub loops: Option<u64>,
    /// Wall-clock time for a move.
    pub time: Option<Duration>,
    /// How playouts are spread over the moves.
    pub allocation: Allocation,
    /// How the answer is picked.
    pub choice: FinalChoice,
    /// Independent bandits; part of what the result depends on.
    pub bandits: u32,
    /// Threads; the result does not depend on it.
    pub threads: u32,
}

impl Default for FlatParams {
    fn default() -> FlatParams {
        FlatParams {
            loops: Some(10_000),
            time: None,
            allocation: Allocation::Ucb1 { c: 1.0 },
            choice: FinalChoice::BestMean,
            bandits: 1,
            threads: 1,
        }
    }
}

impl FlatParams {
    /// Checks every parameter.
    pub fn check(self) -> Result<FlatMonteCarlo, BadParameter> {
        let limited = self.loops.is_some() || self.time.is_some();
        BadParameter::unless(limited, "loops", "loops or time to be limited", "neither")?;
        BadParameter::unless(self.loops != Some(0), "loops", "at least 1", 0)?;
        if let Some(c) = self.allocation.weight() {
            BadParameter::unless(c.is_finite() && c >= 0.0, "c", "a number of at least 0", c)?;
        }
        let workers = |n: u32| (1..=MOST_WORKERS).contains(&n);
        BadParameter::unless(workers(self.bandits), "bandits", "1 to 4096", self.bandits)?;
        BadParameter::unless(workers(self.threads), "threads", "1 to 4096", self.threads)?;
        Ok(Checked::new(self))
    }
}

/// Flat Monte Carlo with parameters that have been checked.
pub type FlatMonteCarlo = Checked<FlatParams>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_refused_by_name() {
        let base = FlatParams::default();
        assert!(base.check().is_ok());
        for (name, params) in [
            ("loops", FlatParams { loops: Some(0), ..base }),
            ("loops", FlatParams { loops: None, ..base }),
            ("c", FlatParams { allocation: Allocation::Ucb { c: f64::NAN }, ..base }),
            ("c", FlatParams { allocation: Allocation::Ucb1 { c: -1.0 }, ..base }),
            ("bandits", FlatParams { bandits: 0, ..base }),
            ("threads", FlatParams { threads: 0, ..base }),
        ] {
            assert_eq!(params.check().map_err(|e| e.name), Err(name));
        }
    }
}
