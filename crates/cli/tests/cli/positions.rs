//! Decisions as rows, for every game, through the command line.

use crate::common::TestDir;
use serde_json::Value;

/// Every game with players that answer at once, how many games they play, and
/// a support at which there are patterns, but not too many.
const GAMES: [(&str, &str, u32, u32); 5] = [
    ("othello", "greedy", 60, 400),
    ("mahjong", "greedy", 2, 60),
    ("daihinmin", "random", 30, 450),
    ("koikoi", "rule", 30, 20),
    ("leduc", "random", 300, 60),
];

fn about(dir: &TestDir, folder: &str) -> Value {
    serde_json::from_slice(&dir.read(&format!("{folder}/about.json"))).unwrap()
}

#[test]
fn every_game_goes_from_positions_to_a_classifier_in_words() {
    let dir = TestDir::new();
    for (game, player, games, support) in GAMES {
        let words = format!("positions {game} --self-play {player} --games {games} --seed 4");
        let words = format!("{words} --count 1500 --out {game}.pos --json");
        let made = dir.fuda(&words).code(0).json();
        let rows = made["rows"].as_u64().unwrap();
        assert!(rows > 100, "{made}");
        assert_eq!(made["won"].as_u64().unwrap() + made["lost"].as_u64().unwrap(), rows);
        let words = format!("mine {game}.pos --min-support {support} --max-entropy 0.999 --words");
        let patterns = dir.fuda(&words).code(0).out;
        assert!(!patterns.contains("item "), "{game}: {patterns}");
        let words = format!(
            "select {game}.pos --min-support {support} --method divided --cutoff 0.001 --most 20 \
             --out {game}.txt --json"
        );
        let chosen = dir.fuda(&words).code(0).json();
        for feature in chosen["first"].as_array().unwrap() {
            let meaning = feature["meaning"].as_str().unwrap();
            let joined = meaning.matches(" and ").count() + 1;
            assert!(joined >= feature["items"].as_array().unwrap().len(), "{game}: {meaning}");
            assert!(!meaning.contains("item "), "{game}: {meaning}");
        }
        let words = format!(
            "classify --train {game}.pos --features {game}.txt --learner dlda --folds 2 \
             --model {game}.safetensors --json"
        );
        let report = dir.fuda(&words).code(0).json();
        assert_eq!(report["games"], made["games"], "{report}");
        let words = format!("classify --use {game}.safetensors --test {game}.pos --json");
        let used = dir.fuda(&words).code(0).json();
        assert_eq!(used["test"]["rows"], made["rows"]);
    }
    dir.fuda("classify --use koikoi.safetensors --test leduc.pos")
        .code(2)
        .says("the model needs koikoi positions by");
}

#[test]
fn every_game_writes_the_same_arrays_whatever_the_threads() {
    let dir = TestDir::new();
    for (game, player, ..) in GAMES {
        let words = format!("positions {game} --self-play {player} --games 3 --seed 4");
        let words = format!("{words} --form arrays --out {game}");
        let report = dir.fuda(&format!("{words}1 --threads 1 --json")).code(0).json();
        dir.fuda(&format!("{words}2 --threads 3")).code(0);
        let about = about(&dir, &format!("{game}1"));
        assert_eq!((&report["games"], &report["rows"]), (&3.into(), &about["rows"]));
        assert_eq!(about["games"].as_array().unwrap().len(), 3);
        let arrays = about["arrays"].as_object().unwrap();
        assert_eq!(arrays.len(), if game == "mahjong" { 8 } else { 7 });
        for (name, shape) in arrays {
            assert_eq!(shape[0], about["rows"], "{name}");
            let bytes = dir.read(&format!("{game}1/{name}"));
            assert!(bytes == dir.read(&format!("{game}2/{name}")), "{game}: {name}");
        }
        let observations = dir.read(&format!("{game}1/observations.npy")).len() as u64;
        let width = about["observation"].as_u64().unwrap();
        assert_eq!(observations, 128 + about["rows"].as_u64().unwrap() * width);
    }
}

#[test]
fn mahjong_arrays_have_what_the_training_scripts_read() {
    let dir = TestDir::new();
    dir.fuda("positions mahjong --self-play ukeire greedy --games 2 --form arrays --out m").code(0);
    let about = about(&dir, "m");
    let number = |key: &str| about[key].as_u64().unwrap();
    let columns = 34 * number("planes") + number("general") + 4 * number("per_player");
    assert_eq!(columns, number("observation"));
    let layout = about["targets"].as_array().unwrap();
    let width: u64 = layout.iter().map(|part| part[1].as_u64().unwrap()).sum();
    assert_eq!(about["arrays"]["targets.npy"][1], width);
    // Both say what was done, and when.
    let (targets, actions) = (dir.read("m/targets.npy"), dir.read("m/actions.npy"));
    let legal = dir.read("m/legal.npy");
    let (width, bits) = (width as usize, (legal.len() - 128) / number("rows") as usize);
    for row in 0..number("rows") as usize {
        let target = &targets[128 + row * width..][..width];
        assert_eq!(target[8], actions[128 + 4 * row], "row {row}");
        assert_eq!(&target[9..9 + bits], &legal[128 + row * bits..][..bits], "row {row}");
    }
}

#[test]
fn rows_are_not_written_over_or_from_nothing() {
    let dir = TestDir::new();
    let words = "positions mahjong --self-play greedy --games 1 --form arrays --out rows";
    dir.fuda(words).code(0);
    let before = dir.read("rows/targets.npy");
    dir.fuda(&format!("{words} --seed 9")).code(2).says("already there");
    assert_eq!(dir.read("rows/targets.npy"), before);
    dir.fuda(&format!("{words} --seed 9 --force")).code(0);
    assert_ne!(dir.read("rows/targets.npy"), before);
    dir.fuda(&format!("{words} --count 3 --force")).code(2).says("are for --form items");
    dir.file("junk.xml", "<mjloggm nothing");
    dir.fuda("positions mahjong --records junk.xml --out other").code(2).says("junk.xml");
    dir.fuda("positions mahjong --self-play nobody --out other").code(2).says("nobody");
    dir.fuda("positions koikoi --self-play rule --encoder planes --out x").code(2).says("planes");
    dir.fuda("positions koikoi --self-play rule --only card,odd --out x").code(2).says("odd");
    dir.fuda("positions mahjong --out other").code(2);
}
