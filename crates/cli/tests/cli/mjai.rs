//! Our player as a program that speaks mjai, at our own table: both ends.

use crate::common::TestDir;

/// The command under test, as others would start it.
fn bot(player: &str, dialect: &str) -> String {
    let fuda = assert_cmd::cargo::cargo_bin("fuda");
    let fuda = fuda.display();
    format!("mjai[dialect={dialect}]:{fuda} bot mahjong {player} --protocol mjai --seat {{seat}}")
}

#[test]
fn a_program_plays_whole_games_without_a_fault() {
    let dir = TestDir::new();
    for dialect in ["each", "list"] {
        let program = bot("greedy", dialect);
        let report = dir
            .run(&["match", "mahjong", &program, "greedy", "--deals", "1", "--json"], "")
            .code(0)
            .json();
        let program = &report["players"][0];
        assert_eq!((&program["games"], &program["errors"]), (&4.into(), &0.into()), "{program}");
        assert!(program["moves"].as_u64() > Some(100), "{program}");
    }
}

#[test]
fn a_program_that_is_no_bot_loses_by_rule() {
    let dir = TestDir::new();
    let ran = dir.run(&["match", "mahjong", "mjai:false", "greedy", "--deals", "1"], "");
    assert_eq!(ran.code, 1, "{}", ran.err);
    // One that answers every line, where only questions are answered.
    dir.file("none.sh", "while read line; do echo '{\"type\":\"none\"}'; done");
    let words = ["match", "mahjong", "mjai:sh none.sh", "greedy", "--deals", "1", "--json"];
    let report = dir.run(&words, "").code(1).json();
    let message = report["players"][0]["messages"][0].as_str().expect("text");
    assert!(message.contains("answers every line is `mjai[dialect=each]:`"), "{message}");
}

#[test]
fn a_record_is_watched_seat_by_seat() {
    let dir = TestDir::new();
    dir.fuda("match leduc random random --deals 3 --records games.jsonl").code(0);
    let report = dir.fuda("records verify games.jsonl --watch --json").code(0).json();
    assert!(report["counts"]["games watched"].as_u64() > Some(0), "{report}");
}

/// A program is asked about decisions of a record as our own players are: it
/// hears the game up to them.
#[test]
fn a_program_is_asked_about_records() {
    let dir = TestDir::new();
    dir.fuda("match mahjong ukeire greedy --deals 1 --records games.jsonl").code(0);
    let agree = |player: &str| {
        let words = ["agree", "mahjong", player, "games.jsonl", "--positions", "5", "--json"];
        let mut report = dir.run(&[&words[..], &["--only", "all"]].concat(), "").code(0).json();
        let report = report.as_object_mut().expect("an object");
        // Programs do not send the values of the moves they did not choose.
        ["positions", "agreement"].map(|name| report.remove(name).expect("a figure"))
    };
    let here = agree("net");
    assert_eq!(here[0], 5);
    let fuda = assert_cmd::cargo::cargo_bin("fuda");
    let client = format!("mjai-tcp:{} join mjai {{host}}:{{port}} --player net", fuda.display());
    for program in [bot("net", "each"), bot("net", "list"), client] {
        assert_eq!(agree(&program), here, "{program}");
    }
    let words = ["analyse", "mahjong", "games.jsonl", "--player", &bot("net", "list"), "--json"];
    let analysis = dir.run(&[&words[..], &["--move", "40"]].concat(), "").code(0).json();
    assert_eq!(analysis["decisions"].as_array().map(Vec::len), Some(1), "{analysis}");
}
