//! Known answers on public data sets.

use fuda_fixtures::{large, small};
use fuda_mine::{
    Division, Features, MineParams, SelectParams, Spill, SpilledPattern, count_patterns,
    read_table, select, select_divided, select_plain,
};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;

fn patterns(name: &str, min_support: u32) -> u64 {
    let table = read_table(&small(name), None).unwrap().table;
    count_patterns(&table, &MineParams::new(min_support)).unwrap()
}

#[test]
fn chess() {
    assert_eq!(patterns("mining/chess.dat.gz", 1500), 549_873);
}

#[test]
fn mushroom() {
    assert_eq!(patterns("mining/mushroom.dat.gz", 400), 9_179);
}

/// The features that CMIM chooses first, by their number in the file; plain and lazy choice agree.
fn chosen_first(path: &Path, columns: usize) -> Vec<u32> {
    let table = read_table(path, None).unwrap().table;
    assert_eq!((table.rows(), table.columns()), (800, columns));
    let features = Features::of_items(&table);
    let params = SelectParams { most: 40, ..SelectParams::default() };
    let chosen = select(&features, &params);
    assert_eq!(chosen, select_plain(&features, &params));
    chosen.iter().take(10).map(|chosen| table.name(chosen.feature as u32)).collect()
}

/// As published, where features are counted from 0.
const DOROTHEA: [u32; 10] = [363, 86611, 27068, 50351, 2798, 45237, 61137, 22697, 2222, 32590];

/// A choice from some columns that hold the first forty of all begins like one from all.
#[test]
fn dorothea_first_ten_of_740_columns() {
    let path = small("mining/dorothea-740-columns.svm.gz");
    assert_eq!(chosen_first(&path, 740), DOROTHEA);
}

#[test]
fn dorothea_first_ten() {
    if let Some(path) = large("mining/dorothea.svm.gz") {
        assert_eq!(chosen_first(&path, 88_119), DOROTHEA);
    }
}

/// The paper counts 146,380 closed patterns at support 16; ours count the
/// empty pattern's closure, too. Definitions of support and closure agree.
#[test]
fn dorothea_has_as_many_closed_patterns_as_published() {
    let Some(path) = large("mining/dorothea.svm.gz") else { return };
    let table = read_table(&path, None).unwrap().table;
    assert_eq!(count_patterns(&table, &MineParams::new(16)).unwrap(), 146_380 + 1);
}

/// The paper's figure 5: nearly all features that plain CMIM chooses are also
/// chosen when they are divided into sets.
#[test]
fn dorothea_divided_covers_plain() {
    let Some(path) = large("mining/dorothea.svm.gz") else { return };
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
    let divided = select_divided(&table, spill, &division, None, &go).unwrap();
    let kept: BTreeSet<u32> = divided.patterns.iter().map(|kept| kept.0.items[0]).collect();
    let covered = plain.iter().filter(|chosen| kept.contains(&table.name(chosen.feature as u32)));
    let (covered, all) = (covered.count(), plain.len());
    println!("cut-off {cutoff}: {covered} of {all} covered, {} kept", kept.len());
    assert!(covered as f64 >= 0.9 * all as f64, "{covered} of {all}");
}
