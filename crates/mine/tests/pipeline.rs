//! Mining, selecting and classifying, from tables to reports.

use fuda_core::Seed;
use fuda_mine::pipeline::{
    Candidates, Classifying, FeatureModel, FeatureSet, LearnerChoice, Method, Mining,
    PipelineError, Selecting, Selection, Step,
};
use fuda_mine::{
    Division, Filter, ItemNames, Measure, Memory, MineParams, PositionSetHeader, PositionSetWriter,
    Round, SelectParams, Table, TableFile, parse_patterns, parse_table,
};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

const WORKED_EXAMPLE: &str = "1 2 5 6 7 9\n2 3 4 5\n2\n1 2 7 8 9\n1 7 9\n2 7 9\n";

fn threads(many: usize) -> NonZeroUsize {
    NonZeroUsize::new(many).unwrap()
}

fn go(_: Step) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn table(text: &str) -> TableFile {
    parse_table(Path::new("f"), text.as_bytes()).unwrap()
}

fn mining(table: &Table, min_support: u32) -> Mining<'_> {
    Mining { table, params: MineParams::new(min_support), queue: None, listener: &go }
}

/// Rows of 20 items; a row is positive when items 3 and 5 hold together, or
/// neither does, with some noise: no item alone is informative.
fn exclusive_or() -> TableFile {
    let mut rng = fuda_core::Rng::new(Seed(2));
    let mut text = String::new();
    for _ in 0..1200 {
        let items: Vec<u32> = (0..20).filter(|_| rng.below(2) == 0).collect();
        let alike = items.contains(&3) == items.contains(&5);
        text += if alike != (rng.below(12) == 0) { "+1" } else { "-1" };
        for item in items {
            text += &format!(" {item}:1");
        }
        text.push('\n');
    }
    table(&text)
}

fn selecting(table: &Table, method: Method) -> Selecting<'_> {
    Selecting {
        table,
        candidates: Candidates::Mined { min_support: 120, filter: Filter::default() },
        method,
        params: SelectParams { most: 10, cutoff: 0.005 },
        queue: None,
        threads: threads(2),
        memory: Memory::free(),
        listener: &go,
    }
}

fn patterns(selection: &Selection) -> FeatureSet {
    FeatureSet::Patterns(selection.chosen.iter().map(|(pattern, _)| pattern.clone()).collect())
}

fn classifying<'a>(train: &'a TableFile, features: &'a FeatureSet, name: &str) -> Classifying<'a> {
    Classifying {
        train,
        test: None,
        features,
        learner: LearnerChoice::parse(name).unwrap(),
        folds: 5,
        seed: Seed(1),
        memory: Memory::free(),
        listener: &go,
    }
}

#[test]
fn mining_counts_and_writes() {
    let file = table(WORKED_EXAMPLE);
    let report = mining(&file.table, 3).count().unwrap();
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!((json["rows"].as_u64(), json["items"].as_u64()), (Some(6), Some(9)));
    assert_eq!((json["min_support"].as_u64(), json["patterns"].as_u64()), (Some(3), Some(5)));
    assert!(json["seconds"].as_f64().is_some() && json.get("met").is_none());

    let sorted = |bytes: Vec<u8>| {
        let text = String::from_utf8(bytes).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    let mut out = Vec::new();
    mining(&file.table, 3).write(&mut out).unwrap();
    assert_eq!(sorted(out), ["(6)", "1 7 9 (3)", "2 (5)", "2 7 9 (3)", "7 9 (4)"]);
    let names = ItemNames::new([(7, "hot".into()), (9, "wet".into())]);
    let mut out = Vec::new();
    mining(&file.table, 3).write_words(&mut out, &names).unwrap();
    let words = sorted(out);
    assert_eq!(words[0], "every row (6)");
    assert_eq!(words[1], "hot and wet (4)");
    assert_eq!(words[2], "item 1 and hot and wet (3)");
}

#[test]
fn labels_filter_patterns() {
    let file = table(WORKED_EXAMPLE);
    let labelled = |labels: [bool; 6]| file.table.clone().with_labels(labels.to_vec()).unwrap();
    let filter = Filter { max_entropy: Some(0.7), ..Filter::default() };
    let mine = |table: &Table| {
        let params = MineParams { filter, ..MineParams::new(3) };
        Mining { params, ..mining(table, 3) }.count()
    };
    let report = mine(&labelled([true, false, false, true, true, false])).unwrap();
    // Only {1, 7, 9} holds in positive rows alone. {2, 7, 9} has no three rows
    // of one class, so neither it nor anything below it is looked at.
    assert_eq!((report.patterns, report.met), (1, Some(4)));
    let message = mine(&labelled([true; 6])).unwrap_err().to_string();
    assert_eq!(message, "all 6 rows carry the same label (1); two classes are needed");
}

#[test]
fn work_stops_when_asked_to() {
    let file = exclusive_or();
    let stop = |_: Step| ControlFlow::Break(());
    let outcome = Mining { listener: &stop, ..mining(&file.table, 60) }.count();
    assert!(matches!(outcome, Err(PipelineError::Mine(fuda_mine::MineError::Stopped))));
}

#[test]
fn patterns_tell_what_items_do_not() {
    let file = exclusive_or();
    let selection = selecting(&file.table, Method::Cmim).run().unwrap();
    let report = selection.report(&ItemNames::new([(3, "rain".into())]));
    assert_eq!(report.first[0].items, [3, 5]);
    assert_eq!(report.first[0].meaning, "rain and item 5");
    let mut written = Vec::new();
    selection.write(&mut written).unwrap();
    assert_eq!(parse_patterns(Path::new("f"), &written).unwrap().len(), report.chosen);

    let (items, chosen) = (FeatureSet::items(&file.table), patterns(&selection));
    for learner in LearnerChoice::NAMES {
        let accuracy = |features: &FeatureSet| {
            let report = classifying(&file, features, learner).run(false).unwrap().report;
            report.validation.unwrap().all.accuracy.mean
        };
        let (items, patterns) = (accuracy(&items), accuracy(&chosen));
        assert!(patterns > 0.65, "{learner}: {patterns}");
        // Only the network can see the pair in the items by itself.
        assert!(learner == "mlp" || items < 0.6, "{learner}: {items}");
    }
}

#[test]
fn a_model_scores_other_tables_of_its_encoder() {
    let mut file = exclusive_or();
    file.header = Some(PositionSetHeader {
        game: "coins".into(),
        encoder: "coins-1".into(),
        items: 20,
        sources: vec!["games".into()],
        ..PositionSetHeader::default()
    });
    let selection = selecting(&file.table, Method::Cmim).run().unwrap();
    let features = patterns(&selection);
    for learner in ["svm", "mlp"] {
        let model = classifying(&file, &features, learner).run(true).unwrap().model.unwrap();
        let model = FeatureModel::new(model, features.clone(), learner, &file);
        let bytes = model.to_file(&ItemNames::new([(3, "rain".into())])).to_bytes();
        let read = fuda_learn::ModelFile::from_bytes("m", &bytes).unwrap();
        assert!(read.settings["meanings"].contains("rain and item 5"), "{:?}", read.settings);
        let back = FeatureModel::from_file(&read).unwrap();
        let test = |file: &TableFile| back.test(Path::new("t.pos"), file, Memory::free());
        let report = test(&file).unwrap();
        assert_eq!((report.learner.as_str(), report.features), (learner, features.len()));
        assert!(report.test.unwrap().accuracy.mean > 0.65, "{learner}");
        let mut other = file.clone();
        other.header.as_mut().unwrap().encoder = "coins-2".into();
        assert_eq!(
            test(&other).unwrap_err().to_string(),
            "t.pos: coins positions by coins-2; the model needs coins positions by coins-1"
        );
        let unnamed = TableFile { header: None, ..file.clone() };
        let message = test(&unnamed).unwrap_err().to_string();
        assert!(message.contains("a table that does not say its encoder"), "{message}");
        let mut broken = read.clone();
        broken.settings.insert("features".into(), "[[1]]".into());
        let message = FeatureModel::from_file(&broken).unwrap_err().to_string();
        assert!(message.contains("1 features for"), "{message}");
        broken.settings.remove("features");
        let message = FeatureModel::from_file(&broken).unwrap_err().to_string();
        assert!(message.contains("`fuda classify --model` writes"), "{message}");
    }
}

#[test]
fn a_divided_choice_does_not_depend_on_threads() {
    let file = exclusive_or();
    let chosen = |many: usize| {
        let round = |size| Round { set_size: threads(size) };
        let division = Division {
            rounds: vec![round(50), round(400)],
            cutoff: 0.005,
            seed: Seed(4),
            threads: threads(many),
            ..Division::default()
        };
        let selection = selecting(&file.table, Method::Divided(division)).run().unwrap();
        assert_eq!(selection.rounds.len(), 2);
        // Patterns with too little information alone are never spilled.
        assert_eq!(selection.rounds[0].came, selection.features);
        assert_eq!(selection.rounds[0].kept, selection.rounds[1].came);
        selection.chosen
    };
    let one = chosen(1);
    assert_eq!(one[0].0.items, [3, 5]);
    assert_eq!(one, chosen(3));
}

/// All closed patterns of a table in a file.
fn pattern_file(folder: &Path, table: &Table) -> PathBuf {
    let mut bytes = Vec::new();
    mining(table, 120).write(&mut bytes).unwrap();
    let path = folder.join("patterns.txt");
    std::fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn a_file_of_patterns_gives_what_mining_gives() {
    let folder = tempfile::tempdir().unwrap();
    let file = exclusive_or();
    let path = pattern_file(folder.path(), &file.table);
    let measures = [Measure::InformationGain, Measure::ChiSquare].map(Method::Ranked);
    for method in [Method::Cmim].into_iter().chain(measures) {
        let mined = selecting(&file.table, method.clone()).run().unwrap();
        let candidates = Candidates::File(path.clone());
        let read = Selecting { candidates, ..selecting(&file.table, method.clone()) };
        let read = read.run().unwrap();
        assert_eq!(mined.features, read.features);
        let sets = |selection: &Selection| -> Vec<(Vec<u32>, u32, u32)> {
            let of = |(p, _): &(fuda_mine::SpilledPattern, f64)| {
                (p.items.clone(), p.support, p.positives)
            };
            let mut sets: Vec<_> = selection.chosen.iter().map(of).collect();
            sets.sort();
            sets
        };
        assert_eq!(sets(&mined), sets(&read), "{method:?}");
        assert!(mined.chosen.len() > 1, "{method:?}");
    }
}

#[test]
fn more_patterns_than_memory_holds_are_refused_with_the_number() {
    let folder = tempfile::tempdir().unwrap();
    let file = exclusive_or();
    let path = pattern_file(folder.path(), &file.table);
    let many = std::fs::read_to_string(&path).unwrap().lines().count();
    let candidates =
        [Candidates::File(path), Candidates::Mined { min_support: 120, filter: Filter::default() }];
    for candidates in candidates {
        let run = |method: Method, cutoff: f64| {
            let params = SelectParams { most: 20, cutoff };
            let memory = Memory::bytes(100_000);
            let base = selecting(&file.table, method);
            Selecting { candidates: candidates.clone(), params, memory, ..base }.run()
        };
        let message = run(Method::Cmim, 0.0).unwrap_err().to_string();
        let needed = many as u64 * 256;
        assert!(needed > 200_000, "{many}");
        assert!(
            message.starts_with(&format!("choosing from {} patterns of 1200", many - 1)),
            "{message}"
        );
        assert!(
            message.contains("and 100.0 kB is free; choose with --method divided"),
            "{message}"
        );
        // The ways out that the message names.
        assert_eq!(run(Method::Ranked(Measure::InformationGain), 0.0).unwrap().chosen.len(), 20);
        assert!(!run(Method::Cmim, 0.01).unwrap().chosen.is_empty());
        let division = Division { cutoff: 0.001, ..Division::default() };
        assert!(!run(Method::Divided(division), 0.0).unwrap().chosen.is_empty());
    }
}

#[test]
fn a_covariance_that_memory_cannot_hold_is_refused_with_the_number() {
    let file = exclusive_or();
    let features = patterns(&selecting(&file.table, Method::Cmim).run().unwrap());
    let run = |learner: &str, bytes: u64| {
        let memory = Memory::bytes(bytes);
        Classifying { memory, ..classifying(&file, &features, learner) }.run(false)
    };
    let LearnerChoice::Discriminant(params) = LearnerChoice::parse("lda").unwrap() else {
        panic!("the discriminant")
    };
    assert_eq!(params.memory(114_535), 104_946_129_800);
    let refused =
        LearnerChoice::parse("lda").unwrap().check_memory(114_535, Memory::bytes(1 << 33));
    let message = refused.unwrap_err().to_string();
    assert!(message.starts_with("the covariance of 114535 features needs 104.9 GB"), "{message}");
    assert!(message.contains("the diagonal discriminant (dlda)"), "{message}");
    assert!(run("lda", 20).is_err());
    let message = run("nb", 700).unwrap_err().to_string();
    assert!(message.starts_with("a table of 2 patterns in 1200 rows needs"), "{message}");
    assert!(run("dlda", 1 << 20).is_ok());
}

/// A position set of two sources.
fn coins(row: impl Fn(u32) -> (bool, u32, Option<u32>, Vec<u32>)) -> TableFile {
    let header = PositionSetHeader {
        game: "coins".into(),
        items: 4,
        sources: vec!["games".into(), "self-play".into()],
        ..PositionSetHeader::default()
    };
    let mut writer = PositionSetWriter::new(Vec::new(), &header).unwrap();
    for number in 0..100u32 {
        let (label, source, game, items) = row(number);
        writer.row(label, source, game, &items).unwrap();
    }
    parse_table(Path::new("f"), &writer.finish().unwrap()).unwrap()
}

#[test]
fn sources_of_a_test_set_are_reported_apart() {
    let file = coins(|row| {
        let label = row % 2 == 0;
        // In self-play the item says the contrary.
        let source = u32::from(row >= 80);
        (label, source, None, vec![u32::from(label == (source == 0)), 2 + row % 3 % 2])
    });
    let features = FeatureSet::items(&file.table);
    let test = Some(&file);
    let report = Classifying { test, ..classifying(&file, &features, "logistic") }.run(false);
    let report = report.unwrap().report;
    let accuracy: Vec<f64> =
        report.sources.iter().map(|source| source.metrics.accuracy.mean).collect();
    assert_eq!(accuracy, [1.0, 0.0]);
    assert_eq!(report.test.unwrap().accuracy.mean, 0.8);
    assert_eq!(report.games, None);
}

#[test]
fn rows_of_a_game_are_one_observation() {
    // Ten rows of a game are alike: as good as one row.
    let row = |game: Option<u32>, number: u32| {
        let label = (number / 10).is_multiple_of(2);
        let right = !(number / 10).is_multiple_of(5);
        (label, 0, game, vec![u32::from(label == right)])
    };
    let interval = |file: &TableFile| {
        let features = FeatureSet::items(&file.table);
        let report = classifying(file, &features, "nb").run(false).unwrap().report;
        let accuracy = report.validation.unwrap().all.accuracy;
        (report.games, accuracy.high.unwrap() - accuracy.low.unwrap())
    };
    let (none, narrow) = interval(&coins(|number| row(None, number)));
    let (games, wide) = interval(&coins(|number| row(Some(number / 10), number)));
    assert_eq!((none, games), (None, Some(10)));
    assert!(wide > 2.0 * narrow, "{wide} {narrow}");
}
