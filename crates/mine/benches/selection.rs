//! Lazy CMIM beside the plain one: 500 of Dorothea's 88,119 columns, where
//! `FUDA_DATA` has it, and a made-up table otherwise.

use fuda_core::{Rng, Seed};
use fuda_mine::{Chosen, Features, SelectParams, Table, read_table, select, select_plain};
use std::sync::OnceLock;
use std::time::Instant;

const PARAMS: SelectParams = SelectParams { most: 500, cutoff: 0.0 };

fn features() -> &'static Features {
    static FEATURES: OnceLock<Features> = OnceLock::new();
    FEATURES.get_or_init(|| match fuda_fixtures::large("mining/dorothea.svm.gz") {
        Some(path) => Features::of_items(&read_table(&path, None).expect("Dorothea is read").table),
        None => {
            let mut rng = Rng::new(Seed(1));
            let labels: Vec<bool> = (0..800).map(|_| rng.below(10) == 0).collect();
            let rows: Vec<Vec<u32>> = labels
                .iter()
                .map(|&label| {
                    let often = |item: u32| if label && item.is_multiple_of(7) { 20 } else { 9 };
                    (0..80_000).filter(|&item| rng.below(1000) < often(item)).collect()
                })
                .collect();
            let table = Table::new(rows.iter().map(Vec::as_slice), Some(labels));
            Features::of_items(&table.expect("the rows make a table"))
        }
    })
}

fn main() {
    let features = features();
    let start = Instant::now();
    let lazy = select(features, &PARAMS);
    let lazy_time = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let plain = select_plain(features, &PARAMS);
    let plain_time = start.elapsed().as_secs_f64();
    assert_eq!(lazy, plain, "both choose the same");
    println!(
        "{} of {} features: lazy {lazy_time:.3} s, plain {plain_time:.3} s: {:.1} times as fast",
        lazy.len(),
        features.len(),
        plain_time / lazy_time
    );
    divan::main();
}

#[divan::bench(sample_count = 5)]
fn lazy() -> Vec<Chosen> {
    select(features(), &PARAMS)
}
