//! The commands from files to files.

use fuda_core::Seed;
use fuda_mine::commands::{
    ClassifyArgs, CommandError, LearnerChoice, Method, MineArgs, SelectArgs, run_classify,
    run_mine, run_select,
};
use fuda_mine::{Division, Filter, Round, SelectParams, read_patterns};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

const WORKED_EXAMPLE: &str = "1 2 5 6 7 9\n2 3 4 5\n2\n1 2 7 8 9\n1 7 9\n2 7 9\n";

fn threads(many: usize) -> NonZeroUsize {
    NonZeroUsize::new(many).unwrap()
}

fn mine_args(file: &Path, min_support: u32) -> MineArgs {
    MineArgs {
        file: file.to_owned(),
        labels: None,
        min_support,
        filter: Filter::default(),
        out: None,
        threads: threads(1),
        queue: None,
    }
}

fn go(_: fuda_mine::commands::Step) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Rows of 20 items; a row is positive when items 3 and 5 hold together, or
/// neither does, with some noise: no item alone tells anything.
fn exclusive_or(folder: &Path) -> PathBuf {
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
    let path = folder.join("xor.svm");
    std::fs::write(&path, text).unwrap();
    path
}

fn select_args(file: &Path, method: Method, out: &Path) -> SelectArgs {
    SelectArgs {
        file: file.to_owned(),
        labels: None,
        patterns: None,
        min_support: Some(120),
        filter: Filter::default(),
        method,
        params: SelectParams { most: 10, cutoff: 0.005 },
        out: Some(out.to_owned()),
        threads: threads(2),
    }
}

#[test]
fn mining_counts_and_writes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.dat");
    std::fs::write(&file, WORKED_EXAMPLE).unwrap();
    let report = run_mine(&mine_args(&file, 3), &go).unwrap();
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!((json["rows"].as_u64(), json["items"].as_u64()), (Some(6), Some(9)));
    assert_eq!((json["min_support"].as_u64(), json["patterns"].as_u64()), (Some(3), Some(5)));
    assert!(json["seconds"].as_f64().is_some() && json.get("met").is_none());

    let out = folder.path().join("patterns");
    let args = MineArgs { out: Some(out.clone()), ..mine_args(&file, 3) };
    run_mine(&args, &go).unwrap();
    let text = std::fs::read_to_string(&out).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines, ["(6)", "1 7 9 (3)", "2 (5)", "2 7 9 (3)", "7 9 (4)"]);
}

#[test]
fn labels_filter_patterns() {
    let folder = tempfile::tempdir().unwrap();
    let [file, labels] = ["a.dat", "a.labels"].map(|name| folder.path().join(name));
    std::fs::write(&file, WORKED_EXAMPLE).unwrap();
    std::fs::write(&labels, "1\n0\n0\n1\n1\n0\n").unwrap();
    let filter = Filter { max_entropy: Some(0.7), ..Filter::default() };
    let args = MineArgs { labels: Some(labels.clone()), filter, ..mine_args(&file, 3) };
    let report = run_mine(&args, &go).unwrap();
    // Only {1, 7, 9} holds in positive rows alone. {2, 7, 9} has no three rows
    // of one class, so neither it nor anything below it is looked at.
    assert_eq!((report.patterns, report.met), (1, Some(4)));
    std::fs::write(&labels, "1\n1\n1\n1\n1\n1\n").unwrap();
    let message = run_mine(&args, &go).unwrap_err().to_string();
    assert_eq!(message, "all 6 rows carry the same label (1); two classes are needed");
}

#[test]
fn a_stopped_or_failing_run_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = exclusive_or(folder.path());
    let out = folder.path().join("patterns");
    let args = MineArgs { out: Some(out.clone()), ..mine_args(&file, 60) };
    let outcome = run_mine(&args, &|_| ControlFlow::Break(()));
    assert!(matches!(outcome, Err(CommandError::Mine(fuda_mine::MineError::Stopped))));
    assert!(!out.exists());
    let nowhere = folder.path().join("no/such/folder/patterns");
    let args = MineArgs { out: Some(nowhere), ..mine_args(&file, 60) };
    assert!(matches!(run_mine(&args, &go), Err(CommandError::Write { .. })));
}

#[test]
fn patterns_tell_what_items_do_not() {
    let folder = tempfile::tempdir().unwrap();
    let file = exclusive_or(folder.path());
    let out = folder.path().join("chosen");
    let report = run_select(&select_args(&file, Method::Cmim, &out), &go).unwrap();
    assert_eq!(report.first[0].items, [3, 5]);
    assert_eq!(read_patterns(&out).unwrap().len(), report.chosen);

    let classify = |learner: &str, features: Option<&Path>| {
        let args = ClassifyArgs {
            train: file.clone(),
            train_labels: None,
            test: None,
            test_labels: None,
            features: features.map(Path::to_owned),
            learner: LearnerChoice::parse(learner).unwrap(),
            folds: 5,
            seed: Seed(1),
            model: Some(folder.path().join("model")),
        };
        run_classify(&args, &go).unwrap().validation.unwrap().all.accuracy.mean
    };
    for learner in LearnerChoice::NAMES {
        let (items, patterns) = (classify(learner, None), classify(learner, Some(&out)));
        assert!(patterns > 0.65, "{learner}: {patterns}");
        // Only the network can see the pair in the items by itself.
        assert!(learner == "mlp" || items < 0.6, "{learner}: {items}");
        let file = fuda_learn::ModelFile::open(folder.path().join("model")).unwrap();
        let model = fuda_learn::Model::from_file(&file).unwrap();
        assert_eq!(model.columns(), read_patterns(&out).unwrap().len());
        assert_eq!(file.settings["learner"], learner);
    }
}

#[test]
fn a_divided_choice_does_not_depend_on_threads() {
    let folder = tempfile::tempdir().unwrap();
    let file = exclusive_or(folder.path());
    let chosen = |many: usize| {
        let round = |size| Round { set_size: threads(size) };
        let division = Division {
            rounds: vec![round(50), round(400)],
            cutoff: 0.005,
            seed: Seed(4),
            threads: threads(many),
            ..Division::default()
        };
        let out = folder.path().join("chosen");
        let report = run_select(&select_args(&file, Method::Divided(division), &out), &go).unwrap();
        assert_eq!(report.rounds.len(), 2);
        // Patterns that tell too little alone are never spilled.
        assert_eq!(report.rounds[0].came, report.features);
        assert_eq!(report.rounds[0].kept, report.rounds[1].came);
        std::fs::read_to_string(out).unwrap()
    };
    let one = chosen(1);
    assert!(one.starts_with("3 5 ("), "{one}");
    assert_eq!(one, chosen(3));
}

#[test]
fn sources_of_a_test_set_are_reported_apart() {
    let folder = tempfile::tempdir().unwrap();
    let header = fuda_mine::PositionSetHeader {
        game: "coins".into(),
        items: 4,
        sources: vec!["games".into(), "self-play".into()],
        note: String::new(),
    };
    let file = folder.path().join("set");
    let mut writer = fuda_mine::PositionSetWriter::new(Vec::new(), &header).unwrap();
    for row in 0..100u32 {
        let label = row % 2 == 0;
        // In self-play the item says the contrary.
        let source = u32::from(row >= 80);
        writer.row(label, source, &[u32::from(label == (source == 0)), 2 + row % 3 % 2]).unwrap();
    }
    std::fs::write(&file, writer.finish().unwrap()).unwrap();
    let args = ClassifyArgs {
        train: file.clone(),
        train_labels: None,
        test: Some(file),
        test_labels: None,
        features: None,
        learner: LearnerChoice::parse("logistic").unwrap(),
        folds: 5,
        seed: Seed(1),
        model: None,
    };
    let report = run_classify(&args, &go).unwrap();
    let accuracy: Vec<f64> =
        report.sources.iter().map(|source| source.metrics.accuracy.mean).collect();
    assert_eq!(accuracy, [1.0, 0.0]);
    assert_eq!(report.test.unwrap().accuracy.mean, 0.8);
}
