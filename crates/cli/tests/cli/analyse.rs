//! `fuda analyse`: which decisions, and what the values count.

use crate::common::TestDir;
use serde_json::Value;

fn decisions(report: &Value) -> Vec<Value> {
    report["decisions"].as_array().expect("a list").clone()
}

#[test]
fn values_have_their_unit() {
    let dir = TestDir::new();
    dir.fuda("match leduc random random --deals 2 --save leduc.jsonl").code(0);
    dir.fuda("match koikoi random random --deals 1 --save koikoi.jsonl").code(0);
    dir.fuda("match othello random random --deals 1 --save othello.jsonl").code(0);
    dir.fuda("learn leduc rank --self-play random --games 60 --model rank.st").code(0);
    for (words, unit) in [
        ("othello othello.jsonl --player alphabeta:depth=1,exact=4", "discs"),
        ("othello othello.jsonl --player uct:loops=5", "win-probability"),
        ("othello othello.jsonl --player uct:loops=5,reward=score", "discs"),
        ("leduc leduc.jsonl --player cfr:iterations=5", "probability"),
        ("leduc leduc.jsonl --player mc:playouts=5", "chips"),
        ("leduc leduc.jsonl --player learned:model=rank.st", "log-odds"),
        ("koikoi koikoi.jsonl --player mc:playouts=5", "points"),
    ] {
        let report = dir.fuda(&format!("analyse {words} --json")).code(0).json();
        let decisions = decisions(&report);
        assert!(!decisions.is_empty() && decisions.iter().all(|d| d["unit"] == unit), "{words}");
    }
    let text = dir.fuda("analyse leduc leduc.jsonl --player cfr:iterations=5").code(0).out;
    assert!(text.contains(" probability  effort "), "{text}");
    // A policy of cards, with calls decided in points.
    let pg = dir.fuda("analyse koikoi koikoi.jsonl --player pg:calls=5 --json").code(0).json();
    let is_call = |d: &Value| d["choice"] == "stop" || d["choice"] == "koikoi";
    for decision in decisions(&pg).iter().filter(|d| d["alternatives"][0].is_object()) {
        let unit = if is_call(decision) { "points" } else { "probability" };
        assert_eq!(decision["unit"], unit, "{decision}");
    }
}

#[test]
fn decisions_are_chosen_by_seat_hand_and_loss() {
    let dir = TestDir::new();
    dir.fuda("match koikoi random random --rules guan --deals 1 --save g.jsonl").code(0);
    let words = "analyse koikoi g.jsonl --player mc:playouts=20 --json";
    let all = decisions(&dir.fuda(words).code(0).json());
    let own = decisions(&dir.fuda(&format!("{words} --seat 1")).code(0).json());
    assert!(!own.is_empty() && own.len() < all.len());
    assert!(own.iter().all(|d| d["seat"] == 1));
    let second = decisions(&dir.fuda(&format!("{words} --hand 2")).code(0).json());
    assert!(!second.is_empty() && second.iter().all(|d| d["hand"] == 2));
    let both = decisions(&dir.fuda(&format!("{words} --hand 2 --seat 1")).code(0).json());
    let wanted = all.iter().filter(|d| d["hand"] == 2 && d["seat"] == 1).cloned();
    assert_eq!(both, wanted.collect::<Vec<_>>());
    let worst = decisions(&dir.fuda(&format!("{words} --worst 3")).code(0).json());
    let mut lost: Vec<f64> = all.iter().filter_map(|d| d["lost"].as_f64()).collect();
    lost.sort_by(|a, b| b.total_cmp(a));
    let shown: Vec<f64> = worst.iter().filter_map(|d| d["lost"].as_f64()).collect();
    assert!(shown.len() == 3 && shown == lost[..3], "{shown:?} {lost:?}");
    let text = dir.fuda("analyse koikoi g.jsonl --player mc:playouts=20 --worst 1").code(0).out;
    assert!(text.contains(", lost ") && text.contains(" points"), "{text}");
    dir.fuda(&format!("{words} --seat 2")).code(2).says("koikoi has the seats 0 to 1");
    dir.fuda(&format!("{words} --worst 0")).code(2);
    dir.fuda(&format!("{words} --hand 99")).code(2).says("no such decision");
}
