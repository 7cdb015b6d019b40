//! A whole run: measured, interrupted, resumed, reported.

use fuda_core::Seed;
use fuda_experiments::{
    EntryResult, ExperimentError, Figure, Finding, Measured, Point, Reported, RunOptions, Series,
    Size, choose, report, run,
};
use fuda_stats::Estimate;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

fn options(out: &Path, resume: bool) -> RunOptions {
    RunOptions {
        size: Size::Quick,
        seed: Seed(1),
        threads: 2,
        records: None,
        out: out.to_owned(),
        resume,
        changes: toml::Table::new(),
    }
}

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|name| (*name).to_owned()).collect()
}

fn page(reported: &[Reported]) -> [String; 3] {
    [report::html(reported), report::markdown(reported), report::json(reported)]
}

#[test]
fn a_run_that_was_stopped_goes_on_and_its_report_stays_the_same() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("run");
    let entries = choose(&names(&["4/fig-6"])).unwrap();
    // Stopped as soon as it says that something is done.
    let stop = AtomicBool::new(false);
    let first = run(&entries, &options(&out, false), None, &stop, &|progress| {
        if progress.done > 0.3 {
            stop.store(true, Ordering::Relaxed);
        }
    });
    assert!(matches!(first, Err(ExperimentError::Stopped)), "{first:?}");
    let measures = || std::fs::read_dir(out.join("measures")).unwrap().count();
    let before = measures();
    assert!(before > 0, "what was measured is kept");
    assert!(!out.join("entries/4-fig-6.json").exists());

    let go = AtomicBool::new(false);
    let (folder, reported) = run(&entries, &options(&out, true), None, &go, &|_| {}).unwrap();
    assert!(measures() > before);
    report::write(&folder, &reported).unwrap();
    let (_, again) = run(&entries, &options(&out, true), None, &go, &|_| {}).unwrap();
    assert_eq!(page(&reported), page(&again));
    let written = std::fs::read_to_string(out.join("report.html")).unwrap();
    assert_eq!(written, page(&again)[0]);
    assert_eq!(reported[0].verdict().finding, Finding::Reproduced);
    // The time of the part that was stopped counts.
    let result = reported[0].result.as_ref().unwrap();
    assert!(result.shared.is_empty() && result.earlier_commits.is_empty(), "{result:?}");
    assert_eq!(result.sizes[0].paper, 200_000.0);

    // A result that was measured with other settings is not taken for ours.
    let place = out.join("entries/4-fig-6.json");
    let text = std::fs::read_to_string(&place).unwrap().replace("20000", "30000");
    std::fs::write(&place, text).unwrap();
    let wrong = run(&entries, &options(&out, true), None, &go, &|_| {}).unwrap_err().to_string();
    assert!(wrong.contains("other settings"), "{wrong}");
}

#[test]
fn a_changed_setting_is_measured_and_told_and_an_unknown_one_refused() {
    let home = tempfile::tempdir().unwrap();
    let entries = choose(&names(&["4/fig-6"])).unwrap();
    let settings = entries[0].settings(Size::Quick);
    let supports = settings["supports"].as_array().unwrap();
    let only = supports[..1].to_vec();
    let go = AtomicBool::new(false);
    let with = |key: &str, value: toml::Value| {
        let mut options = options(&home.path().join("run"), false);
        options.changes.insert(key.to_owned(), value);
        run(&entries, &options, None, &go, &|_| {})
    };
    let wrong = with("suports", only.clone().into()).unwrap_err().to_string();
    assert!(wrong.contains("4/fig-6: there is no setting `suports`"), "{wrong}");
    assert!(wrong.contains("supports"), "{wrong}");
    with("supports", "many".into()).unwrap_err();
    assert!(!home.path().join("run").exists(), "nothing is begun with wrong settings");
    let (_, reported) = with("supports", only.into()).unwrap();
    let result = reported[0].result.as_ref().unwrap();
    assert!(result.command.contains(" --set 'supports=["), "{}", result.command);
    assert_eq!(result.measured.series[0].points.len(), 1);
    assert!(page(&reported)[1].contains("size quick but supports = ["));
}

/// An entry with faked values, one for each place of its claims.
fn faked(values: &[(&str, f64)], changes: &str) -> Reported {
    let entry = choose(&names(&["1/table-2.3"])).unwrap()[0];
    let point = |&(at, value): &(&str, f64)| {
        Point::new(at, Estimate::between(value, value - 1.0, value + 1.0))
    };
    let series = vec![Series::new("uct", values.iter().map(point).collect())];
    let result = EntryResult {
        entry: entry.name.clone(),
        size: Size::Full,
        settings: entry.changed(Size::Full, &toml::from_str(changes).unwrap()).unwrap(),
        changes: toml::Table::new(),
        sizes: Vec::new(),
        seed: 7,
        records: "real records (<none> & such)".to_owned(),
        version: "0".to_owned(),
        commit: "0".to_owned(),
        earlier_commits: Vec::new(),
        machine: "a machine".to_owned(),
        command: "fuda".to_owned(),
        finished: 0,
        seconds: 1.0,
        shared: Vec::new(),
        measured: Measured { series, ..Measured::default() },
    };
    Reported { entry, result: Some(result) }
}

#[test]
fn verdicts_go_both_ways_into_every_report() {
    let with = |first: f64, changes: &str| {
        faked(&[("100", first), ("1000", 40.0), ("10000", 33.0)], changes)
    };
    let (size, loops) = ("", "effort = 500");
    for (reported, finding, figure) in [
        (with(25.0, size), "reproduced", "agrees"),
        (with(15.0, size), "reproduced", "disagrees"),
        (with(45.0, size), "not reproduced", "disagrees"),
        (with(39.5, size), "undecided", "disagrees"),
        // With fewer loops the paper claims nothing, and prints nothing.
        (with(45.0, loops), "undecided", "not comparable"),
        (with(25.0, loops), "reproduced", "not comparable"),
    ] {
        let verdict = reported.verdict();
        assert_eq!((verdict.finding.word(), verdict.figure.word()), (finding, figure));
        let [html, markdown, json] = page(&[reported]);
        for word in [finding, figure] {
            assert!(html.contains(&format!("verdict {}\"", word.replace(' ', "-"))), "{word}");
            assert!(markdown.contains(&format!(": 1 {word}.")), "{word}");
            assert!(json.contains(&format!("\"{}\"", word.replace(' ', "-"))), "{word}");
        }
        // Published and ours side by side, with the interval.
        assert!(markdown.contains("| uct | 1000 | 39.70 | 40.00 [39.00, 41.00] |"));
    }
}

#[test]
fn labels_are_shown_everywhere() {
    let mut reported = faked(&[("100", 25.0)], "effort = 500\npositions = 100");
    let reduced = "positions 100 of 1,000, loops 500 of 10,000; the paper's size takes about 6 min \
                   of one core";
    let shown = |reported: &Reported, word: &str, says: &str| {
        let labels = reported.verdict().labels;
        let has = labels.iter().any(|label| label.word() == word && label.says().contains(says));
        assert!(has, "{word}: {labels:?}");
        for text in page(std::slice::from_ref(reported)) {
            assert!(text.contains(word) && text.replace("&#39;", "'").contains(says), "{word}");
        }
    };
    shown(&reported, "reduced", reduced);
    shown(&reported, "stand-in", "for strong players of the Tonpuusou server");
    let result = reported.result.as_mut().unwrap();
    result.measured.void = Some("nothing was selected".to_owned());
    shown(&reported, "void", "nothing was selected");
    let verdict = reported.verdict();
    assert_eq!((verdict.finding, verdict.figure), (Finding::Void, Figure::NotComparable));
    // Without real records one more stand-in is named.
    let result = reported.result.as_mut().unwrap();
    result.records = "games of our own players".to_owned();
    shown(&reported, "stand-in", "games of our own player for expert records");
}

#[test]
fn pages_stand_alone_and_are_well_formed() {
    let all: Vec<Reported> = choose(&[])
        .unwrap()
        .into_iter()
        .map(|entry| Reported { entry, result: None })
        .chain([faked(&[("100", 20.0), ("1000", 40.0), ("10000", 30.0)], "")])
        .collect();
    let [html, ..] = page(&all);
    assert!(html.contains("&lt;none&gt; &amp; such"), "foreign text is made safe");
    for outside in ["http://", "https://", "<script", "<link", "@import", "url("] {
        assert!(!html.contains(outside), "{outside}");
    }
    for tag in ["svg", "table", "tr", "section", "figure", "ul", "li", "p", "text", "g"] {
        let count = |text: String| html.matches(&text).count();
        let opened = count(format!("<{tag}>")) + count(format!("<{tag} "));
        assert_eq!(opened, count(format!("</{tag}>")), "{tag}");
    }
    let mut words = html.split(|c: char| !c.is_alphanumeric());
    assert!(!words.any(|word| word == "NaN" || word == "inf"), "every place is a number");
    assert!(html.contains("not run"));
}
