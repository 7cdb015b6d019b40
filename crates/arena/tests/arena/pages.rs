//! Tables for the terminal and pages for the browser.

use crate::common::{Count, always, random};
use fuda_arena::{Hooks, MatchOptions, Plan, html, run, table};
use fuda_core::Seed;
use fuda_core::kuhn::Kuhn;

fn kuhn(deals: u64) -> fuda_arena::MatchReport {
    let options = MatchOptions { deals, seed: Seed(4), threads: 1, ..MatchOptions::default() };
    let plan = Plan::new(Kuhn, vec![random("random"), random("again")], options).unwrap();
    run(&plan, Hooks::default()).unwrap()
}

#[test]
fn a_table_has_a_line_for_each_player_and_lines_up() {
    let text = table(&kuhn(300));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "kuhn (standard), 300 deals, 600 games, seating sides, seed 4");
    let width = lines[2].chars().count();
    assert!(lines[3].starts_with("random ") && lines[4].starts_with("again "));
    assert!(lines[3..5].iter().all(|line| line.chars().count() == width), "{text}");
    assert!(text.contains("random – again: ") && text.contains("(paired t over deals)"));
    assert!(table(&kuhn(1)).contains("[one deal only]"));
}

#[test]
fn a_page_stands_alone() {
    let page = html(&kuhn(300), "fuda match kuhn random again --seed 4");
    assert_eq!(page.matches("<svg").count(), 4, "three plots, and the band of the last");
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    assert!(page.contains("prefers-color-scheme: dark"));
    assert!(page.contains("<pre>fuda match kuhn random again --seed 4</pre>"));
    for absent in ["http", "src=", "<script", "<link", "NaN", "inf"] {
        assert!(!page.contains(absent), "the page contains {absent}");
    }
    // Players that report no effort have none, as in the terminal.
    assert!(page.contains("<td>–</td><td>0</td></tr>"), "{page}");
}

#[test]
fn a_page_says_who_played_where_and_when() {
    let about = vec![("random".to_owned(), "any <legal> move".to_owned())];
    let facts = fuda_arena::PageFacts::here_and_now("fuda match kuhn", about);
    let page = html(&kuhn(30), facts.clone());
    let made = format!("made on {} on {}", facts.date, facts.machine);
    for part in ["<dd>any &lt;legal&gt; move</dd>", "seed 4", "How to read it", &made] {
        assert!(page.contains(part), "{part}");
    }
}

/// Plots have no scale of their own: they are as wide as the screen and their
/// text is as large as it says.
#[test]
fn plots_fit_any_screen() {
    let page = html(&kuhn(300), "");
    for svg in page.split("<svg").skip(1) {
        let head = svg.split('>').next().unwrap();
        assert!(head.contains("width=\"100%\""), "{head}");
        // What is stretched has no text that could shrink with it.
        let inside = svg.split("</svg>").next().unwrap();
        assert!(!head.contains("viewBox") || !inside.contains("<text"), "{inside}");
    }
}

#[test]
fn a_match_without_spread_or_with_one_deal_can_be_drawn() {
    let options = MatchOptions { deals: 5, ..MatchOptions::default() };
    let plan = Plan::new(Count { seats: 4 }, vec![always(0), always(0)], options).unwrap();
    let level = run(&plan, Hooks::default()).unwrap();
    for report in [level, kuhn(1)] {
        let page = html(&report, "");
        assert!(!page.contains("NaN") && !page.contains("inf\""), "{page}");
    }
}
