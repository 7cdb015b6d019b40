//! A against A: how often the 95% interval of the difference contains 0.
//!
//! `cargo run --release -p fuda-arena --example self_check [SEEDS]` plays
//! random Othello players against themselves, 400 deals for each of the
//! seeds 1, 2 … (100 unless a number is given), and counts.

use fuda_arena::{Entrant, Hooks, MatchOptions, Plan, run};
use fuda_core::{RandomPlayer, Seed};
use fuda_othello::Othello;

const DEALS: u64 = 400;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seeds: u64 = std::env::args().nth(1).map_or(Ok(100), |text| text.parse())?;
    let (mut inside, mut significant) = (0, 0);
    for seed in 1..=seeds {
        let player = |name: &str| Entrant::fair(name, || Box::new(RandomPlayer));
        let options = MatchOptions {
            deals: DEALS,
            seed: Seed(seed),
            resamples: 0,
            ..MatchOptions::default()
        };
        let players = vec![player("random"), player("random again")];
        let report = run(&Plan::new(Othello::default(), players, options)?, Hooks::default())?;
        let difference = report.difference.ok_or("two players have a difference")?;
        if let (Some(low), Some(high)) = (difference.points.low, difference.points.high) {
            inside += u64::from(low <= 0.0 && 0.0 <= high);
        }
        significant += u64::from(difference.p.is_some_and(|p| p < 0.05));
    }
    println!(
        "{inside} of {seeds} intervals contain 0 ({:.1}%); {significant} p-values are below 0.05",
        100.0 * inside as f64 / seeds.max(1) as f64
    );
    Ok(())
}
