//! A report for programs.

use super::summary;
use crate::claim::Judged;
use crate::folder::EntryResult;
use crate::run::Reported;
use crate::size::SizeBeside;
use crate::value::Series;
use crate::verdict::Verdict;
use serde::Serialize;

#[derive(Serialize)]
struct Report<'a> {
    summary: String,
    entries: Vec<Part<'a>>,
}

#[derive(Serialize)]
struct Part<'a> {
    entry: &'a str,
    title: &'a str,
    verdict: Verdict,
    claims: Vec<Judged>,
    sizes: Vec<SizeBeside>,
    published: Vec<Series>,
    result: Option<&'a EntryResult>,
}

/// The report as one JSON object.
pub fn json(entries: &[Reported]) -> String {
    let parts: Vec<Part<'_>> = entries.iter().map(part).collect();
    let report = Report { summary: summary(entries), entries: parts };
    let written = serde_json::to_string_pretty(&report);
    written.unwrap_or_else(|e| format!("{{\"error\": \"{e}\"}}")) + "\n"
}

fn part(reported: &Reported) -> Part<'_> {
    let entry = reported.entry;
    let found = reported.result.as_ref().map(|result| &result.measured);
    Part {
        entry: &entry.name,
        title: &entry.text.title,
        verdict: reported.verdict(),
        claims: found.map(|found| entry.judged(found)).unwrap_or_default(),
        sizes: reported.result.as_ref().map(|r| entry.sizes(&r.settings)).unwrap_or_default(),
        published: entry.published().series,
        result: reported.result.as_ref(),
    }
}
