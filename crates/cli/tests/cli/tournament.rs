//! Tournaments from the command line.

use crate::common::{Ran, TestDir};
use serde_json::Value;

/// The report without what depends on the clock.
fn timeless(ran: &Ran) -> Value {
    let mut report = ran.json();
    report.as_object_mut().expect("an object").remove("times").expect("times are apart");
    report
}

#[test]
fn every_game_has_a_ladder() {
    let dir = TestDir::new();
    for (game, players) in [
        ("othello", "alphabeta:depth=2 random greedy"),
        ("mahjong", "ukeire random"),
        ("daihinmin", "greedy random"),
        ("koikoi", "rule random"),
        ("leduc", "cfr random"),
    ] {
        let words = format!("tournament {game} {players} --deals 6 --json");
        let report = dir.fuda(&words).code(0).json();
        let best = players.split(' ').next().unwrap();
        assert_eq!(
            report["players"][0]["name"].as_str().unwrap().split(':').next(),
            best.split(':').next(),
            "{report}"
        );
        let rating = &report["players"][0]["rating"];
        assert!(rating["mean"].as_f64() > Some(1500.0), "{report}");
    }
}

#[test]
fn the_store_the_page_and_the_games() {
    let dir = TestDir::new();
    let words = "tournament othello alphabeta:depth=1 greedy random --deals 5 --json";
    let whole = timeless(&dir.fuda(words).code(0));
    let kept =
        format!("{words} --store store --records out/games --html out/index.html --threads 2");
    let mut first = timeless(&dir.fuda(&kept).code(0));
    let again = dir.fuda(&kept).code(0);
    assert_eq!(timeless(&again), first);
    assert_eq!(again.json()["times"]["games"], 0);
    let page = String::from_utf8(dir.read("out/index.html")).unwrap();
    for pair in first["pairs"].as_array_mut().unwrap() {
        let file = pair["records"].as_str().unwrap().to_owned();
        assert!(page.contains(&format!("href=\"games/{}\"", file.replace('=', "%3D"))), "{file}");
        let one = pair["kept"][0]["file"].as_str().unwrap().to_owned();
        dir.fuda(&format!("records verify out/games/{one}")).code(0);
        let pair = pair.as_object_mut().unwrap();
        pair.remove("records");
        pair.remove("kept");
    }
    assert_eq!(first, whole);
}

#[test]
fn what_cannot_be_is_refused() {
    let dir = TestDir::new();
    dir.fuda("tournament othello random").code(2);
    dir.fuda("tournament othello random random").code(2).says("named twice");
    dir.fuda("tournament othello random greedy --until-decided 0").code(2).says("above 0");
    dir.fuda("tournament othello random greedy --until-decided -3").code(2).says("above 0");
    dir.fuda("tournament othello random gredy").code(2).says("greedy");
    dir.file("file", "x");
    dir.fuda("tournament othello random greedy --deals 1 --store file").code(2).says("file");
    dir.fuda("tournament othello random greedy --deals 1 --html file/x").code(2).says("file");
}
