//! A report for people without a browser.

use super::{Row, rows, summary};
use crate::claim::{Claim, Judged, Standing, text as words};
use crate::entry::Entry;
use crate::folder::EntryResult;
use crate::paper::PAPERS;
use crate::run::Reported;
use crate::size::SizeBeside;
use crate::verdict::Label;
use fuda_arena::machine::day;
use std::fmt::Write;

/// The report as Markdown.
pub fn markdown(entries: &[Reported]) -> String {
    let mut text = format!("# Five papers, measured again\n{}.\n", summary(entries));
    for paper in PAPERS {
        let of: Vec<&Reported> =
            entries.iter().filter(|reported| reported.entry.paper() == paper.number).collect();
        if of.is_empty() {
            continue;
        }
        let _ = write!(text, "\n## Paper {}: {}\n\n{}", paper.number, paper.title, glance(&of));
        for reported in of {
            let entry = reported.entry;
            let _ = write!(
                text,
                "\n### {}: {}\n{} {}\n\n",
                capital(&entry.label()),
                entry.text.title,
                entry.text.did,
                entry.text.found
            );
            text += &entry_table(entry, reported.result.as_ref());
        }
    }
    text
}

/// A word with a capital letter.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// All entries in one table: both parts of each verdict, a value that shows
/// them, and the labels.
pub fn glance(entries: &[&Reported]) -> String {
    let mut text = "| | what it shows | finding | figure | published → ours [95%] | labels |\n\
                    |---|---|---|---|---|---|\n"
        .to_owned();
    for reported in entries {
        let (entry, verdict) = (reported.entry, reported.verdict());
        let labels: Vec<String> = verdict.labels.iter().map(Label::to_string).collect();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} |",
            entry.label(),
            entry.text.title,
            verdict.finding.word(),
            verdict.figure.word(),
            telling(reported),
            labels.join("; ")
        );
    }
    text
}

/// The value that shows most: one that is held against the published one, or
/// else one that the finding is about.
fn telling(reported: &Reported) -> String {
    let Some(result) = &reported.result else { return "–".to_owned() };
    let (entry, published) = (reported.entry, reported.entry.published());
    let mut claims: Vec<&Claim> = entry.text.claims.iter().collect();
    claims.sort_by_key(|claim| !claim.rule.is_figure());
    let places = claims.iter().flat_map(|claim| claim.rule.places());
    let shown = entry.text.telling.clone().into_iter().chain(places).find_map(|place| {
        let ours = result.measured.point(&place)?;
        let said = published.point(&place).map_or("–".to_owned(), |said| words(&said.value));
        Some(format!("{place}: {said} → {}", words(&ours.value)))
    });
    shown.unwrap_or_else(|| "–".to_owned())
}

/// The verdict, the values and the claims of an entry.
pub fn entry_table(entry: &Entry, result: Option<&EntryResult>) -> String {
    let found = result.map(|result| &result.measured);
    let verdict = entry.verdict(result);
    let mut text = format!("**Finding: {}.** **Figure: {}.**\n\n", verdict.finding, verdict.figure);
    for label in &verdict.labels {
        let _ = writeln!(text, "- *{}*: {}", label.word(), label.says());
    }
    if !verdict.labels.is_empty() {
        text.push('\n');
    }
    let rows = rows(entry, found);
    if !rows.is_empty() {
        text += "| | | published | ours [95%] |\n|---|---|---|---|\n";
        for row in &rows {
            let (said, ours) = (Row::cell(&row.published), Row::cell(&row.ours));
            let _ = writeln!(text, "| {} | {} | {said} | {ours} |", row.series, row.at);
        }
        text.push('\n');
    }
    let Some(result) = result else { return text };
    for judged in entry.judged(&result.measured) {
        let (part, word) = (part(&judged), standing(judged.standing));
        let _ = writeln!(text, "- {part}: {}: **{word}** ({})", judged.says, judged.because);
    }
    let about = about(entry, result);
    let _ = writeln!(text, "\n{about}\n\n```\n{}\n```", result.command);
    text
}

/// Which part of the verdict a claim belongs to.
pub(super) fn part(judged: &Judged) -> &'static str {
    if judged.figure { "figure" } else { "finding" }
}

/// How a claim fares, in a word.
pub(super) fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::Holds => "holds",
        Standing::Open => "open",
        Standing::Broken => "does not hold",
        Standing::Missing => "not measured",
    }
}

/// On what, where and when it was measured.
pub(super) fn about(entry: &Entry, result: &EntryResult) -> String {
    let mut parts: Vec<String> = result.measured.notes.clone();
    parts.push(format!("{}, seed {}", result.size_in_words(), result.seed));
    let sizes = entry.sizes(&result.settings);
    let sizes: Vec<String> = sizes.iter().map(SizeBeside::words).collect();
    if !sizes.is_empty() {
        parts.push(format!("ours and the paper's size: {}", sizes.join(", ")));
    }
    let earlier = match result.earlier_commits.is_empty() {
        true => String::new(),
        false => format!("; measures of {} besides", result.earlier_commits.join(", ")),
    };
    parts.push(format!("fuda {} ({}{earlier})", result.version, result.commit));
    let shared = match result.shared.is_empty() {
        true => String::new(),
        false => format!(" and measures that {} had made", result.shared.join(", ")),
    };
    let day = day(result.finished);
    parts.push(format!("{day}, {:.0} s{shared}, {}", result.seconds, result.machine));
    capital(&parts.join("; ")) + "."
}
