//! What is not worth spilling.

use super::SpillFormat;
use crate::bits::Count;
use crate::lcm::PatternFormat;
use crate::measure::{Logs, information_gain};

/// Spills the patterns whose information about the label is above a cut-off. A
/// pattern never has more information beside others than alone, so the
/// rest cannot be chosen from any set.
#[derive(Clone, Debug)]
pub struct InformativeFormat {
    logs: Logs,
    all: Count,
    cutoff: f64,
}

impl InformativeFormat {
    /// For a table with so many rows and positive ones, and a cut-off in bits.
    pub fn new(rows: u32, positives: u32, cutoff: f64) -> InformativeFormat {
        let logs = Logs::up_to(rows as usize);
        InformativeFormat { logs, all: Count::new(rows, positives), cutoff }
    }

    /// Whether a pattern of these counts is informative enough.
    pub fn holds(&self, support: u32, positives: u32) -> bool {
        let part = Count::new(support, positives);
        information_gain(&self.logs, self.all, part) > self.cutoff
    }
}

impl PatternFormat for InformativeFormat {
    fn write(&self, items: &mut [u32], support: u32, positives: u32, out: &mut Vec<u8>) {
        if self.holds(support, positives) {
            SpillFormat.write(items, support, positives, out);
        }
    }
}
