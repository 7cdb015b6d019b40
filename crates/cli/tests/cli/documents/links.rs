//! Every link of a document leads somewhere, and the book lists all its pages.

use super::markdown;
use super::sessions::root;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// A link of a document: the line, counted from 1, and where it leads.
type Link = (usize, String);

fn documents() -> Vec<PathBuf> {
    let mut found = markdown("", false);
    for folder in ["docs", "models", "training", "python", "examples"] {
        found.extend(markdown(folder, true));
    }
    found
}

/// The lines that are no code, with code within a line left out.
fn prose(text: &str) -> impl Iterator<Item = (usize, String)> + '_ {
    let mut fenced = false;
    text.lines().enumerate().filter_map(move |(i, line)| {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            return None;
        }
        (!fenced).then(|| (i + 1, line.split('`').step_by(2).collect::<Vec<_>>().join("`")))
    })
}

fn links(text: &str) -> Vec<Link> {
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        for part in line.split("](").skip(1) {
            let target = part.split([')', ' ']).next().unwrap_or_default();
            found.push((number, target.to_owned()));
        }
        for attribute in ["src=\"", "href=\""] {
            for part in line.split(attribute).skip(1) {
                found.push((number, part.split('"').next().unwrap_or_default().to_owned()));
            }
        }
    }
    found
}

/// The names of the headings, as they stand behind `#` in a link.
fn anchors(text: &str) -> HashSet<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut found = HashSet::new();
    let mut fenced = false;
    for line in text.lines() {
        fenced ^= line.trim_start().starts_with("```");
        let heading = line.trim_start_matches('#');
        if fenced || heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let shown: String = match heading.contains("](") {
            true => heading.split('[').map(|part| part.split("](").next().unwrap_or("")).collect(),
            false => heading.to_owned(),
        };
        let kept = shown.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        let name = kept.collect::<String>().to_lowercase().replace(' ', "-");
        let times = seen.entry(name.clone()).or_default();
        found.insert(match *times {
            0 => name,
            n => format!("{name}-{n}"),
        });
        *times += 1;
    }
    found
}

fn problem(document: &Path, target: &str, text: &str) -> Option<String> {
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let file = match path {
        "" => document.to_owned(),
        path => document.parent()?.join(path),
    };
    let Ok(file) = file.canonicalize() else { return Some("leads nowhere".into()) };
    if !file.starts_with(root()) {
        return Some("leads out of the project".into());
    }
    if anchor.is_empty() {
        return None;
    }
    let there = match path {
        "" => anchors(text),
        _ => anchors(&std::fs::read_to_string(&file).ok()?),
    };
    (!there.contains(anchor)).then(|| "has no such heading".into())
}

#[test]
fn every_link_leads_somewhere() {
    let (mut seen, mut wrong) = (0, Vec::new());
    for document in documents() {
        let text = std::fs::read_to_string(&document).expect("a document");
        for (line, target) in links(&text) {
            if ["http://", "https://", "mailto:"].iter().any(|start| target.starts_with(start)) {
                continue;
            }
            seen += 1;
            if let Some(what) = problem(&document, &target, &text) {
                wrong.push(format!("{}:{line}: {target} {what}", document.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {seen}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(seen > 200, "only {seen} links were found");
}

/// The pages that a summary lists.
fn listed(summary: &Path) -> HashSet<PathBuf> {
    let text = std::fs::read_to_string(summary).expect("a summary");
    let folder = summary.parent().expect("a folder");
    links(&text).iter().filter_map(|(_, to)| folder.join(to).canonicalize().ok()).collect()
}

#[test]
fn the_book_lists_all_its_pages() {
    for (summary, pages) in [
        ("docs/SUMMARY.md", markdown("docs", true)),
        ("docs/book/ja/SUMMARY.md", markdown("docs/book/ja", true)),
    ] {
        let summary = root().join(summary);
        let other = root().join("docs/book/ja");
        let listed = listed(&summary);
        for page in pages.iter().filter(|page| !page.ends_with("SUMMARY.md")) {
            let of_this_book = !page.starts_with(&other) || summary.starts_with(&other);
            assert!(
                listed.contains(page) == of_this_book,
                "{} and {} do not agree",
                summary.display(),
                page.display(),
            );
        }
    }
}

#[test]
fn links_and_headings_are_found() {
    let text =
        "# A `b` c!\n[x](y.md#z) `[no](no)` ![p](q.png)\n```\n[no](no)\n```\n## A b c\n# 番号 1\n";
    let found: Vec<String> = links(text).into_iter().map(|(_, target)| target).collect();
    assert_eq!(found, ["y.md#z", "q.png"]);
    let mut headings: Vec<String> = anchors(text).into_iter().collect();
    headings.sort();
    assert_eq!(headings, ["a-b-c", "a-b-c-1", "番号-1"]);
    let here = root().join("README.md");
    assert_eq!(problem(&here, "LICENSE-MIT", ""), None);
    assert!(problem(&here, "NO-SUCH-FILE", "").is_some());
    assert!(problem(&here, "#none", text).is_some());
    assert_eq!(problem(&here, "#a-b-c", text), None);
}
