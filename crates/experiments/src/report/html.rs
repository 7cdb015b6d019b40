//! The report as one page that needs nothing else: no network, no script.

use super::markdown::{about, capital, standing};
use super::{Row, plot, rows, summary};
use crate::entry::PAPERS;
use crate::run::Reported;
use crate::verdict::Verdict;
use fuda_arena::page::{BRAND, STYLE, escape};
use std::fmt::Write;

pub(super) const OWN_STYLE: &str = include_str!("style.css");

/// The report as a page.
pub fn html(entries: &[Reported]) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Five papers, measured again</title>\n<style>\n{STYLE}{OWN_STYLE}</style>\n</head>\n\
         <body>\n{BRAND}<main>\n<h1>Five papers, measured again</h1>\n<p class=\"under\">{}.</p>\n",
        escape(&summary(entries))
    );
    conditions(entries, &mut page);
    overview(entries, &mut page);
    for paper in PAPERS {
        let of = entries.iter().filter(|reported| reported.entry.paper() == paper.number);
        let mut parts = String::new();
        of.for_each(|reported| section(reported, &mut parts));
        if !parts.is_empty() {
            let title = escape(paper.title);
            let _ = writeln!(page, "<h2>Paper {}: {title}</h2>\n{parts}", paper.number);
        }
    }
    page += "</main>\n</body>\n</html>\n";
    page
}

/// How all of it was measured, where all of it was measured alike.
fn conditions(entries: &[Reported], page: &mut String) {
    let mut all: Vec<String> = entries
        .iter()
        .filter_map(|reported| reported.result.as_ref())
        .map(|result| format!("size {}, seed {}, {}", result.size, result.seed, result.records))
        .collect();
    all.sort();
    all.dedup();
    for conditions in all {
        let _ = writeln!(page, "<p class=\"small\">{}.</p>", escape(&capital(&conditions)));
    }
    *page += "<p class=\"small\">A claim <em>holds</em> or <em>does not hold</em> when the 95% \
              interval of a difference lies on one side, or below the least difference that would \
              be the finding; otherwise it is <em>open</em>. An entry is \
              reproduced when all its claims hold, and undecided when none is broken but some are \
              open.</p>\n";
}

fn overview(entries: &[Reported], page: &mut String) {
    *page += "<div class=\"scroll\" tabindex=\"0\"><table class=\"overview\">\n<tr><th>entry</th>\
              <th>what it shows</th><th>verdict</th></tr>\n";
    for reported in entries {
        let (entry, verdict) = (reported.entry, reported.verdict());
        let _ = writeln!(
            page,
            "<tr><td><a href=\"#{}\">{}</a></td><td>{}</td><td>{}</td></tr>",
            entry.file_name(),
            escape(&entry.name),
            escape(&entry.text.title),
            chip(&verdict, verdict.word())
        );
    }
    *page += "</table></div>\n";
}

fn chip(verdict: &Verdict, text: &str) -> String {
    let class = verdict.word().replace(' ', "-");
    format!("<span class=\"verdict {class}\">{}</span>", escape(text))
}

fn section(reported: &Reported, page: &mut String) {
    let (entry, said) = (reported.entry, &reported.entry.text);
    let found = reported.result.as_ref().map(|result| &result.measured);
    let verdict = reported.verdict();
    let _ = writeln!(
        page,
        "<section class=\"entry\" id=\"{}\">\n<h3>{}: {}</h3>\n<p>{}</p>\n\
         <p><strong>The paper:</strong> {} {}</p>\n<p><strong>Here:</strong> {}</p>",
        entry.file_name(),
        escape(&capital(&entry.label())),
        escape(&said.title),
        chip(&verdict, &capital(&verdict.to_string())),
        escape(&said.did),
        escape(&said.found),
        escape(&said.ours)
    );
    page.push_str(&plot(entry, found));
    values(reported, page);
    if let Some(result) = &reported.result {
        *page += "<ul class=\"claims\">\n";
        for finding in entry.findings(&result.measured) {
            let _ = writeln!(
                page,
                "<li>{}: <strong>{}</strong> <small>{}</small></li>",
                escape(&finding.says),
                standing(finding.standing),
                escape(&finding.because)
            );
        }
        let _ = writeln!(
            page,
            "</ul>\n<p class=\"small\">{}</p>\n<pre>{}</pre>",
            escape(&about(result)),
            escape(&result.command)
        );
    }
    let _ = writeln!(page, "<p class=\"small\">Published values: {}</p>", escape(&said.source));
    *page += "</section>\n";
}

fn values(reported: &Reported, page: &mut String) {
    let found = reported.result.as_ref().map(|result| &result.measured);
    let rows = rows(reported.entry, found);
    if rows.is_empty() {
        return;
    }
    *page += "<div class=\"scroll\" tabindex=\"0\"><table>\n<tr><td></td><td></td><th>published</th>\
              <th>ours [95%]</th></tr>\n";
    let mut before = "";
    for row in &rows {
        let series = if row.series == before { "" } else { row.series.as_str() };
        before = &row.series;
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td class=\"name\">{}</td><td>{}</td><td>{}</td></tr>",
            escape(series),
            escape(&row.at),
            escape(&Row::cell(&row.published)),
            escape(&Row::cell(&row.ours))
        );
    }
    *page += "</table></div>\n";
}
