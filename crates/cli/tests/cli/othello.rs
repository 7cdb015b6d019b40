//! Othello through the command line.

use crate::common::TestDir;

#[test]
fn perft() {
    let dir = TestDir::new();
    assert_eq!(dir.fuda("othello perft 7").code(0).out, "55092\n");
    let answer = dir.fuda("othello perft 5 --json").code(0).json();
    assert_eq!((&answer["depth"], &answer["nodes"]), (&5.into(), &1396.into()));
}

/// Two positions of our own, near the end, with scores found by counting by hand.
const PROBLEMS: &str = "\
XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X; h8:+64;\n\
OOOOOOOOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X; h8:+48;\n";

#[test]
fn solve() {
    let dir = TestDir::new();
    dir.file("two.obf", PROBLEMS);
    let answer = dir.fuda("othello solve two.obf --json").code(0).json();
    assert_eq!(answer["problems"].as_array().unwrap().len(), 2);
    assert_eq!((&answer["right"], &answer["wrong"]), (&2.into(), &0.into()));
    let first = dir.fuda("othello solve two.obf --numbers 2 --json").code(0).json();
    assert_eq!(first["problems"][0]["score"], 48);
    dir.fuda("othello solve two.obf --problems 3").code(2).says("two.obf has 2 problems");
    dir.fuda("othello solve two.obf --problems x").code(2).says("--numbers");
    dir.file("wrong.obf", PROBLEMS.replace("+48", "+46"));
    dir.fuda("othello solve wrong.obf").code(1);
    dir.file("cut.obf", &PROBLEMS[..40]);
    dir.fuda("othello solve cut.obf").code(2).says("cut.obf");
    dir.fuda("othello solve nowhere.obf").code(2).says("nowhere.obf");
}

#[test]
fn analyse_a_position() {
    let dir = TestDir::new();
    let start = "---------------------------OX------XO--------------------------- X";
    let args = ["analyse", "othello", "--position", start, "--player", "alphabeta:depth=3"];
    let shown = dir.run(&args, "").code(0).out;
    assert!(shown.contains("it would play"), "{shown}");
    let args = [&args[..], &["--json"]].concat();
    let answer = dir.run(&args, "").code(0).json();
    assert_eq!(answer["decisions"][0]["alternatives"].as_array().unwrap().len(), 4);
    dir.run(&["analyse", "othello", "--position", "XO"], "").code(2).says("--position");
}

#[test]
fn play_record_verify_analyse_convert() {
    let dir = TestDir::new();
    let moves = "1\n".repeat(70);
    let args = ["play", "othello", "--against", "greedy", "--seed", "5", "--record", "g.jsonl"];
    let game = dir.run(&args, &moves).code(0);
    assert!(game.out.contains("The game is over."), "{}", game.out);
    let report = dir.fuda("records verify g.jsonl --json").code(0).json();
    assert_eq!((&report["games"], &report["mismatches"]), (&1.into(), &0.into()));
    let thoughts = dir.fuda("analyse othello g.jsonl --player greedy --json").code(0).json();
    assert!(thoughts["agreement"].as_f64().unwrap() >= 0.3, "{thoughts}");
    dir.fuda("analyse othello g.jsonl --game 2").code(2).says("the file has 1 games");
    dir.fuda("analyse othello g.jsonl --move 99").code(2).says("--move 99");
    dir.fuda("records convert g.jsonl --to transcript --out g.txt").code(0);
    dir.fuda("records convert g.jsonl --to transcript --out g.txt").code(2).says("--force");
    dir.fuda("records convert g.jsonl --to transcript --out g.txt --force").code(0);
    let report = dir.fuda("records verify g.txt --json").code(0).json();
    assert_eq!((&report["games"], &report["mismatches"]), (&1.into(), &0.into()));
    assert_eq!(dir.fuda("records stats g.txt --json").code(0).json()["games"], 1);
}

#[test]
fn a_person_is_shown_the_commands_the_last_move_and_the_ranks() {
    let dir = TestDir::new();
    let args = ["play", "othello", "--seed", "5", "--ascii", "--against", "greedy"];
    let game = dir.run(&args, &format!("help\nhint\n{}", "1\n".repeat(70))).code(0);
    for word in ["hint  ", "moves  ", "quit  ", "alphabeta would play", "effort"] {
        assert!(game.out.contains(word), "{word}: {}", game.out);
    }
    assert!(game.out.contains("rules standard"), "people begin at the usual start: {}", game.out);
    let marked = |line: &&str| line.contains('|') && line.contains('[') && line.contains(']');
    assert!(game.out.lines().filter(marked).count() > 5, "{}", game.out);
    assert!(game.out.contains("  1.  seat ") && game.out.contains("  2.  seat "), "{}", game.out);
}

#[test]
fn leaving_a_game_early_keeps_its_record() {
    let dir = TestDir::new();
    let args = ["play", "othello", "--against", "random", "--seed", "5", "--record", "g.jsonl"];
    dir.run(&args, "hint\nmoves\nnonsense\n1\nquit\n").code(0);
    dir.run(&args, "1\n").code(0);
    let report = dir.fuda("records verify g.jsonl --json").code(0).json();
    assert_eq!((&report["games"], &report["mismatches"]), (&2.into(), &0.into()));
}
