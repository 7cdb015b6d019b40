//! Where results are written: whole or not at all, and never over a device.

use crate::common::TestDir;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::process::{Command, Stdio};

const MATCH: &str = "match othello greedy random --deals 1 --report";

#[test]
fn a_report_to_a_full_device_is_an_error_and_the_device_stays() {
    let dir = TestDir::new();
    symlink("/dev/full", dir.folder.path().join("report.html")).unwrap();
    dir.fuda(&format!("{MATCH} report.html")).code(2).says("report.html: No space left");
    assert!(std::fs::metadata("/dev/full").unwrap().file_type().is_char_device());
    dir.fuda(&format!("{MATCH} /dev/null")).code(0);
    assert!(dir.fuda(&format!("{MATCH} /dev/stdout")).code(0).out.contains("<!doctype html>"));
    assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    let missing = dir.fuda(&format!("{MATCH} none/report.html")).code(2).says("none/report.html");
    assert!(!missing.err.contains(".tmp") && !missing.err.contains(".part"), "{}", missing.err);
}

#[test]
fn a_report_goes_through_a_pipe_and_into_a_file_that_all_may_read() {
    let dir = TestDir::new();
    let pipe = dir.folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read(pipe).unwrap()
    });
    dir.fuda(&format!("{MATCH} pipe")).code(0);
    let page = reader.join().unwrap();
    assert!(page.starts_with(b"<!"), "{}", String::from_utf8_lossy(&page));
    assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
    dir.fuda(&format!("{MATCH} page.html")).code(0);
    dir.file("usual", "");
    let mode = |name: &str| {
        std::fs::metadata(dir.folder.path().join(name)).unwrap().permissions().mode() & 0o777
    };
    assert_eq!(mode("page.html"), mode("usual"));
}

/// Whatever is at the place of a result stays, unless it was meant.
#[test]
fn nothing_is_replaced_by_mistake() {
    let dir = TestDir::new();
    dir.fuda("match leduc random random --deals 1 --records games.jsonl").code(0);
    let table = "+1 1:1 4:1\n-1 2:1 4:1\n+1 1:1 2:1\n-1 2:1\n".repeat(5);
    dir.file("t.svm", &table);
    dir.fuda("mine t.svm --min-support 1 --out p.txt").code(0);
    let files = ["games.jsonl", "t.svm", "p.txt"];
    let before = files.map(|name| dir.read(name));
    for (command, reason) in [
        ("mine t.svm --min-support 1 --out t.svm", "t.svm is already there"),
        ("select t.svm --patterns p.txt --out p.txt", "p.txt is already there"),
        ("classify --train t.svm --model t.svm", "t.svm is already there"),
        (
            "match leduc random random --deals 1 --report games.jsonl",
            "games.jsonl is already there",
        ),
        ("match leduc random random --deals 1 --save games.jsonl", "already there"),
        (
            "tournament leduc random mc:playouts=1 --deals 1 --report t.svm",
            "t.svm is already there",
        ),
        ("review games.jsonl --player random --out t.svm", "t.svm is already there"),
        ("play leduc --save t.svm", "holds no records of leduc"),
        ("play othello --save games.jsonl", "holds no records of othello"),
        ("learn leduc policy-gradient --games 9 --model m --checkpoint m", "the same file"),
    ] {
        dir.fuda(command).code(2).says(reason);
        assert_eq!(files.map(|name| dir.read(name)), before, "{command}");
    }
    assert!(!dir.folder.path().join("m").exists());
    dir.fuda("mine t.svm --min-support 1 --out p.txt --force").code(0);
    for force in ["", "--force"] {
        let written = "--save more.jsonl --report page.html";
        dir.fuda(&format!("match leduc random random --deals 1 {written} {force}")).code(0);
    }
    // The same command goes on, and replaces its own page alone.
    let words = "match leduc random random --store run.db --report store.html --deals";
    dir.fuda(&format!("{words} 1")).code(0);
    dir.fuda(&format!("{words} 2")).code(0);
    dir.file("store.html", "notes");
    dir.fuda(&format!("{words} 3")).code(2).says("is no HTML page");
}

/// A record that was cut off does not take the next one with it.
#[test]
fn a_record_is_appended_as_a_line_of_its_own() {
    let dir = TestDir::new();
    dir.run(&["play", "leduc", "--record", "r.jsonl", "--seed", "1"], "1\n1\n1\n1\n").code(0);
    let one = String::from_utf8(dir.read("r.jsonl")).unwrap();
    dir.file("cut.jsonl", &one[..one.len() / 2]);
    dir.run(&["play", "leduc", "--record", "cut.jsonl", "--seed", "1"], "1\n1\n1\n1\n").code(0);
    let both = String::from_utf8(dir.read("cut.jsonl")).unwrap();
    assert_eq!(both.lines().last(), one.lines().last());
}

/// Plays by hand up to the first question after `moves`, then Ctrl-C.
fn interrupted(dir: &TestDir, moves: &str) -> (Option<i32>, String) {
    let mut fuda = Command::new(env!("CARGO_BIN_EXE_fuda"))
        .current_dir(dir.folder.path())
        .args(["play", "othello", "--against", "greedy", "--seed", "1", "--record", "game.jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a game starts");
    let mut out = BufReader::new(fuda.stdout.take().expect("piped"));
    let mut input = fuda.stdin.take().expect("piped");
    std::io::Write::write_all(&mut input, moves.as_bytes()).unwrap();
    let mut asked = 0;
    let mut bytes = Vec::new();
    while asked <= moves.lines().count() && out.read_until(b'>', &mut bytes).unwrap() > 0 {
        asked += usize::from(bytes.ends_with(b"your move>"));
    }
    let killed = Command::new("kill").args(["-INT", &fuda.id().to_string()]).status();
    assert!(killed.unwrap().success());
    let output = fuda.wait_with_output().expect("it ends");
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn an_interrupted_game_is_kept_as_far_as_it_went() {
    let dir = TestDir::new();
    let record = dir.folder.path().join("game.jsonl");
    let (code, _) = interrupted(&dir, "");
    assert_eq!((code, record.exists()), (Some(130), false), "nothing was played");
    let (code, err) = interrupted(&dir, "1\n1\n");
    assert_eq!(code, Some(130));
    assert!(err.contains("game.jsonl"), "{err}");
    let kept = dir.read("game.jsonl");
    let kept: serde_json::Value = serde_json::from_slice(&kept).unwrap();
    assert!(kept["moves"].as_array().map_or(0, Vec::len) >= 3, "{kept}");
    dir.fuda("records stats game.jsonl").code(0);
}
