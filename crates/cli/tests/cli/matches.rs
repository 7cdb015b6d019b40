//! Matches: the same result whatever happens on the way.

use crate::common::{Ran, TestDir};
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The report without what depends on the clock.
fn timeless(ran: &Ran) -> Value {
    let mut report = ran.json();
    report.as_object_mut().expect("an object").remove("times").expect("times are apart");
    report
}

#[test]
fn the_promised_fields_are_there() {
    let dir = TestDir::new();
    let report =
        dir.fuda("match othello alphabeta:depth=1 random --deals 30 --json").code(0).json();
    assert_eq!(report["game"], "othello");
    assert_eq!(report["rules"], "random-8");
    assert_eq!(
        (&report["seed"], &report["deals"], &report["games"]),
        (&1.into(), &30.into(), &60.into())
    );
    for player in report["players"].as_array().unwrap() {
        let points = &player["points"];
        assert!(points["low"].as_f64() <= points["mean"].as_f64());
        assert!(points["mean"].as_f64() <= points["high"].as_f64());
        assert_eq!((&player["games"], &player["errors"]), (&60.into(), &0.into()));
    }
    let difference = &report["difference"];
    assert!(difference["low"].as_f64() > Some(0.0), "a ply ahead beats random: {difference}");
    assert!(difference["p"].as_f64() < Some(0.01), "{difference}");
    let table = dir.fuda("match othello greedy random --deals 30").code(0).out;
    assert!(
        table.contains("greedy – random") && table.contains("(paired t over deals)"),
        "{table}"
    );
}

#[test]
fn threads_do_not_change_the_result() {
    let dir = TestDir::new();
    let with = |threads: u32| {
        let words =
            format!("match othello uct:loops=30 greedy --deals 12 --json --threads {threads}");
        timeless(&dir.fuda(&words).code(0))
    };
    assert_eq!(with(1), with(2));
    assert_eq!(with(1), with(5));
}

const LONG: &str = "match othello uct:loops=500 greedy --deals 100 --seed 9 --json";

/// How often the store changes before the match is interrupted.
const STORED: usize = 8;

/// Starts the long match with a store, waits until something is in the
/// store, and sends the process a signal.
fn interrupt(dir: &TestDir, signal: &str) -> std::process::Output {
    let child = Command::new(env!("CARGO_BIN_EXE_fuda"))
        .current_dir(dir.folder.path())
        .args(LONG.split(' '))
        .args(["--store", "run.db", "--threads", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the match starts");
    // Each deal that is stored changes the file: long enough for some, and far
    // from enough for all, however busy the machine is.
    let store = dir.folder.path().join("run.db");
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..24_000 {
        std::thread::sleep(Duration::from_millis(10));
        seen.extend(std::fs::metadata(&store).and_then(|stored| stored.modified()));
        if seen.len() > STORED {
            break;
        }
    }
    let pid = child.id().to_string();
    let sent = Command::new("kill").args([signal, &pid]).status().expect("kill is there");
    assert!(sent.success(), "the match was over too early");
    child.wait_with_output().expect("it ends")
}

#[test]
fn killed_in_the_middle_and_started_again() {
    let dir = TestDir::new();
    let whole = timeless(&dir.fuda(LONG).code(0));
    interrupt(&dir, "-KILL");
    let resumed = dir.fuda(&format!("{LONG} --store run.db --threads 2")).code(0);
    assert_eq!(timeless(&resumed), whole);
    let played = resumed.json()["times"]["games"].as_u64();
    assert!(played < Some(200), "what was stored is not played again: {played:?}");
    let again = dir.fuda(&format!("{LONG} --store run.db")).code(0);
    assert_eq!(timeless(&again), whole);
    assert_eq!(again.json()["times"]["games"], 0);
}

#[test]
fn control_c_keeps_what_was_played() {
    let dir = TestDir::new();
    let output = interrupt(&dir, "-INT");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("the same command goes on"), "{said}");
    let partial: Value = serde_json::from_slice(&output.stdout).expect("a whole report");
    assert_eq!(partial["interrupted"], true);
    assert!(partial["deals"].as_u64() < Some(100), "{partial}");
    let resumed = dir.fuda(&format!("{LONG} --store run.db")).code(0);
    assert_eq!(timeless(&resumed), timeless(&dir.fuda(LONG).code(0)));
}

#[test]
fn stores_of_other_matches_and_broken_ones() {
    let dir = TestDir::new();
    dir.fuda("match othello greedy random --deals 4 --store a.db").code(0);
    dir.fuda("match othello greedy random --deals 4 --seed 2 --store a.db").code(2).says("seed");
    dir.fuda("match othello random greedy --deals 4 --store a.db").code(2).says("players");
    let whole = dir.fuda("match othello greedy random --deals 8 --store a.db --json").code(0);
    let good = dir.read("a.db");
    dir.file("noise.db", "this is not a database at all, only text".repeat(50));
    dir.fuda("match othello greedy random --deals 4 --store noise.db").code(2).says("noise.db");
    assert!(dir.read("noise.db").starts_with(b"this is not"), "a foreign file is left alone");
    dir.file("cut.db", &good[..good.len() / 2]);
    let cut = dir.fuda("match othello greedy random --deals 8 --store cut.db --json");
    match cut.code {
        0 => assert_eq!(timeless(&cut), timeless(&whole)),
        _ => drop(cut.code(2).says("cut.db")),
    }
    dir.fuda("match othello greedy random --store no/such/folder/a.db").code(2).says("a.db");
    dir.fuda("match othello greedy random --report no/such/folder/r.html").code(2).says("r.html");
    dir.fuda("match othello greedy random --report .").code(2).says("got a folder");
    dir.fuda("match othello greedy random --deals 8 --store a.db --report a.db")
        .code(2)
        .says("the same file");
    assert_eq!(dir.read("a.db"), good, "nothing was lost");
}

#[test]
fn a_full_disk_is_told() {
    if !std::path::Path::new("/dev/full").exists() {
        println!("left out: there is no /dev/full here");
        return;
    }
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_fuda"))
        .args(["match", "othello", "greedy", "random", "--deals", "2", "--json"])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("standard output"));
}

#[test]
fn nobody_reads_what_is_said() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    let Ok(full) = full else {
        println!("left out: there is no /dev/full here");
        return;
    };
    let output = Command::new(env!("CARGO_BIN_EXE_fuda"))
        .args(["match", "othello", "randm", "random"])
        .stderr(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "the exit code still tells");
}

#[test]
fn a_match_under_a_time_limit_comes_to_its_end() {
    let dir = TestDir::new();
    let words = "match othello uct:loops=100000000 greedy --deals 1 --time-limit 0.02 --json";
    let report = dir.fuda(words).json();
    assert_eq!(report["games"], 2, "the match is played to its end");
}

#[test]
fn a_report_to_look_at() {
    let dir = TestDir::new();
    dir.fuda("match othello greedy random --deals 10 --report r.html").code(0);
    let page = String::from_utf8(dir.read("r.html")).unwrap();
    assert!(page.contains("<svg") && page.contains("fuda match othello greedy random"));
    for outside in ["src=\"http", "href=\"http", "url(http", "@import"] {
        assert!(!page.contains(outside), "the page needs no network: {outside}");
    }
}

#[test]
fn a_sequential_test_stops_early() {
    let dir = TestDir::new();
    let words = "match othello alphabeta:depth=2 random --sprt 0,5 --json";
    let report = dir.fuda(words).code(0).json();
    assert!(report["deals"].as_u64() < Some(2000), "{report}");
    dir.fuda("match othello greedy random --deals 20 --sprt 0,5").code(2).says("too few");
    assert_eq!(report["sprt"]["verdict"], "h1", "{report}");
}

#[test]
fn the_words_of_the_table_are_explained() {
    let dir = TestDir::new();
    let words = "match othello greedy random --deals 2";
    let plain = dir.fuda(words).code(0);
    assert!(!plain.out.contains("tenfold odds"));
    let explained = dir.fuda(&format!("{words} --explain --report page.html")).code(0);
    for word in ["rating", "effort", "Welch", "own unit", "tenfold odds"] {
        assert!(explained.out.contains(word), "{word} is not in:\n{}", explained.out);
    }
    let page = String::from_utf8(dir.read("page.html")).unwrap();
    assert!(page.contains("<dt>effort</dt>"));
    dir.fuda(&format!("{words} --explain --json")).code(2);
}

#[test]
fn the_luck_of_draws_is_subtracted_by_a_value_network() {
    let dir = TestDir::new();
    let learn = "learn leduc value --self-play random --games 400 --model v.safetensors --force";
    dir.fuda(learn).code(0);
    let match_ = "match leduc cfr:iterations=20 random --deals 100 --seed 3 --json";
    let plain = dir.fuda(match_).code(0).json();
    let mut with =
        dir.fuda(&format!("{match_} --luck v.safetensors --luck-draws 4")).code(0).json();
    let luck = with.as_object_mut().unwrap().remove("luck").unwrap();
    assert_eq!(luck["draws"], 4);
    assert_eq!(luck["deals"], 100);
    assert_eq!(luck["players"].as_array().unwrap().len(), 2);
    assert!(luck["difference"]["low"].as_f64() < luck["difference"]["mean"].as_f64());
    // The match itself is what it is without.
    assert_eq!(with["difference"], plain["difference"]);
    let again = dir.fuda(&format!("{match_} --luck v.safetensors --luck-draws 4 --threads 1"));
    assert_eq!(again.code(0).json()["luck"], luck);
    let printed = dir.fuda("match leduc cfr random --deals 20 --luck v.safetensors").code(0).out;
    assert!(printed.contains(
        "of the luck of draws and drawn moves (v.safetensors, each draw made anew 8 times)"
    ));
    let othello = dir.fuda("match othello greedy greedy --deals 2 --luck v.safetensors").code(2);
    assert!(othello.err.contains("chance decides nothing after the deal"), "{}", othello.err);
    let wrong = dir.fuda("match koikoi rule random --deals 2 --luck v.safetensors").code(2);
    assert!(wrong.err.contains("leduc") && wrong.err.contains("--luck"), "{}", wrong.err);
    dir.fuda("match leduc cfr random --luck nothing.safetensors").code(2);
}
