//! Counts the closed patterns of a table:
//! `cargo run --release --example mine_count -- FILE MIN_SUPPORT [THREADS]`.

use fuda_mine::{MineParams, count_patterns, read_table};
use std::path::Path;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    let [_, file, min_support, rest @ ..] = args.as_slice() else {
        return Err("usage: mine_count FILE MIN_SUPPORT [THREADS]".into());
    };
    let table = read_table(Path::new(file), None)?;
    let mut params = MineParams::new(min_support.parse()?);
    if let [threads] = rest {
        params.threads = threads.parse()?;
    }
    let start = Instant::now();
    let patterns = count_patterns(&table, &params)?;
    let seconds = start.elapsed().as_secs_f64();
    println!("{patterns} patterns in {seconds:.3} s, {:.0} a second", patterns as f64 / seconds);
    Ok(())
}
