//! Reports: the published values next to ours, as a page, as Markdown and as
//! JSON. A report depends on what is stored alone: the same results make the
//! same bytes.

mod axis;
mod html;
mod json;
mod legend;
mod markdown;
mod plot;
mod rows;

pub use html::html;
pub use json::json;
pub use markdown::{entry_table, markdown};
pub use plot::{picture, plot};
pub use rows::{Row, rows};

use crate::error::ExperimentError;
use crate::folder::RunFolder;
use crate::run::Reported;
use crate::verdict::Verdict;
use std::path::Path;

/// How many entries came out in which way, in words.
pub fn summary(entries: &[Reported]) -> String {
    let word = |of: &Reported| of.verdict().word();
    let words = ["reproduced", "differs", "not reproduced", "undecided", "not run"];
    let count = |wanted: &str| entries.iter().filter(|of| word(of) == wanted).count();
    let parts: Vec<String> = words
        .iter()
        .map(|wanted| (count(wanted), wanted))
        .filter(|(count, _)| *count > 0)
        .map(|(count, wanted)| format!("{count} {wanted}"))
        .collect();
    format!("{} tables and figures: {}", entries.len(), parts.join(", "))
}

/// Writes `report.html`, `report.md` and `report.json` into a run's folder.
pub fn write(folder: &RunFolder, entries: &[Reported]) -> Result<(), ExperimentError> {
    folder.write_text(Path::new("report.html"), &html(entries))?;
    folder.write_text(Path::new("report.md"), &markdown(entries))?;
    folder.write_text(Path::new("report.json"), &json(entries))
}

impl Reported {
    /// Whether it came out as published.
    pub fn verdict(&self) -> Verdict {
        self.entry.verdict(self.result.as_ref().map(|result| &result.measured))
    }
}
