//! `fuda learn GAME METHOD`: every method on every game.

use crate::common::TestDir;

/// What is refused before any work, and the message for a model of another game.
#[test]
fn bad_input_is_refused_with_a_reason() {
    let dir = TestDir::new();
    dir.file("noise.txt", "no record");
    for (words, said) in [
        ("othello rank --model m", "--records"),
        ("othello rank --records nowhere --model m", "nowhere"),
        ("othello rank --records noise.txt --model m", "not a record of othello"),
        ("othello rank --self-play nobody --model m", "nobody"),
        ("othello rank --self-play random", "--model"),
        ("othello rank --self-play random --encoder x --model m", "encoders: othello-after-1"),
        ("othello rank --self-play random --only claim --model m", "a kind of decision"),
        ("othello value --self-play random --hidden 3 --model m", "192x96"),
        ("othello rank --self-play random --model no/m", "no/m"),
        ("othelo rank --self-play random --model m", "did you mean `othello`?"),
    ] {
        dir.fuda(&format!("learn {words}")).code(2).says(said);
    }
    dir.fuda("learn leduc rank --self-play random --games 60 --model m").code(0);
    dir.fuda("match othello learned:model=m random --deals 1").code(2).says("a leduc linear");
    dir.fuda("match leduc learned random --deals 1").code(2).says("model=FILE");
}

#[test]
fn every_method_learns_on_every_game_and_plays() {
    let dir = TestDir::new();
    for (game, player, games) in [
        ("othello", "greedy", 24),
        ("mahjong", "greedy", 4),
        ("daihinmin", "greedy", 24),
        ("koikoi", "rule:calls=3", 60),
        ("leduc", "random", 400),
    ] {
        let from =
            format!("--self-play {player} --games {games} --seed 3 --force --json --model m");
        for (method, more) in [
            ("rank", "--epochs 2"),
            ("rank --ranker perceptron", "--epochs 1"),
            ("value", "--hidden 8x8 --epochs 1"),
            ("patterns", "--mined 200 --chosen 5 --rows 2000"),
        ] {
            let report = dir.fuda(&format!("learn {game} {method} {from} {more}")).code(0).json();
            assert_eq!(report["game"], game, "{method}");
            dir.fuda(&format!("match {game} learned:model=m,positions=1 random --deals 1")).code(0);
        }
        let steps = if game == "mahjong" {
            "--games 2 --games-per-step 1"
        } else {
            "--games 32 --games-per-step 16"
        };
        let words = format!("learn {game} policy-gradient --hidden 8x8 --force {steps} --model p");
        dir.fuda(&words).code(0);
        dir.fuda(&format!("match {game} learned:model=p,draw=yes random --deals 1")).code(0);
    }
}

/// A model that predicts worse than the mean is written only when forced.
#[test]
fn a_model_that_is_worse_than_nothing_is_not_written() {
    let dir = TestDir::new();
    let words = "learn othello value --self-play random --games 4 --model v.st";
    dir.fuda(words).code(2).says("always predicting the mean is better").says("--force");
    assert!(!dir.folder.path().join("v.st").exists());
    dir.fuda(&format!("{words} --force")).code(0).says("warning: the model explains");
    assert!(dir.folder.path().join("v.st").exists());
}

#[test]
fn what_was_measured_while_learning_is_said() {
    let dir = TestDir::new();
    let words = "learn leduc policy-gradient --games 64 --games-per-step 32 --model p.st";
    let out = dir.fuda(words).code(0).out;
    assert!(out.contains("measured while learning: the policy alone"), "{out}");
    assert!(out.contains("fuda match leduc learned:model=p.st"), "{out}");
}
