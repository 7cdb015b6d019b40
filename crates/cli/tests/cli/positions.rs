//! Positions to train a network from, through the command line.

use crate::common::Desk;

#[test]
fn mahjong_rows_do_not_depend_on_threads() {
    let desk = Desk::new();
    let words = "positions mahjong --players ukeire greedy --games 3 --seed 4";
    let report = desk.fuda(&format!("{words} --out one --threads 1 --json")).code(0).json();
    desk.fuda(&format!("{words} --out two --threads 3")).code(0);
    for file in ["inputs.npy", "targets.npy", "about.json"] {
        assert_eq!(desk.read(&format!("one/{file}")), desk.read(&format!("two/{file}")), "{file}");
    }
    let about: serde_json::Value = serde_json::from_slice(&desk.read("one/about.json")).unwrap();
    let rows = about["rows"].as_u64().unwrap() as usize;
    assert_eq!((&report["games"], &report["rows"]), (&3.into(), &about["rows"]));
    assert_eq!(about["games"].as_array().unwrap().len(), 3);
    let number = |key: &str| about[key].as_u64().unwrap() as usize;
    let columns = 34 * number("planes") + number("general") + 4 * number("per_player");
    assert!(rows > 300, "{rows}");
    assert_eq!(desk.read("one/inputs.npy").len(), 128 + rows * columns);
}

#[test]
fn mahjong_rows_are_not_written_over_or_from_nothing() {
    let desk = Desk::new();
    let words = "positions mahjong --players greedy --games 1 --out rows";
    desk.fuda(words).code(0);
    let before = desk.read("rows/targets.npy");
    desk.fuda(&format!("{words} --seed 9")).code(2).says("already there");
    assert_eq!(desk.read("rows/targets.npy"), before);
    desk.fuda(&format!("{words} --seed 9 --force")).code(0);
    assert_ne!(desk.read("rows/targets.npy"), before);
    desk.file("junk.xml", "<mjloggm nothing");
    desk.fuda("positions mahjong --from junk.xml --out other").code(2).says("junk.xml");
    desk.fuda("positions mahjong --players nobody --out other").code(2).says("nobody");
    desk.fuda("positions mahjong --out other").code(2);
}
