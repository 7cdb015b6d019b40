//! The report as one page that needs nothing else: no network, no script.

use super::markdown::{about, capital, part, standing};
use super::{Row, plot, rows, summary};
use crate::paper::PAPERS;
use crate::run::Reported;
use crate::verdict::Label;
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
    *page += "<p class=\"small\">Every verdict has two parts. The <em>finding</em> is made of all \
              directions the paper concludes from: a claim <em>holds</em> or <em>does not \
              hold</em> when the 95% interval of a difference lies on one side, or below the \
              least difference that would be the finding; otherwise it is <em>open</em>. It is \
              reproduced when all its claims hold, and undecided when none is broken but some \
              are open, or when one is broken at a size at which the paper claims nothing. The \
              <em>figure</em> agrees when our values and the published ones do not differ beyond \
              both uncertainties, or by less than a named margin. Labels: <em>reduced</em>, \
              smaller than the paper in the named settings; <em>stand-in</em>, another opponent \
              or data set than the paper’s; <em>void</em>, the experiment did not do what it is \
              about.</p>\n";
}

fn overview(entries: &[Reported], page: &mut String) {
    *page += "<div class=\"scroll\" tabindex=\"0\"><table class=\"overview\">\n<tr><th>entry</th>\
              <th>what it shows</th><th>finding</th><th>figure</th><th>labels</th></tr>\n";
    for reported in entries {
        let (entry, verdict) = (reported.entry, reported.verdict());
        let mut labels: Vec<&str> = verdict.labels.iter().map(Label::word).collect();
        labels.dedup();
        let _ = writeln!(
            page,
            "<tr><td><a href=\"#{}\">{}</a></td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            entry.file_name(),
            escape(&entry.name),
            escape(&entry.text.title),
            chip(verdict.finding.word(), verdict.finding.word()),
            chip(verdict.figure.word(), verdict.figure.word()),
            labels.join(", ")
        );
    }
    *page += "</table></div>\n";
}

/// A part of a verdict, with the mark of its word.
fn chip(word: &str, text: &str) -> String {
    let class = word.replace(' ', "-");
    format!("<span class=\"verdict {class}\">{}</span>", escape(text))
}

fn section(reported: &Reported, page: &mut String) {
    let (entry, said) = (reported.entry, &reported.entry.text);
    let found = reported.result.as_ref().map(|result| &result.measured);
    let verdict = reported.verdict();
    let mut labels = String::new();
    for label in &verdict.labels {
        let (word, says) = (label.word(), escape(label.says()));
        let _ = write!(labels, "<p class=\"label\"><em>{word}</em>: {says}</p>");
    }
    let _ = writeln!(
        page,
        "<section class=\"entry\" id=\"{}\">\n<h3>{}: {}</h3>\n<p>Finding: {}</p>\n\
         <p>Figure: {}</p>\n{labels}\n\
         <p><strong>The paper:</strong> {} {}</p>\n<p><strong>Here:</strong> {}</p>",
        entry.file_name(),
        escape(&capital(&entry.label())),
        escape(&said.title),
        chip(verdict.finding.word(), &verdict.finding.to_string()),
        chip(verdict.figure.word(), &verdict.figure.to_string()),
        escape(&said.did),
        escape(&said.found),
        escape(&said.ours)
    );
    page.push_str(&plot(entry, found));
    values(reported, page);
    if let Some(result) = &reported.result {
        *page += "<ul class=\"claims\">\n";
        for judged in entry.judged(&result.measured) {
            let _ = writeln!(
                page,
                "<li>{}: {}: <strong>{}</strong> <small>{}</small></li>",
                capital(part(&judged)),
                escape(&judged.says),
                standing(judged.standing),
                escape(&judged.because)
            );
        }
        let _ = writeln!(
            page,
            "</ul>\n<p class=\"small\">{}</p>\n<pre>{}</pre>",
            escape(&about(entry, result)),
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
