//! The parameters of max^n.

use crate::question::{BadParameter, Checked, MOST_ASSUMPTIONS, MOST_WORKERS};
use std::time::Duration;

/// What is known of all rewards beforehand; it lets max^n prune.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// No seat's reward is lower.
    pub lowest: f64,
    /// The rewards of all seats add up to no more.
    pub sum: f64,
}

/// The parameters of max^n, as they are given.
///
/// | parameter | default | meaning |
/// |---|---|---|
/// | `depth` | 2 | moves to look ahead |
/// | `assumptions` | 20 | assumed positions; 1 is enough where nothing is hidden |
/// | `time` | open | wall-clock time for a move |
/// | `bounds` | off | bounds of the rewards, to prune by |
/// | `threads` | 1 | threads that share the assumptions; never changes a result |
///
/// A budget's effort limits the number of assumptions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MaxNParams {
    /// How many moves are looked ahead.
    pub depth: u32,
    /// How many positions are assumed.
    pub assumptions: u32,
    /// Wall-clock time for a move.
    pub time: Option<Duration>,
    /// Bounds of the rewards; `None` searches everything.
    pub bounds: Option<Bounds>,
    /// Threads; the result does not depend on it.
    pub threads: u32,
}

impl Default for MaxNParams {
    fn default() -> MaxNParams {
        MaxNParams { depth: 2, assumptions: 20, time: None, bounds: None, threads: 1 }
    }
}

impl MaxNParams {
    /// Checks every parameter.
    pub fn check(self) -> Result<MaxN, BadParameter> {
        BadParameter::unless(self.depth >= 1, "depth", "at least 1", self.depth)?;
        let some = (1..=MOST_ASSUMPTIONS).contains(&self.assumptions);
        BadParameter::unless(some, "assumptions", "1 to 1,000,000", self.assumptions)?;
        if let Some(Bounds { lowest, sum }) = self.bounds {
            BadParameter::unless(lowest.is_finite(), "bounds.lowest", "a finite number", lowest)?;
            BadParameter::unless(sum.is_finite(), "bounds.sum", "a finite number", sum)?;
        }
        let workers = (1..=MOST_WORKERS).contains(&self.threads);
        BadParameter::unless(workers, "threads", "1 to 4096", self.threads)?;
        Ok(Checked::new(self))
    }
}

/// max^n with parameters that have been checked.
pub type MaxN = Checked<MaxNParams>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_refused_by_name() {
        let base = MaxNParams::default();
        assert!(base.check().is_ok());
        let bounds = |lowest, sum| Some(Bounds { lowest, sum });
        for (name, params) in [
            ("depth", MaxNParams { depth: 0, ..base }),
            ("assumptions", MaxNParams { assumptions: 0, ..base }),
            ("assumptions", MaxNParams { assumptions: u32::MAX, ..base }),
            ("bounds.lowest", MaxNParams { bounds: bounds(f64::NAN, 0.0), ..base }),
            ("bounds.sum", MaxNParams { bounds: bounds(0.0, f64::INFINITY), ..base }),
            ("threads", MaxNParams { threads: 0, ..base }),
        ] {
            assert_eq!(params.check().map_err(|e| e.name), Err(name));
        }
    }
}
