//! Ctrl-C: exit code 130 and one line that says what was kept, whatever the
//! command.

use crate::common::TestDir;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

fn start(dir: &TestDir, words: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_fuda"))
        .current_dir(dir.folder.path())
        .args(words.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

/// Waits for something that happens sooner or later, or never: then the test
/// fails after minutes.
fn wait_for(what: &str, mut happened: impl FnMut() -> bool) {
    for _ in 0..24_000 {
        if happened() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{what} did not happen");
}

/// Waits until Ctrl-C is answered, interrupts, and gives what came.
fn interrupt(mut child: Child) -> Output {
    // An input that ends would end a game.
    let _input = child.stdin.take();
    let status = format!("/proc/{}/status", child.id());
    wait_for("a handler", || {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        caught.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|m| m & 2 != 0))
    });
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill is there").success());
    child.wait_with_output().expect("it ends")
}

fn kept(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{said}");
    let last = said.lines().last().unwrap_or_default();
    assert!(last.starts_with("interrupted: "), "{said}");
    last.to_owned()
}

/// The files of a folder, those without names not among them.
fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn what_keeps_nothing_says_so_and_leaves_nothing() {
    let dir = TestDir::new();
    dir.fuda("othello endgames --count 3000 --seed 3 --out a.pos").code(0);
    for words in [
        "mine a.pos --min-support 2 --out patterns.txt",
        "select a.pos --min-support 2 --out chosen.txt",
        "learn othello rank --self-play alphabeta:depth=6 --games 100000 --model m",
        "learn othello patterns --self-play alphabeta:depth=6 --games 100000 --model m",
        "forks othello uct:loops=100000 greedy --deals 100000",
        "play othello --against random",
    ] {
        let said = kept(&interrupt(start(&dir, words)));
        assert_eq!(said, "interrupted: nothing was kept", "{words}");
        assert_eq!(files(dir.folder.path()), ["a.pos"], "{words}");
    }
}

/// Whatever is interrupted ends with the same exit code and one line.
#[test]
fn the_exit_code_is_one_everywhere() {
    let dir = TestDir::new();
    dir.fuda("match leduc random random --deals 200 --save games.jsonl").code(0);
    for words in [
        "match othello uct:loops=1000 random --deals 1000000",
        "tournament leduc mc:playouts=1000 random --deals 1000000",
        "exploit leduc --iterations 1000000",
        "agree leduc uct:loops=1000000 games.jsonl",
        "analyse leduc games.jsonl --game 3 --player uct:loops=1000000000",
        "review games.jsonl --game 3 --player uct:loops=1000000000",
        "check-bot othello uct:loops=100000 --games 100000",
        "bot othello greedy --protocol nboard",
        "mahjong shanten --json",
        "othello perft 20",
        "serve --addr 127.0.0.1:0 --store s.db",
        "host mjai --port 0",
        "koikoi curves --episodes 1000000",
    ] {
        kept(&interrupt(start(&dir, words)));
    }
}

#[test]
fn learning_by_policy_gradient_keeps_model_and_checkpoint() {
    let dir = TestDir::new();
    let words = "learn koikoi policy-gradient --hidden 8x8 --games-per-step 16 --model m \
                 --checkpoint c";
    let child = start(&dir, &format!("{words} --games 100000000"));
    let checkpoint = dir.folder.path().join("c");
    wait_for("a checkpoint", || checkpoint.exists());
    // Between the checkpoint and the first question a step may lie.
    std::thread::sleep(Duration::from_millis(200));
    let said = kept(&interrupt(child));
    assert!(said.contains("are in m; --checkpoint c --resume goes on"), "{said}");
    assert_eq!(files(dir.folder.path()), ["c", "m"]);
    dir.fuda("match koikoi learned:model=m random --deals 1").code(0);
    dir.fuda(&format!("{words} --games 1 --resume --force")).code(0);
}

#[test]
fn a_study_keeps_the_steps_that_are_done() {
    let dir = TestDir::new();
    dir.fuda("othello endgames --count 3000 --seed 3 --items to-move --out a.pos").code(0);
    let words = |last: &str| {
        format!("study a.pos --mine-rows 2000 --folder run --supports 900,{last} --learners nb")
    };
    let child = start(&dir, &words("2"));
    let first = dir.folder.path().join("run/count-900.json");
    wait_for("the first step", || first.exists());
    let said = kept(&interrupt(child));
    assert!(said.contains("run has the steps that are done; the same command goes on"), "{said}");
    let step = dir.read("run/count-900.json");
    dir.fuda(&words("800")).code(0);
    assert_eq!(dir.read("run/count-900.json"), step, "the step was not done again");
}

#[test]
fn a_run_of_experiments_keeps_what_is_finished() {
    let dir = TestDir::new();
    let child = start(&dir, "reproduce 3/table-4 --full --out run --threads 1");
    let folder = dir.folder.path().join("run/run.json");
    wait_for("the folder", || folder.exists());
    let said = kept(&interrupt(child));
    assert!(said.contains("run has what is finished; --resume goes on"), "{said}");
}

#[test]
fn a_host_keeps_its_log() {
    let dir = TestDir::new();
    let guests = "--guest greedy ".repeat(5);
    let child =
        start(&dir, &format!("host uecda --games 1000000 --port 0 --log games.log {guests}"));
    let log = dir.folder.path().join("games.log");
    wait_for("a game", || std::fs::metadata(&log).is_ok_and(|log| log.len() > 0));
    let said = kept(&interrupt(child));
    assert!(said.contains("games.log has the games that were played"), "{said}");
    dir.fuda("records verify games.log").code(0);
}
