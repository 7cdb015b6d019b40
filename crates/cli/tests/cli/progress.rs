//! Whoever sits at a terminal sees that long work goes on.

use crate::common::TestDir;
use std::process::{Command, Stdio};

/// What a command shows on a terminal, which `script` of util-linux stands in
/// for; nothing where there is none.
fn on_a_terminal(dir: &TestDir, words: &str) -> Option<String> {
    let command = format!("{} {words}", env!("CARGO_BIN_EXE_fuda"));
    let shown = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .current_dir(dir.folder.path())
        .stdin(Stdio::null())
        .output();
    let Ok(shown) = shown else {
        eprintln!("there is no `script` here; the test is passed over");
        return None;
    };
    assert!(shown.status.success(), "{words}: {shown:?}");
    Some(String::from_utf8_lossy(&shown.stdout).into_owned())
}

#[test]
fn long_work_is_seen_at_a_terminal() {
    let dir = TestDir::new();
    let start = "---------------------------OX------XO--------------------------- X";
    let thinking = format!("analyse othello --position '{start}' --player uct:loops=5000 --json");
    for (words, bar) in [
        (&*thinking, "uct:loops=5000 is thinking"),
        (
            "learn othello patterns --self-play random --games 60 --force --model p.st",
            "% reading games",
        ),
        ("learn daihinmin rank --self-play greedy --games 20 --model d.st", "/20 games played"),
        ("learn koikoi value --self-play random --games 60 --force --model v.st", "/60 games"),
        ("match othello random random --deals 200", "/200 deals"),
    ] {
        let Some(shown) = on_a_terminal(&dir, words) else { return };
        assert!(shown.contains(bar), "no `{bar}` of `{words}` in {shown}");
    }
    // Into a file goes the result alone.
    assert_eq!(dir.fuda("match othello random random --deals 20").code(0).err, "");
}
