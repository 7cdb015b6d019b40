//! A report for people without a browser.

use super::{Row, rows, summary};
use crate::claim::Standing;
use crate::entry::{Entry, PAPERS};
use crate::folder::EntryResult;
use crate::run::Reported;
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
        let _ = write!(
            text,
            "\n## Paper {}: {}\n\n| entry | | verdict |\n|---|---|---|\n",
            paper.number, paper.title
        );
        for reported in &of {
            let Entry { name, text: said } = reported.entry;
            let _ = writeln!(text, "| {name} | {} | {} |", said.title, reported.verdict());
        }
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

/// The verdict, the values and the claims of an entry.
pub fn entry_table(entry: &Entry, result: Option<&EntryResult>) -> String {
    let found = result.map(|result| &result.measured);
    let mut text = format!("**{}**\n\n", capital(&entry.verdict(found).to_string()));
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
    for finding in entry.findings(&result.measured) {
        let word = standing(finding.standing);
        let _ = writeln!(text, "- {}: **{word}** ({})", finding.says, finding.because);
    }
    let _ = writeln!(text, "\n{}\n\n```\n{}\n```", about(result), result.command);
    text
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
pub(super) fn about(result: &EntryResult) -> String {
    let mut parts: Vec<String> = result.measured.notes.clone();
    parts.push(format!("{}, seed {}", result.size_in_words(), result.seed));
    parts.push(format!("fuda {} ({})", result.version, result.commit));
    parts.push(format!("{}, {:.0} s, {}", day(result.finished), result.seconds, result.machine));
    capital(&parts.join("; ")) + "."
}
