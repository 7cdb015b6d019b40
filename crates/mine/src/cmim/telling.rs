//! What is not worth spilling.

use super::SpillFormat;
use crate::bits::Count;
use crate::lcm::PatternFormat;
use crate::measure::{Logs, information_gain};

/// Spills the patterns that tell more about the label than a cut-off. What a
/// pattern tells beside others is never more than what it tells alone, so the
/// rest cannot be chosen from any set.
#[derive(Clone, Debug)]
pub struct TellingFormat {
    logs: Logs,
    all: Count,
    cutoff: f64,
}

impl TellingFormat {
    /// For a table with so many rows and positive ones, and a cut-off in bits.
    pub fn new(rows: u32, positives: u32, cutoff: f64) -> TellingFormat {
        let logs = Logs::up_to(rows as usize);
        TellingFormat { logs, all: Count::new(rows, positives), cutoff }
    }

    /// Whether a pattern of these counts tells enough.
    pub fn tells(&self, support: u32, positives: u32) -> bool {
        let part = Count::new(support, positives);
        information_gain(&self.logs, self.all, part) > self.cutoff
    }
}

impl PatternFormat for TellingFormat {
    fn write(&self, items: &mut [u32], support: u32, positives: u32, out: &mut Vec<u8>) {
        if self.tells(support, positives) {
            SpillFormat.write(items, support, positives, out);
        }
    }
}
