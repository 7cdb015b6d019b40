//! `fuda learn GAME auxiliary`, from records to a player.

use assert_cmd::Command;
use fuda_core::{Ask, Budget, Game, Player, Position, Purpose, Record, Seed};
use fuda_mahjong::Mahjong;
use fuda_mahjong::players::Ukeire;
use std::path::Path;

fn fuda() -> Command {
    Command::cargo_bin("fuda").unwrap()
}

/// Writes games of four `ukeire` players as mjai files, one per game.
fn write_games(folder: &Path, seeds: std::ops::Range<u64>) {
    let game = Mahjong::with_rules("tenhou-east").unwrap();
    let mjai = Mahjong::formats().into_iter().find(|format| format.name() == "mjai").unwrap();
    for number in seeds {
        let mut rng = Seed(number).stream(Purpose::Player, &[]);
        let deal = game.deal(&mut Seed(number).stream(Purpose::Deal, &[]));
        let mut position = game.start(&deal).unwrap();
        let mut record = Record::new(&game, deal);
        let mut legal = Vec::new();
        while let Some(seat) = position.turn().first() {
            position.legal_moves(seat, &mut legal);
            let view = position.view(seat);
            let ask = Ask { view: &view, legal: &legal, budget: Budget::default(), rng: &mut rng };
            let mv = Ukeire.choose(ask).unwrap().mv;
            position.play(seat, mv).unwrap();
            record.moves.push((seat, mv));
        }
        record.scores = position.scores();
        std::fs::write(folder.join(format!("{number}.mjson")), mjai.write(&[record]).unwrap())
            .unwrap();
    }
}

fn json(command: &mut Command) -> serde_json::Value {
    let output = command.assert().success().get_output().stdout.clone();
    serde_json::from_slice(&output).unwrap()
}

/// The message of a command that must end with exit code 2, on one line.
fn refused(command: &mut Command) -> String {
    let output = command.assert().code(2).get_output().stderr.clone();
    let text = String::from_utf8(output).unwrap();
    text.split_whitespace().filter(|word| !"×│".contains(word)).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_model_is_learned_and_plays() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    std::fs::create_dir(&games).unwrap();
    write_games(&games, 0..5);
    let model = folder.path().join("model.safetensors");
    let learn = |threads: &str, model: &Path| {
        let mut command = fuda();
        command.args(["learn", "mahjong", "auxiliary", "--json", "--sizes", "2,4"]);
        command.args(["--test-games", "1"]);
        command.args(["--aux", "none,both", "--epochs", "5", "--threads", threads, "--records"]);
        command.arg(&games).arg("--model").arg(model);
        json(&mut command)
    };
    let report = learn("2", &model);
    let lessons = report["results"].as_array().unwrap();
    assert_eq!(lessons.len(), 4, "two sizes, two ways");
    assert_eq!(lessons[3]["problems"].as_array().unwrap().len(), 22);
    // The player that was learned from follows its own rules: chance is one in ten.
    let agreement = lessons[2]["test"]["agreement"]["mean"].as_f64().unwrap();
    assert!(agreement > 0.3, "{agreement}");
    let again = folder.path().join("again.safetensors");
    let other = learn("1", &again);
    assert_eq!(other["results"], report["results"], "threads change nothing");
    assert_eq!(std::fs::read(&model).unwrap(), std::fs::read(&again).unwrap());

    let player = format!("eval:model={}", model.display());
    let found = json(
        fuda()
            .args([
                "agree",
                "mahjong",
                &player,
                "--json",
                "--positions",
                "50",
                "--only",
                "discard,no-riichi",
            ])
            .arg(games.join("0.mjson")),
    );
    assert!(found["agreement"]["mean"].as_f64().unwrap() > 0.2);
    let said = json(
        fuda()
            .args(["analyse", "mahjong", "--json", "--move", "1", "--player", &player])
            .arg(games.join("0.mjson")),
    );
    let reasons = &said["decisions"][0]["alternatives"][0]["reasons"];
    assert!(reasons.as_array().is_some_and(|reasons| !reasons.is_empty()), "{said}");
}

/// Ranking to its end, the averaged perceptron and softmax; with auxiliary
/// problems, selected or not; the same on any number of threads.
#[test]
fn every_method_learns() {
    let folder = tempfile::tempdir().unwrap();
    write_games(folder.path(), 0..4);
    let learn = |threads: &str, rest: &[&str]| {
        let mut command = fuda();
        command.args(["learn", "mahjong", "auxiliary", "--json", "--test-games", "1"]);
        command.args(["--threads", threads, "--records"]).arg(folder.path()).args(rest);
        command.arg("--force").arg("--model").arg(folder.path().join("m"));
        json(&mut command)["results"].clone()
    };
    for rest in [
        &["--aux", "none,models,predictions"][..],
        &["--aux", "both", "--select", "0.1"],
        &["--ranker", "perceptron", "--aux", "none,predictions"],
        &["--ranker", "softmax", "--aux", "none"],
    ] {
        let lessons = learn("1", rest);
        assert_eq!(lessons, learn("2", rest), "threads change nothing");
        for lesson in lessons.as_array().unwrap() {
            let agreement = lesson["test"]["agreement"]["mean"].as_f64().unwrap();
            assert!(agreement > 0.3, "{rest:?}: {agreement}");
        }
    }
}

#[test]
fn bad_input_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let learn = |rest: &[&str]| {
        let mut command = fuda();
        command.args(["learn", "mahjong", "auxiliary", "--model"]).arg(folder.path().join("m"));
        command.arg("--records").arg(folder.path()).args(rest);
        refused(&mut command)
    };
    assert!(learn(&[]).contains("there is no file in the folders named"));
    write_games(folder.path(), 0..1);
    let few = learn(&["--sizes", "3", "--test-games", "1"]);
    assert!(few.contains("3 games to learn from and 1 to test on are needed"), "{few}");
    assert!(learn(&["--problems", "7"]).contains("mahjong has no auxiliary problems `7`"));
    assert!(learn(&["--select", "2"]).contains("expected an F from 0 to 1"));
    assert!(learn(&["--sizes", "0"]).contains("got 0"));
    // The same game twice: its walls may not stand on both sides.
    std::fs::copy(folder.path().join("0.mjson"), folder.path().join("copy.mjson")).unwrap();
    let twice = learn(&["--test-games", "1"]);
    assert!(twice.contains("1 to test on are needed, but there are 2"), "{twice}");
    let none = "learn koikoi auxiliary --self-play random --games 2 --model m".split(' ');
    let none = refused(fuda().args(none));
    assert!(none.contains("koikoi has no auxiliary problems"), "{none}");

    let model = folder.path().join("other.safetensors");
    let linear = fuda_learn::Linear { weights: vec![0.0; 4], bias: 0.0 };
    let (game, encoder) = ("mahjong".into(), "mahjong-eval-0".into());
    let file = fuda_learn::ModelFile { game, encoder, ..linear.to_file() };
    std::fs::write(&model, file.to_bytes()).unwrap();
    let player = format!("eval:model={}", model.display());
    let said = refused(fuda().args(["match", "mahjong", &player, "greedy", "--deals", "1"]));
    // Long lines are folded at hyphens too.
    assert!(
        said.replace("- ", "-")
            .contains("a mahjong linear model over mahjong-eval-0; `eval` needs"),
        "{said}"
    );
}

/// Daihinmin has auxiliary problems of its own.
#[test]
fn a_second_game_learns_by_the_same_command() {
    let folder = tempfile::tempdir().unwrap();
    let model = folder.path().join("m");
    let words = "learn daihinmin auxiliary --json --self-play greedy --games 40 --model";
    let report = json(fuda().args(words.split(' ')).arg(&model));
    let results = report["results"].as_array().unwrap();
    assert_eq!(results.len(), 4);
    let problems = results[1]["problems"].as_array().unwrap();
    assert!(problems.len() > 8 && problems.iter().any(|problem| problem["kept"] == true));
    for result in results {
        let agreement = result["test"]["agreement"]["mean"].as_f64().unwrap();
        assert!(agreement > 0.5, "{agreement}");
    }
    let player = format!("learned:model={}", model.display());
    let words = ["match", "daihinmin", &player, "random", "--deals", "2", "--json"];
    assert_eq!(json(fuda().args(words))["deals"], 2);
}
