//! Koi-Koi through the command line.

use crate::common::Desk;

#[test]
fn learn_a_policy_and_play_with_it() {
    let desk = Desk::new();
    let words = "learn koikoi-pg --episodes 300 --calls 5 --model m.json --json";
    let report = desk.fuda(words).code(0).json();
    assert_eq!(report["curve"].as_array().unwrap().len(), 30);
    desk.fuda(words).code(2).says("--force");
    let again = desk.fuda(&format!("{words} --force")).code(0).json();
    assert_eq!(again["curve"], report["curve"], "the same seed learns the same");
    let report = desk.fuda("match koikoi pg:model=m.json,calls=5 random --deals 20 --json").code(0);
    assert_eq!(report.json()["games"], 40);
    desk.fuda("match koikoi pg:model=m.json random --rules guan --deals 1").code(2).says("m.json");
    desk.file("bad.json", "{\"weights\":[1,2");
    desk.fuda("match koikoi pg:model=bad.json random --deals 1").code(2).says("bad.json");
    desk.fuda("match koikoi pg:model=none.json random --deals 1").code(2).says("none.json");
    desk.fuda("learn koikoi-pg --rate NaN --model n.json").code(2);
    desk.fuda("learn koikoi-pg --against nobody --model n.json").code(2).says("nobody");
}

#[test]
fn the_shipped_policy_beats_random() {
    let desk = Desk::new();
    let report = desk.fuda("match koikoi pg random-cards --deals 150 --json").code(0).json();
    assert!(report["difference"]["low"].as_f64() > Some(0.0), "{report}");
}

#[test]
fn play_record_convert() {
    let desk = Desk::new();
    let args =
        ["play", "koikoi", "--rules", "guan", "--seed", "3", "--ascii", "--record", "g.jsonl"];
    let game = desk.run(&args, &"1\n".repeat(600)).code(0);
    assert!(game.out.contains("The game is over."), "{}", game.out);
    desk.fuda("records verify g.jsonl").code(0);
    desk.fuda("records convert g.jsonl --to guan --out g.json").code(0);
    let report = desk.fuda("records verify g.json --json").code(0).json();
    assert_eq!((&report["games"], &report["mismatches"]), (&1.into(), &0.into()), "{report}");
}
