//! What the arena costs: random Othello games in a plain bitboard loop and in
//! Othello's fastest one (which never holds a position), and the same number
//! through a match with its store on.
//!
//! A plain program that runs each way a few times, takes the best, and prints
//! two ratios: by the wall clock, and by the processor time of all threads
//! together (where the system reports it), which a busy machine disturbs less.

use fuda_arena::{Entrant, Hooks, MatchOptions, Plan, run};
use fuda_core::{Game, Purpose, RandomPlayer, Rng, Seed};
use fuda_othello::{Board, Othello, Square, random_game};
use std::time::Instant;

const GAMES: u64 = 200_000;
const ROUNDS: usize = 3;

/// What some work cost.
#[derive(Clone, Copy)]
struct Cost {
    wall: f64,
    processor: f64,
}

/// Processor seconds of this process so far, as Linux counts them.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = |field: usize| after_name.split_whitespace().nth(field)?.parse::<f64>().ok();
    // User and system time, in hundredths of a second.
    ticks(11).zip(ticks(12)).map_or(f64::NAN, |(user, system)| (user + system) / 100.0)
}

fn cost(work: impl FnOnce()) -> Cost {
    let (begun, before) = (Instant::now(), processor_seconds());
    work();
    Cost { wall: begun.elapsed().as_secs_f64(), processor: processor_seconds() - before }
}

/// A plain bitboard loop: list nothing, draw a legal square, turn the discs.
fn plain_game(mut board: Board, rng: &mut Rng) -> Board {
    let mut passed = false;
    loop {
        let mut moves = board.moves();
        if moves == 0 {
            if passed {
                return board;
            }
            passed = true;
            board = board.passed();
            continue;
        }
        passed = false;
        for _ in 0..rng.below(moves.count_ones()) {
            moves &= moves - 1;
        }
        if let Some(square) = Square::lowest(moves) {
            board = board.after(square, board.flips(square));
        }
    }
}

/// A loop without an arena on so many threads, each its share of the games.
fn bare(threads: u64, game: fn(Board, &mut Rng) -> Board) {
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                let mut rng = Seed(1).stream(Purpose::Playout, &[thread]);
                let mut sum = 0i64;
                for _ in 0..GAMES / threads {
                    sum += i64::from(game(Board::START, &mut rng).final_score());
                }
                std::hint::black_box(sum)
            });
        }
    });
}

/// The same number of games through the arena.
fn arena(rules: &str, threads: usize, stored: bool) {
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
    let report = run(&plan, Hooks::default()).expect("a report");
    assert_eq!(report.games, GAMES);
}

fn best(mut work: impl FnMut()) -> Cost {
    let rounds: Vec<Cost> = (0..ROUNDS).map(|_| cost(&mut work)).collect();
    let least = |of: fn(&Cost) -> f64| rounds.iter().map(of).fold(f64::INFINITY, f64::min);
    Cost { wall: least(|c| c.wall), processor: least(|c| c.processor) }
}

fn main() {
    println!("{GAMES} random Othello games, best of {ROUNDS} rounds");
    for threads in [1, 2] {
        let alone = best(|| bare(threads as u64, plain_game));
        let fastest = best(|| bare(threads as u64, random_game));
        println!(
            "{threads} threads: plain loop {:.0} games/s, {:.2} µs of processor per game; fastest loop {:.2} µs",
            GAMES as f64 / alone.wall,
            alone.processor * 1e6 / GAMES as f64,
            fastest.processor * 1e6 / GAMES as f64
        );
        for (rules, stored) in [("standard", false), ("standard", true), ("random-8", true)] {
            let cost = best(|| arena(rules, threads, stored));
            println!(
                "  arena, {rules}, {}: {:.0} games/s, {:.2} x the plain loop; processor {:.2} µs, {:.2} x (of the fastest {:.2} x)",
                if stored { "store on" } else { "no store" },
                GAMES as f64 / cost.wall,
                cost.wall / alone.wall,
                cost.processor * 1e6 / GAMES as f64,
                cost.processor / alone.processor,
                cost.processor / fastest.processor
            );
        }
    }
}
