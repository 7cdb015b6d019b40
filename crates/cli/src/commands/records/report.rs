//! What was found in records, as text for people.

use crate::screen::tame;
use fuda_core::formats::{Skipped, Stats, Verification};

/// How many of a long list are shown to people; JSON has all.
const SHOWN: usize = 20;

pub(super) fn verification_text(report: &Verification) -> String {
    let mut text = format!(
        "{} files, {} games replayed, {} decisions, {} mismatches\n",
        report.files, report.games, report.decisions, report.mismatches
    );
    for (what, n) in &report.counts {
        text += &format!("  {what}: {n}\n");
    }
    text += &skipped_text(&report.skipped);
    if !report.problems.is_empty() {
        text += "problems:\n";
    }
    for p in report.problems.iter().take(SHOWN) {
        text +=
            &tame(&format!("  {}, {}: expected {}, got {}\n", p.file, p.place, p.expected, p.got));
    }
    text + &more(report.problems.len())
}

fn skipped_text(skipped: &[Skipped]) -> String {
    let mut text = String::new();
    if !skipped.is_empty() {
        text += &format!("left out: {}\n", skipped.len());
    }
    for s in skipped.iter().take(SHOWN) {
        let place = if s.place.is_empty() { String::new() } else { format!(", {}", s.place) };
        text += &tame(&format!("  {}{place}: {}\n", s.file, s.reason));
    }
    text + &more(skipped.len())
}

fn more(count: usize) -> String {
    match count.checked_sub(SHOWN) {
        Some(n) if n > 0 => format!("  … and {n} more (--json lists all)\n"),
        _ => String::new(),
    }
}

pub(super) fn stats_text(report: &Stats) -> String {
    let mut text = format!("{} files, {} games\n", report.files, report.games);
    for (what, n) in &report.counts {
        text += &format!("  {what:<32} {n:>12}\n");
    }
    for (what, t) in &report.values {
        let mean = t.sum / t.count as f64;
        text += &format!(
            "  {what:<32} mean {mean:>10.3}  least {:>8}  most {:>8}  n {}\n",
            t.min, t.max, t.count
        );
    }
    text + &skipped_text(&report.skipped)
}
