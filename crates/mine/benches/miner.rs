//! The miner beside crate `dci` (DCI-Closed) on the same tables, in one run.
//!
//! `cargo bench -p fuda-mine --bench miner` prints the ratios first, then
//! divan's table. `FUDA_POSITIONS` may name a table of
//! positions to mine at support 40,000, otherwise one like it is made up.

mod peer;

use fuda_core::{Rng, Seed};
use fuda_mine::{MineParams, Table, count_patterns, read_table};
use peer::Columns;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Instant;

/// A table to mine and at which support.
struct Work {
    name: &'static str,
    table: Table,
    min_support: u32,
}

impl Work {
    fn ours(&self) -> u64 {
        count_patterns(&self.table, &MineParams::new(self.min_support)).expect("the table is mined")
    }
}

/// Sixty-four squares, each black, white or empty, neighbours alike: as dense
/// as positions of Othello with few empty squares.
fn boards(rows: usize) -> Table {
    let mut rng = Rng::new(Seed(1));
    let rows: Vec<Vec<u32>> = (0..rows)
        .map(|_| {
            let mut colours = [0u32; 64];
            let bias = 20 + rng.below(60);
            for square in 0..64usize {
                let beside = if square % 8 > 0 { Some(colours[square - 1]) } else { None };
                let above = if square > 7 { Some(colours[square - 8]) } else { None };
                let same = match rng.below(10) {
                    0..4 => beside,
                    4..8 => above,
                    _ => None,
                };
                colours[square] = match rng.below(100) {
                    0..5 => 2,
                    _ => same.unwrap_or(u32::from(rng.below(100) < bias)),
                };
            }
            (0..64).map(|square| square * 3 + colours[square as usize]).collect()
        })
        .collect();
    Table::new(rows.iter().map(Vec::as_slice), None).expect("boards make a table")
}

fn works() -> &'static [Work] {
    static WORKS: OnceLock<Vec<Work>> = OnceLock::new();
    WORKS.get_or_init(|| {
        let chess = fuda_fixtures::small("mining/chess.dat.gz");
        let table = read_table(&chess, None).expect("chess is read").table;
        let mut works = vec![Work { name: "chess at 1,500", table, min_support: 1500 }];
        let (name, table) = match std::env::var_os("FUDA_POSITIONS") {
            Some(path) => {
                let table =
                    read_table(Path::new(&path), None).expect("the positions are read").table;
                ("positions of FUDA_POSITIONS at 40,000", table)
            }
            None => ("200,000 made-up boards at 40,000", boards(200_000)),
        };
        works.push(Work { name, table, min_support: 40_000 });
        works
    })
}

/// The answer, and the shortest of three times.
fn best_of_three(run: impl Fn() -> u64) -> (u64, f64) {
    let timed = || {
        let start = Instant::now();
        (run(), start.elapsed().as_secs_f64())
    };
    let times = [timed(), timed(), timed()];
    (times[0].0, times.iter().map(|time| time.1).fold(f64::INFINITY, f64::min))
}

fn main() {
    for work in works() {
        let columns = Columns::new(&work.table, work.min_support);
        let (ours, our_time) = best_of_three(|| work.ours());
        let (theirs, their_time) = best_of_three(|| columns.closed());
        assert_eq!(ours, theirs, "{}: both count the same", work.name);
        println!(
            "{}: {ours} patterns; fuda {our_time:.3} s, dci {their_time:.3} s: {:.1} times as fast",
            work.name,
            their_time / our_time
        );
    }
    divan::main();
}

#[divan::bench(args = 0..works().len(), sample_count = 5)]
fn fuda(work: usize) -> u64 {
    works()[work].ours()
}
