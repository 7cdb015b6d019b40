//! `fuda agree`.

use crate::common::TestDir;
use fuda_core::{Game, Position, Purpose, Record, Seed};
use fuda_mahjong::{Deal, Mahjong};

/// A game of random moves, as a line of fuda's own format.
fn random_game(seed: u64) -> String {
    let game = Mahjong::with_rules("tenhou-east").expect("a preset");
    let deal = Deal::from_seed(seed);
    let mut position = game.start(&deal).expect("a deal");
    let mut record = Record::new(&game, deal);
    let mut rng = Seed(seed).stream(Purpose::Playout, &[]);
    let mut moves = Vec::new();
    while let Some(seat) = position.turn().first() {
        let mv = position.random_move(seat, &mut rng, &mut moves).expect("a move");
        position.play_unchecked(seat, mv);
        record.moves.push((seat, mv));
    }
    record.scores = position.scores();
    serde_json::to_string(&record).expect("JSON") + "\n"
}

#[test]
fn agreement_is_counted_the_same_on_any_number_of_threads() {
    let dir = TestDir::new();
    dir.file("games.jsonl", random_game(1) + &random_game(2));
    let ask = "agree mahjong uct:loops=10 games.jsonl --positions 50 --json --threads";
    let one = dir.fuda(&format!("{ask} 1")).code(0);
    assert_eq!(one.out, dir.fuda(&format!("{ask} 3")).code(0).out);
    let found = one.json();
    assert_eq!((&found["positions"], &found["games_read"]), (&50.into(), &2.into()));
    let mean = found["agreement"]["mean"].as_f64().expect("a number");
    assert!(found["agreement"]["low"].as_f64() <= Some(mean));
    assert!(found["agreement"]["high"].as_f64() >= Some(mean));
    assert_eq!(found["within"][0].as_f64(), Some(mean));
    assert!(found["disagreement"]["mean"].as_f64() > Some(1.0));
    let text = dir.fuda("agree mahjong greedy games.jsonl --only claim --turns 1-6").code(0).out;
    assert!(text.contains("agreement") && text.contains("out of"), "{text}");
}

#[test]
fn what_cannot_be_asked_is_said() {
    let dir = TestDir::new();
    dir.file("games.jsonl", random_game(1));
    dir.file("noise.txt", "no record");
    std::fs::create_dir(dir.folder.path().join("empty")).expect("a folder");
    for (words, said) in [
        ("ukeire nowhere", "nowhere"),
        ("ukeire empty", "there is no file in the folders named"),
        ("ukeire noise.txt", "noise.txt: not a record of mahjong in a known format"),
        ("ukeire games.jsonl --turns 6-1", "expected turns such as 3 or 1-6"),
        ("ukeire games.jsonl --turns 77", "no record has a decision of the kind asked for"),
        ("ukeire games.jsonl --only kan", "a kind of decision of mahjong: discard, claim"),
        ("ukeira games.jsonl", "did you mean `ukeire`?"),
        ("ukeire", "required"),
    ] {
        dir.fuda(&format!("agree mahjong {words}")).code(2).says(said);
    }
    dir.fuda("agree othello greedy games.jsonl").code(2).says("not a record of othello");
    dir.fuda("agree othello greedy games.jsonl --only claim").code(2).says("of othello: all");
}
