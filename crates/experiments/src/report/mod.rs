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
pub use markdown::{entry_table, glance, markdown};
pub use plot::{picture, plot};
pub use rows::{Row, rows};

use crate::error::ExperimentError;
use crate::folder::RunFolder;
use crate::run::Reported;
use crate::verdict::{Figure, Finding, Verdict};
use std::path::Path;

/// How many entries came out in which way, in words: findings and figures
/// apart.
pub fn summary(entries: &[Reported]) -> String {
    let verdicts: Vec<Verdict> = entries.iter().map(Reported::verdict).collect();
    let findings: Vec<&str> = verdicts.iter().map(|verdict| verdict.finding.word()).collect();
    let figures: Vec<&str> = verdicts.iter().map(|verdict| verdict.figure.word()).collect();
    let count = |label: &'static str| {
        let has = |verdict: &&Verdict| verdict.labels.iter().any(|other| other.word() == label);
        (verdicts.iter().filter(has).count(), label)
    };
    let labels = words([count("reduced"), count("stand-in"), count("void")].into_iter());
    let labels = if labels.is_empty() { "none".to_owned() } else { labels };
    format!(
        "{} tables and figures. Findings: {}. Figures: {}. Labels: {labels}",
        entries.len(),
        counted(&findings, &Finding::WORDS),
        counted(&figures, &Figure::WORDS),
    )
}

/// How often each word occurs, in words.
fn counted(found: &[&str], all: &[&'static str]) -> String {
    words(all.iter().map(|word| (found.iter().filter(|other| *other == word).count(), *word)))
}

fn words<'a>(counts: impl Iterator<Item = (usize, &'a str)>) -> String {
    let counts = counts.filter(|(count, _)| *count > 0);
    counts.map(|(count, word)| format!("{count} {word}")).collect::<Vec<_>>().join(", ")
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
        self.entry.verdict(self.result.as_ref())
    }
}
