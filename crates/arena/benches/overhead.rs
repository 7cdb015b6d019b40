//! What the arena costs: random Othello games in a bare loop, and the same
//! number through a match with its store on.
//!
//! The games are long against the noise of a clock and short against a
//! user's patience, so this is a plain program that runs each way a few
//! times, takes the best, and prints the ratio a thread pays.

use fuda_arena::{Entrant, Hooks, MatchOptions, Plan, run};
use fuda_core::{Game, Purpose, RandomPlayer, Seed};
use fuda_othello::{Board, Othello, random_game};
use std::time::Instant;

const GAMES: u64 = 200_000;
const ROUNDS: usize = 3;

/// Seconds of the bare loop on so many threads, each its share of the games.
fn bare(threads: u64) -> f64 {
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                let mut rng = Seed(1).stream(Purpose::Playout, &[thread]);
                let mut sum = 0i64;
                for _ in 0..GAMES / threads {
                    sum += i64::from(random_game(Board::START, &mut rng).final_score());
                }
                std::hint::black_box(sum)
            });
        }
    });
    begun.elapsed().as_secs_f64()
}

/// Seconds of the same number of games through the arena.
fn arena(rules: &str, threads: usize, stored: bool) -> f64 {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let random = |name: &str| Entrant::fair(name, || Box::new(RandomPlayer));
    let options = MatchOptions {
        deals: GAMES / 2,
        threads,
        store: stored.then(|| folder.path().join("match.db")),
        ..MatchOptions::default()
    };
    let game = Othello::with_rules(rules).expect("rules of Othello");
    let plan = Plan::new(game, vec![random("one"), random("other")], options).expect("a plan");
    let begun = Instant::now();
    let report = run(&plan, Hooks::default()).expect("a report");
    assert_eq!(report.games, GAMES);
    begun.elapsed().as_secs_f64()
}

fn best(mut round: impl FnMut() -> f64) -> f64 {
    (0..ROUNDS).map(|_| round()).fold(f64::INFINITY, f64::min)
}

fn main() {
    println!("{GAMES} random Othello games, best of {ROUNDS} rounds");
    for threads in [1, 2] {
        let loop_alone = best(|| bare(threads as u64));
        println!("{threads} threads: bare loop {:.0} games/s", GAMES as f64 / loop_alone);
        for (rules, stored) in [("standard", false), ("standard", true), ("random-8", true)] {
            let seconds = best(|| arena(rules, threads, stored));
            let store = if stored { "store on" } else { "no store" };
            let (rate, ratio) = (GAMES as f64 / seconds, seconds / loop_alone);
            println!("  arena, {rules}, {store}: {rate:.0} games/s, {ratio:.2} x the bare loop");
        }
    }
}
