//! Leduc hold'em through the command line: what every game gets.

use crate::common::TestDir;

#[test]
fn the_solution_beats_random_play() {
    let dir = TestDir::new();
    let words = "match leduc cfr:iterations=100 random --deals 400 --json";
    let report = dir.fuda(words).code(0).json();
    assert_eq!(report["games"], 800);
    assert!(report["difference"]["low"].as_f64() > Some(0.0), "{report}");
}

#[test]
fn a_policy_learned_from_itself_beats_random_play() {
    let dir = TestDir::new();
    let words = "learn leduc policy-gradient --games 8000 --hidden 32x16 --model m";
    dir.fuda(words).code(0);
    let report = dir.fuda("match leduc learned:model=m,draw=yes random --deals 1000 --json");
    let report = report.code(0).json();
    assert!(report["difference"]["low"].as_f64() > Some(0.0), "{report}");
    // It draws its moves by probabilities that it reports.
    let report = dir.fuda("exploit leduc learned:model=m,draw=yes --iterations 1 --json").code(0);
    assert_eq!(report.json()["players"][0]["exact"], true);
}

#[test]
fn play_record_verify_analyse_agree() {
    let dir = TestDir::new();
    for seed in ["1", "2", "3"] {
        let args = ["play", "leduc", "--seed", seed, "--ascii", "--record", "g.jsonl"];
        let game = dir.run(&args, &"check\nhint\ncall\n".repeat(4)).code(0);
        assert!(game.out.contains("The game is over."), "{}", game.out);
        assert!(game.out.contains("your card"), "{}", game.out);
    }
    let report = dir.fuda("records verify g.jsonl --json").code(0).json();
    assert_eq!((&report["games"], &report["mismatches"]), (&3.into(), &0.into()), "{report}");
    let analysis = dir.fuda("analyse leduc g.jsonl --game 2 --json").code(0).json();
    assert_eq!(analysis["player"], "cfr");
    let values = analysis["decisions"][0]["alternatives"].as_array().expect("alternatives");
    let sum: f64 = values.iter().filter_map(|a| a["value"].as_f64()).sum();
    assert!((sum - 1.0).abs() < 1e-9, "the values are probabilities: {analysis}");
    dir.fuda("agree leduc cfr g.jsonl --json").code(0);
    let other = dir.fuda("match othello random greedy --deals 1").code(0);
    dir.file("not.jsonl", other.out);
    dir.fuda("analyse leduc not.jsonl").code(2).says("not.jsonl");
}

#[test]
fn a_small_game_is_solved_and_a_large_one_refused() {
    let dir = TestDir::new();
    let words = "exploit leduc random cfr:iterations=20 --iterations 200";
    let report = dir.fuda(&format!("{words} --json")).code(0).json();
    assert_eq!((&report["deals"], &report["sets"]), (&120.into(), &936.into()));
    let last = report["curve"].as_array().and_then(|curve| curve.last()).expect("a curve");
    assert!((last["value"].as_f64().expect("a value") + 0.0856).abs() < 1e-3, "{last}");
    assert!(last["exploitability"].as_f64() < Some(1e-2), "{last}");
    let text = dir.fuda(words).code(0).out;
    assert!(text.contains("exploitability per game") && text.contains("cfr:iterations=20"));
    dir.fuda("exploit othello").code(2).says("othello cannot be solved");
    dir.fuda("exploit leduc exec:true --iterations 2")
        .code(2)
        .says("`exec:true` failed: the program");
    dir.fuda("exploit leduc nobody").code(2).says("nobody");
    dir.fuda("exploit leduc --rules paper").code(2).says("standard");
}
