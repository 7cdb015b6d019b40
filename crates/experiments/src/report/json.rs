//! A report for programs.

use super::summary;
use crate::claim::Finding;
use crate::folder::EntryResult;
use crate::run::Reported;
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
    findings: Vec<Finding>,
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
        findings: found.map(|found| entry.findings(found)).unwrap_or_default(),
        published: entry.published().series,
        result: reported.result.as_ref(),
    }
}
