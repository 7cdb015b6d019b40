//! Mining, selecting and classifying through the command line.

use crate::common::Desk;

/// The worked example of the paper: four closed patterns at support 3, and
/// the empty one.
const EXAMPLE: &str = "1 2 5 6 7 9\n2 3 4 5\n2\n1 2 7 8 9\n1 7 9\n2 7 9\n";

#[test]
fn the_worked_example() {
    let desk = Desk::new();
    desk.file("t.dat", EXAMPLE);
    let words = "mine t.dat --min-support 3 --json --count-only";
    let report = desk.fuda(words).code(0).json();
    assert_eq!((&report["rows"], &report["items"]), (&6.into(), &9.into()), "{report}");
    assert_eq!((&report["min_support"], &report["patterns"]), (&3.into(), &5.into()), "{report}");
    assert!(report["seconds"].is_number());
    desk.fuda("mine t.dat --min-support 3 --out p.txt --threads 2").code(0);
    let patterns = String::from_utf8(desk.read("p.txt")).unwrap();
    assert_eq!(patterns.lines().count(), 5, "{patterns}");
}

#[test]
fn bad_tables_and_bad_numbers() {
    let desk = Desk::new();
    desk.file("t.dat", EXAMPLE);
    desk.fuda("mine t.dat --min-support 0").code(2);
    desk.fuda("mine t.dat --min-support 7").code(2);
    desk.fuda("mine t.dat --min-support x").code(2);
    desk.fuda("mine nowhere.dat --min-support 1").code(2).says("nowhere.dat");
    desk.file("neg.dat", "1 2\n3 -4\n");
    desk.fuda("mine neg.dat --min-support 1").code(2).says("neg.dat");
    desk.file("word.dat", "1 2\n3 four\n");
    desk.fuda("mine word.dat --min-support 1").code(2).says("word.dat");
    desk.file("empty.dat", "");
    desk.fuda("mine empty.dat --min-support 1").code(2).says("empty.dat");
    desk.file("two.lab", "1\n0\n");
    desk.fuda("mine t.dat --labels two.lab --min-support 2 --max-entropy 0.7")
        .code(2)
        .says("two.lab");
    desk.file("one.lab", "1\n1\n1\n1\n1\n1\n");
    desk.fuda("select t.dat --labels one.lab").code(2);
    desk.fuda("classify --train t.dat --labels one.lab").code(2);
    desk.fuda("classify --train t.dat --labels one.lab --learner oracle").code(2).says("oracle");
}

#[test]
fn from_positions_to_a_classifier() {
    let desk = Desk::new();
    let words = "positions othello --count 3000 --empties 4 --seed 5 --out p.set --json";
    let made = desk.fuda(words).code(0).json();
    assert_eq!((&made["positions"], &made["from_self_play"]), (&3000.into(), &3000.into()));
    desk.fuda(words).code(2).says("--force");
    desk.fuda("mine p.set --min-support 900 --count-only").code(0);
    let chosen = desk
        .fuda("select p.set --min-support 600 --method divided --cutoff 0.001 --out f.txt --json")
        .code(0)
        .json();
    assert!(chosen["chosen"].as_u64() > Some(5), "{chosen}");
    for learner in ["nb", "lda", "logistic"] {
        let words = format!("classify --train p.set --learner {learner} --json");
        let report = desk.fuda(&words).code(0).json();
        let accuracy = report["validation"]["all"]["accuracy"]["mean"].as_f64().unwrap();
        assert!(accuracy > 0.6, "{learner}: {accuracy}");
    }
    desk.fuda("classify --train p.set --features f.txt").code(0);
}
