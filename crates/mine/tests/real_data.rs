//! Known answers on public data sets, where these are at hand.

mod common;

use common::data;
use fuda_mine::{
    Division, Features, MineParams, SelectParams, Spill, SpilledPattern, count_patterns,
    read_table, select, select_divided, select_plain,
};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn check(name: &str, answers: &[(u32, u64)]) {
    let Some(path) = data(name) else { return };
    let table = read_table(&path, None).unwrap().table;
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
    let table = read_table(&path, None).unwrap().table;
    assert_eq!((table.rows(), table.columns()), (800, 88_119));
    let features = Features::of_items(&table);
    let params = SelectParams { most: 40, ..SelectParams::default() };
    let chosen = select(&features, &params);
    let first: Vec<usize> = chosen.iter().take(10).map(|chosen| chosen.feature).collect();
    assert_eq!(first, [362, 86610, 27067, 50350, 2797, 45236, 61136, 22696, 2221, 32589]);
    assert_eq!(chosen, select_plain(&features, &params));
}

/// The paper's figure 5: nearly all features that plain CMIM chooses are also
/// chosen when they are divided into sets.
#[test]
fn dorothea_divided_covers_plain() {
    let Some(path) = data("dorothea.svm.gz") else { return };
    let table = read_table(&path, None).unwrap().table;
    let features = Features::of_items(&table);
    let cutoff = 0.001;
    let plain = select(&features, &SelectParams { cutoff, ..SelectParams::default() });
    let division = Division { cutoff, ..Division::default() };
    let mut spill = Spill::new(&division.folder, 3, division.seed).unwrap();
    for column in 0..table.columns() {
        let count = features.count(column);
        let (support, positives) = (count.rows(), count.positives());
        let items = vec![table.name(column as u32)];
        spill.push(&SpilledPattern { items, support, positives }).unwrap();
    }
    let go = |_| ControlFlow::Continue(());
    let divided = select_divided(&table, spill, &division, &go).unwrap();
    let kept: BTreeSet<u32> = divided.patterns.iter().map(|kept| kept.0.items[0]).collect();
    let covered = plain.iter().filter(|chosen| kept.contains(&table.name(chosen.feature as u32)));
    let (covered, all) = (covered.count(), plain.len());
    println!("cut-off {cutoff}: {covered} of {all} covered, {} kept", kept.len());
    assert!(covered as f64 >= 0.9 * all as f64, "{covered} of {all}");
}
