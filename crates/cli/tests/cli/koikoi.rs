//! Koi-Koi through the command line.

use crate::common::TestDir;

#[test]
fn learn_a_policy_and_play_with_it() {
    let dir = TestDir::new();
    let words = "koikoi policy --episodes 300 --calls 5 --model m.st --json";
    let report = dir.fuda(words).code(0).json();
    assert_eq!(report["curve"].as_array().unwrap().len(), 30);
    dir.fuda(words).code(2).says("--force");
    let again = dir.fuda(&format!("{words} --force")).code(0).json();
    assert_eq!(again["curve"], report["curve"], "the same seed learns the same");
    let report = dir.fuda("match koikoi pg:model=m.st,calls=5 random --deals 20 --json").code(0);
    assert_eq!(report.json()["games"], 40);
    dir.fuda("match koikoi pg:model=m.st random --rules guan --deals 1").code(2).says("m.st");
    dir.file("bad.json", "{\"weights\":[1,2");
    dir.fuda("match koikoi pg:model=bad.json random --deals 1").code(2).says("bad.json");
    dir.fuda("match koikoi pg:model=none.st random --deals 1").code(2).says("none.st");
    dir.fuda("koikoi policy --rate NaN --model n.st").code(2);
    dir.fuda("koikoi policy --against nobody --model n.st").code(2).says("nobody");
}

#[test]
fn the_shipped_policy_beats_random() {
    let dir = TestDir::new();
    let report = dir.fuda("match koikoi pg random-cards --deals 150 --json").code(0).json();
    assert!(report["difference"]["low"].as_f64() > Some(0.0), "{report}");
}

#[test]
fn the_network_plays_out_of_the_box() {
    let dir = TestDir::new();
    for rules in ["paper", "guan", "nintendo"] {
        let words = format!("match koikoi pg-net:look=2 rule:calls=5 --rules {rules} --deals 2");
        dir.fuda(&format!("{words} --json")).code(0);
    }
    let small = "paper+months=2+hand=2+field=0";
    dir.fuda(&format!("match koikoi pg-net rule --rules {small} --deals 1"))
        .code(2)
        .says("fuda learn koikoi policy-gradient");
    dir.fuda("match koikoi value:calls=5 random --deals 2 --json").code(0);
    dir.fuda("match koikoi value rule --rules guan --deals 1").code(2).says("guan");
}

#[test]
fn learn_a_network_stop_and_go_on() {
    let dir = TestDir::new();
    let words = "learn koikoi policy-gradient --hidden 16x8 --against rule:calls=5=x --model n";
    dir.fuda(words).code(2).says("out of 100");
    let learn = |more: &str| {
        let fixed = ["learn", "koikoi", "policy-gradient", "--hidden", "16x8"];
        let fixed = fixed.into_iter().chain(["--games-per-step", "32", "--against"]);
        let fixed = fixed.chain(["rule:calls=5 20", "--seed", "4"]);
        let args: Vec<&str> = fixed.chain(more.split(' ')).collect();
        dir.run(&args, "")
    };
    let whole = learn("--games 320 --model whole --threads 2 --json").code(0).json();
    let part = learn("--games 320 --model part --checkpoint c --json");
    assert_eq!(part.code(0).json()["curve"], whole["curve"], "the same seed learns the same");
    learn("--games 320 --model other --checkpoint c").code(2).says("--resume");
    learn("--games 640 --model more --checkpoint c --resume").code(0);
    let other = learn("--games 640 --model other --checkpoint c --resume --past 30");
    other.code(2).says("checkpoint");
    dir.fuda("match koikoi pg-net:model=more,look=0 rule:calls=5 --deals 3").code(0);
    dir.fuda("match koikoi learned:model=more rule:calls=5 --deals 3").code(0);
    dir.fuda("match koikoi learned:model=c random --deals 1").code(2).says("checkpoint");
    dir.fuda("learn koikoi policy-gradient --hidden 5 --model n").code(2).says("192x96");
    dir.fuda("learn koikoi policy-gradient --trace 3 --model n").code(2).says("trace");
}

#[test]
fn learn_values_and_exploit() {
    let dir = TestDir::new();
    let words = "koikoi completions --turn 11 --samples 60 --test 20 --completions 3 --playouts 3 \
                 --passes 2 --model v --json";
    let report = dir.fuda(words).code(0).json();
    assert_eq!(report["report"]["scatter"].as_array().unwrap().len(), 20);
    dir.fuda("match koikoi value:model=v,calls=0 random --deals 2").code(0);
    dir.fuda("koikoi completions --turn 17 --model w").code(2).says("turn");
    dir.fuda("koikoi completions --turn x --model w").code(2).says("--turn");
    let words = "exploit koikoi rule:calls=3 --rules paper+months=2+hand=1+field=2+plains-from=2 \
                 --iterations 20 --times 2 --json";
    let report = dir.fuda(words).code(0).json();
    let player = &report["players"][0];
    assert!(player["exploitability"].as_f64() >= player["against_solution"].as_f64());
    dir.fuda("exploit koikoi --rules paper").code(2).says("deals");
    dir.fuda("exploit koikoi nobody").code(2).says("nobody");
    let report = dir.fuda("koikoi curves --episodes 60 --seeds 2 --calls 3 --json").code(0).json();
    assert_eq!(report["band"].as_array().unwrap().len(), 30);
}

#[test]
fn people_play_whole_matches_and_see_the_stock() {
    let dir = TestDir::new();
    let args = ["play", "koikoi", "--seed", "3", "--ascii", "--against", "random"];
    let game = dir.run(&args, &"1\n".repeat(600)).code(0);
    assert!(game.out.contains("rules nintendo"), "{}", game.out);
    assert!(game.out.contains("Round 12 is over"), "{}", game.out);
    assert!(game.out.matches(" from the stock").count() > 50, "{}", game.out);
    let left = dir.run(&["play", "koikoi"], "quit\n").code(0);
    assert!(left.out.contains("against pg-net"), "the recommended player: {}", left.out);
}

#[test]
fn play_record_convert() {
    let dir = TestDir::new();
    let args =
        ["play", "koikoi", "--rules", "guan", "--seed", "3", "--ascii", "--record", "g.jsonl"];
    let game = dir.run(&args, &"1\n".repeat(600)).code(0);
    assert!(game.out.contains("The game is over."), "{}", game.out);
    dir.fuda("records verify g.jsonl").code(0);
    dir.fuda("records convert g.jsonl --to guan --out g.json").code(0);
    let report = dir.fuda("records verify g.json --json").code(0).json();
    assert_eq!((&report["games"], &report["mismatches"]), (&1.into(), &0.into()), "{report}");
}
