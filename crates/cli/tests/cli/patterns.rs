//! Evaluations by mined patterns: learned, played with, refused when broken.

use crate::common::TestDir;

#[test]
fn learn_othello_patterns_and_play_with_them() {
    let dir = TestDir::new();
    let words = "othello evaluation --self-play 60 --mined 300 --chosen 10 --model m.st --json";
    let report = dir.fuda(words).code(0).json();
    assert_eq!(report["stages"].as_array().unwrap().len(), 6, "no game begins so early");
    dir.fuda(words).code(2).says("--force");
    let player = "alphabeta:eval=mined,model=m.st,depth=1,exact=0";
    let report = dir.fuda(&format!("match othello {player} random --deals 5 --json")).code(0);
    assert_eq!(report.json()["games"], 10);
    dir.fuda("match othello alphabeta:eval=raw,depth=1,exact=0 random --deals 1").code(0);
    dir.fuda("match othello alphabeta:model=m.st random --deals 1").code(2).says("eval=mined");
    dir.file("cut.st", &dir.read("m.st")[..400]);
    let bad = "match othello alphabeta:eval=mined,model=cut.st random --deals 1";
    dir.fuda(bad).code(2).says("cut.st: ");
    dir.fuda("othello evaluation --self-play 0 --model n.st")
        .code(2)
        .says("too little to learn from");
}

#[test]
fn koikoi_plays_by_mined_patterns() {
    let dir = TestDir::new();
    dir.fuda("match koikoi linear:calls=3 random --deals 2").code(0);
    dir.fuda("match koikoi linear:features=raw,calls=3 random --deals 2").code(0);
    dir.fuda("match koikoi linear random --rules guan --deals 1").code(2).says("guan");
    dir.file("bad.st", "no model");
    dir.fuda("match koikoi linear:model=bad.st random --deals 1")
        .code(2)
        .says("bad.st: not a model");
}
