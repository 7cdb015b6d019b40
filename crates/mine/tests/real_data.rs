//! Known answers on public data sets, where these are at hand.

mod common;

use common::data;
use fuda_mine::{
    Features, MineParams, SelectParams, count_patterns, read_table, select, select_plain,
};

fn check(name: &str, answers: &[(u32, u64)]) {
    let Some(path) = data(name) else { return };
    let table = read_table(&path, None).unwrap();
    for &(min_support, patterns) in answers {
        assert_eq!(count_patterns(&table, &MineParams::new(min_support)).unwrap(), patterns);
    }
}

#[test]
fn chess() {
    check("fimi/chess.dat", &[(1500, 549_873)]);
}

#[test]
fn mushroom() {
    check("fimi/mushroom.dat", &[(400, 9_179)]);
}

#[test]
fn dorothea_first_ten() {
    let Some(path) = data("dorothea.svm.gz") else { return };
    let table = read_table(&path, None).unwrap();
    assert_eq!((table.rows(), table.columns()), (800, 88_119));
    let features = Features::of_items(&table);
    let params = SelectParams { most: 40, ..SelectParams::default() };
    let chosen = select(&features, &params);
    let first: Vec<usize> = chosen.iter().take(10).map(|chosen| chosen.feature).collect();
    assert_eq!(first, [362, 86610, 27067, 50350, 2797, 45236, 61136, 22696, 2221, 32589]);
    assert_eq!(chosen, select_plain(&features, &params));
}
