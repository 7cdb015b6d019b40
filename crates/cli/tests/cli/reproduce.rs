//! The papers' tables and figures through the command line.

use crate::common::TestDir;

#[test]
fn a_figure_is_measured_reported_and_resumed() {
    let dir = TestDir::new();
    let ran = dir.fuda("reproduce 4/fig-6 --out run").code(0);
    let said = "1 tables and figures. Findings: 1 reproduced. Figures: 1 not comparable. Labels: \
                1 reduced, 1 stand-in";
    assert!(ran.out.contains(said), "{}", ran.out);
    assert!(ran.out.contains("reduced: positions 20,000 of 200,000"), "{}", ran.out);
    let page = dir.read("run/report.html");
    assert!(String::from_utf8_lossy(&page).contains("Closed patterns over the least support"));
    dir.fuda("reproduce 4/fig-6 --out run").code(2).says("--resume goes on with it");
    let report = dir.fuda("reproduce 4/fig-6 --out run --resume --threads 1 --json").code(0).json();
    let verdict = &report["entries"][0]["verdict"];
    assert_eq!(verdict["finding"], "reproduced");
    assert_eq!(verdict["figure"], "not-comparable");
    assert_eq!(verdict["labels"][0]["label"], "reduced");
    let result = &report["entries"][0]["result"];
    assert_eq!(result["sizes"][0]["paper"], 200000.0, "{result}");
    assert_eq!(dir.read("run/report.html"), page, "the same results, the same bytes");
    dir.fuda("reproduce 4/fig-6 --out run --resume --seed 2").code(2).says("with seed 1");
    dir.fuda("reproduce 4/fig-6 --out run --resume --full").code(2).says("with size quick");
}

#[test]
fn entries_are_listed() {
    let dir = TestDir::new();
    let list = dir.fuda("reproduce --list --json").code(0).json();
    let names: Vec<&str> =
        list.as_array().unwrap().iter().filter_map(|entry| entry["entry"].as_str()).collect();
    assert!(names.contains(&"1/table-2.1") && names.contains(&"5/fig-9"), "{names:?}");
    let one = dir.fuda("reproduce 3/table-4 --list").code(0);
    assert!(one.out.contains("M_I against B_I"), "{}", one.out);
}

#[test]
fn wrong_names_and_folders_are_told() {
    let dir = TestDir::new();
    dir.fuda("reproduce 4/fig-6 --out set --set deals").code(2).says("deals=200");
    dir.fuda("reproduce 4/fig-6 --out set --set deals=9").code(2).says("no setting `deals`");
    dir.fuda("reproduce 1/tabel-2.1").code(2).says("did you mean `1/table-2.1`?");
    dir.fuda("reproduce --stored").code(2).says("--write-docs");
    dir.fuda("reproduce --stored --write-docs .").code(2).says("docs/papers is missing");
    dir.fuda("reproduce 7").code(2).says("there is no entry `7`");
    dir.fuda("reproduce --quick --full").code(2);
    dir.file("letter.txt", "dear");
    dir.fuda("reproduce 4/fig-6 --out .").code(2).says("run.json is missing");
    dir.fuda("reproduce 4/fig-6 --out letter.txt").code(2).says("expected a folder, got a file");
    dir.fuda("reproduce 1/table-2.1 --records nowhere --out a").code(2).says("not a folder");
    std::fs::create_dir(dir.folder.path().join("logs")).unwrap();
    dir.fuda("reproduce 1/table-2.1 --records logs --out b").code(2).says("mahjong is missing");
}
