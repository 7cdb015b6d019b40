//! The parameters of star-minimax.

use crate::question::{BadParameter, Checked, MOST_ASSUMPTIONS};
use std::time::Duration;

/// How much is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pruning {
    /// Nothing: plain expectimax, for comparison.
    None,
    /// Windows for the outcomes of chance.
    Star1,
    /// Windows, after one move of each outcome was probed.
    #[default]
    Star2,
}

/// The parameters of star-minimax, as they are given.
///
/// | parameter | default | meaning |
/// |---|---|---|
/// | `depth` | 2 | moves to look ahead |
/// | `assumptions` | 20 | assumed positions |
/// | `lowest`, `highest` | 0, 1 | bounds of the rewards; values outside are cut |
/// | `pruning` | Star2 | how much is left out |
/// | `time` | open | wall-clock time for a move |
///
/// A budget's effort limits the number of assumptions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StarParams {
    /// How many moves are looked ahead.
    pub depth: u32,
    /// How many positions are assumed.
    pub assumptions: u32,
    /// No reward is lower.
    pub lowest: f64,
    /// No reward is higher.
    pub highest: f64,
    /// How much is left out.
    pub pruning: Pruning,
    /// Wall-clock time for a move.
    pub time: Option<Duration>,
}

impl Default for StarParams {
    fn default() -> StarParams {
        StarParams {
            depth: 2,
            assumptions: 20,
            lowest: 0.0,
            highest: 1.0,
            pruning: Pruning::Star2,
            time: None,
        }
    }
}

impl StarParams {
    /// Checks every parameter.
    pub fn check(self) -> Result<StarMinimax, BadParameter> {
        BadParameter::unless(self.depth >= 1, "depth", "at least 1", self.depth)?;
        let some = (1..=MOST_ASSUMPTIONS).contains(&self.assumptions);
        BadParameter::unless(some, "assumptions", "1 to 1,000,000", self.assumptions)?;
        let finite = self.lowest.is_finite();
        BadParameter::unless(finite, "lowest", "a finite number", self.lowest)?;
        let above = self.highest.is_finite() && self.highest > self.lowest;
        BadParameter::unless(above, "highest", "a number above `lowest`", self.highest)?;
        Ok(Checked::new(self))
    }
}

/// Star-minimax with parameters that have been checked.
pub type StarMinimax = Checked<StarParams>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_refused_by_name() {
        let base = StarParams::default();
        assert!(base.check().is_ok());
        for (name, params) in [
            ("depth", StarParams { depth: 0, ..base }),
            ("assumptions", StarParams { assumptions: 0, ..base }),
            ("lowest", StarParams { lowest: f64::NEG_INFINITY, ..base }),
            ("highest", StarParams { highest: 0.0, ..base }),
            ("highest", StarParams { highest: f64::NAN, ..base }),
        ] {
            assert_eq!(params.check().map_err(|e| e.name), Err(name));
        }
    }
}
