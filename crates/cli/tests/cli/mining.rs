//! Mining, selecting and classifying through the command line.

use crate::common::TestDir;

/// The worked example of the paper: four closed patterns at support 3, and
/// the empty one.
const EXAMPLE: &str = "1 2 5 6 7 9\n2 3 4 5\n2\n1 2 7 8 9\n1 7 9\n2 7 9\n";

#[test]
fn the_worked_example() {
    let dir = TestDir::new();
    dir.file("t.dat", EXAMPLE);
    let words = "mine t.dat --min-support 3 --json --count-only";
    let report = dir.fuda(words).code(0).json();
    assert_eq!((&report["rows"], &report["items"]), (&6.into(), &9.into()), "{report}");
    assert_eq!((&report["min_support"], &report["patterns"]), (&3.into(), &5.into()), "{report}");
    assert!(report["seconds"].is_number());
    dir.fuda("mine t.dat --min-support 3 --out p.txt --threads 2").code(0);
    let patterns = String::from_utf8(dir.read("p.txt")).unwrap();
    assert_eq!(patterns.lines().count(), 5, "{patterns}");
}

#[test]
fn bad_tables_and_bad_numbers() {
    let dir = TestDir::new();
    dir.file("t.dat", EXAMPLE);
    dir.fuda("mine t.dat --min-support 0").code(2);
    dir.fuda("mine t.dat --min-support 7").code(2);
    dir.fuda("mine t.dat --min-support x").code(2);
    dir.fuda("mine nowhere.dat --min-support 1").code(2).says("nowhere.dat");
    dir.file("neg.dat", "1 2\n3 -4\n");
    dir.fuda("mine neg.dat --min-support 1").code(2).says("neg.dat");
    dir.file("word.dat", "1 2\n3 four\n");
    dir.fuda("mine word.dat --min-support 1").code(2).says("word.dat");
    dir.file("empty.dat", "");
    dir.fuda("mine empty.dat --min-support 1").code(2).says("empty.dat");
    dir.file("two.lab", "1\n0\n");
    dir.fuda("mine t.dat --labels two.lab --min-support 2 --max-entropy 0.7")
        .code(2)
        .says("two.lab");
    dir.file("one.lab", "1\n1\n1\n1\n1\n1\n");
    dir.fuda("select t.dat --labels one.lab").code(2);
    dir.fuda("classify --train t.dat --labels one.lab").code(2);
    dir.fuda("classify --train t.dat --labels one.lab --learner oracle").code(2).says("oracle");
}

#[test]
fn from_endgames_to_a_classifier() {
    let dir = TestDir::new();
    let words = "othello endgames --count 3000 --empties 4 --seed 5 --out p.set --json";
    let made = dir.fuda(words).code(0).json();
    assert_eq!((&made["rows"], &made["from_self_play"]), (&3000.into(), &3000.into()));
    dir.fuda(words).code(2).says("--force");
    dir.fuda("mine p.set --min-support 900 --count-only").code(0);
    let words = dir.fuda("mine p.set --min-support 1400 --words").code(0).out;
    assert!(words.lines().any(|line| line.contains(" disc on ")), "{words}");
    let select =
        "select p.set --min-support 600 --method divided --cutoff 0.001 --out f.txt --force";
    let chosen = dir.fuda(&format!("{select} --json")).code(0).json();
    assert!(chosen["chosen"].as_u64() > Some(5), "{chosen}");
    let told = dir.fuda(select).code(0).out;
    assert!(told.contains("bits  ") && told.contains(" disc on "), "{told}");
    for learner in ["nb", "lda", "logistic"] {
        let words = format!("classify --train p.set --learner {learner} --json");
        let report = dir.fuda(&words).code(0).json();
        let accuracy = report["validation"]["all"]["accuracy"]["mean"].as_f64().unwrap();
        assert!(accuracy > 0.6, "{learner}: {accuracy}");
    }
    dir.fuda("classify --train p.set --features f.txt --learner svm --model m.safetensors").code(0);
    dir.fuda("othello endgames --count 900 --seed 6 --out q.set").code(0);
    let used = dir.fuda("classify --use m.safetensors --test q.set --json").code(0).json();
    assert!(used["test"]["accuracy"]["mean"].as_f64() > Some(0.6), "{used}");
    dir.fuda("othello endgames --count 90 --items mover --out r.set").code(0);
    dir.fuda("classify --use m.safetensors --test r.set").code(2).says(
        "r.set: othello positions by othello-mover-1; the model needs othello positions by \
         othello-squares-1",
    );
    dir.fuda("classify --use p.set --test q.set").code(2).says("p.set: not a model file");
    dir.fuda("classify --use m.safetensors").code(2).says("--test");
}

#[test]
fn what_memory_cannot_hold_is_refused_before_it_starts() {
    let dir = TestDir::new();
    dir.fuda("othello endgames --count 2000 --seed 5 --out p.set").code(0);
    dir.fuda("mine p.set --min-support 300 --out pats.txt").code(0);
    dir.fuda("select p.set --patterns pats.txt --most 20 --memory 0.0005")
        .code(2)
        .says("MB of memory, and 500.0 kB is free; choose with --method divided");
    dir.fuda("select p.set --patterns pats.txt --most 20 --memory 0.0005 --method gain").code(0);
    dir.fuda("classify --train p.set --learner lda --memory 0.0001")
        .code(2)
        .says("the covariance of 188 features needs 282.8 kB of memory, and 100.0 kB is free");
    dir.fuda("classify --train p.set --learner dlda --memory 0.1").code(0);
    let study = "study p.set --mine-rows 900 --folder run --choose 200:0.002 --learners nb,lda";
    dir.fuda(&format!("{study} --memory 0.0002"))
        .code(2)
        .says("or take the diagonal discriminant (dlda)");
    let way_out = study.replace("nb,lda", "nb,dlda");
    dir.fuda(&way_out).code(0);
    dir.fuda("select p.set --memory -1").code(2);
    dir.fuda("select p.set --most 0").code(2).says("--most");
    for filter in ["--max-entropy nan", "--min-gain 0.1", "--min-chi-square 3"] {
        let from_a_file = format!("select p.set --patterns pats.txt {filter}");
        dir.fuda(&from_a_file).code(2).says("filter what is mined: give --min-support");
    }
}
