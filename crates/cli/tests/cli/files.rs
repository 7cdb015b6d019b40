//! Where results are written: whole or not at all, and never over a device.

use crate::common::Desk;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::process::{Command, Stdio};

const MATCH: &str = "match othello greedy random --deals 1 --report";

#[test]
fn a_report_to_a_full_device_is_an_error_and_the_device_stays() {
    let desk = Desk::new();
    symlink("/dev/full", desk.folder.path().join("report.html")).unwrap();
    desk.fuda(&format!("{MATCH} report.html")).code(2).says("report.html: No space left");
    assert!(std::fs::metadata("/dev/full").unwrap().file_type().is_char_device());
    desk.fuda(&format!("{MATCH} /dev/null")).code(0);
    assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    let missing = desk.fuda(&format!("{MATCH} none/report.html")).code(2).says("none/report.html");
    assert!(!missing.err.contains(".tmp") && !missing.err.contains(".part"), "{}", missing.err);
}

#[test]
fn a_report_goes_through_a_pipe_and_into_a_file_that_all_may_read() {
    let desk = Desk::new();
    let pipe = desk.folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read(pipe).unwrap()
    });
    desk.fuda(&format!("{MATCH} pipe")).code(0);
    let page = reader.join().unwrap();
    assert!(page.starts_with(b"<!"), "{}", String::from_utf8_lossy(&page));
    assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
    desk.fuda(&format!("{MATCH} page.html")).code(0);
    desk.file("usual", "");
    let mode = |name: &str| {
        std::fs::metadata(desk.folder.path().join(name)).unwrap().permissions().mode() & 0o777
    };
    assert_eq!(mode("page.html"), mode("usual"));
}

/// Plays by hand up to the first question after `moves`, then Ctrl-C.
fn interrupted(desk: &Desk, moves: &str) -> (Option<i32>, String) {
    let mut fuda = Command::new(env!("CARGO_BIN_EXE_fuda"))
        .current_dir(desk.folder.path())
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
    let desk = Desk::new();
    let record = desk.folder.path().join("game.jsonl");
    let (code, _) = interrupted(&desk, "");
    assert_eq!((code, record.exists()), (Some(130), false), "nothing was played");
    let (code, err) = interrupted(&desk, "1\n1\n");
    assert_eq!(code, Some(130));
    assert!(err.contains("game.jsonl"), "{err}");
    let kept = desk.read("game.jsonl");
    let kept: serde_json::Value = serde_json::from_slice(&kept).unwrap();
    assert!(kept["moves"].as_array().map_or(0, Vec::len) >= 3, "{kept}");
    desk.fuda("records stats game.jsonl").code(0);
}
