//! The parameters of tabu search.

use crate::question::{BadParameter, Checked};
use std::time::Duration;

/// The parameters of tabu search, as they are given. The defaults are those
/// of the mahjong study.
///
/// | parameter | default | meaning |
/// |---|---|---|
/// | `iterations` (K) | 6 | steps of one run |
/// | `neighbours` (N) | 10 | neighbours drawn for each step |
/// | `list` | 6 | how many steps stay tabu; 0 for none |
/// | `runs` | 100 | runs; `None` when only time limits |
/// | `time` | open | wall-clock time for all runs |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TabuParams {
    /// Steps of one run.
    pub iterations: u32,
    /// Neighbours drawn for each step.
    pub neighbours: u32,
    /// The length of the tabu list.
    pub list: u32,
    /// How many runs.
    pub runs: Option<u64>,
    /// Wall-clock time for all runs.
    pub time: Option<Duration>,
}

impl Default for TabuParams {
    fn default() -> TabuParams {
        TabuParams { iterations: 6, neighbours: 10, list: 6, runs: Some(100), time: None }
    }
}

impl TabuParams {
    /// Checks every parameter.
    pub fn check(self) -> Result<Tabu, BadParameter> {
        BadParameter::unless(self.iterations >= 1, "iterations", "at least 1", self.iterations)?;
        BadParameter::unless(self.neighbours >= 1, "neighbours", "at least 1", self.neighbours)?;
        let limited = self.runs.is_some() || self.time.is_some();
        BadParameter::unless(limited, "runs", "runs or time to be limited", "neither")?;
        BadParameter::unless(self.runs != Some(0), "runs", "at least 1", 0)?;
        Ok(Checked::new(self))
    }
}

/// Tabu search with parameters that have been checked.
pub type Tabu = Checked<TabuParams>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_refused_by_name() {
        let base = TabuParams::default();
        assert!(base.check().is_ok());
        for (name, params) in [
            ("iterations", TabuParams { iterations: 0, ..base }),
            ("neighbours", TabuParams { neighbours: 0, ..base }),
            ("runs", TabuParams { runs: Some(0), ..base }),
            ("runs", TabuParams { runs: None, ..base }),
        ] {
            assert_eq!(params.check().map_err(|e| e.name), Err(name));
        }
    }
}
