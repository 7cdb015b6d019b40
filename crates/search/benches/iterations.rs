//! Iterations a second beside bare random playouts of the same engine.
//!
//! `cargo bench -p fuda-search` prints the ratio first: an iteration of UCT
//! should cost at most 1.5 bare playouts.

use divan::Bencher;
use divan::counter::ItemsCount;
use fuda_core::{Budget, Game, Position, Rng, Seat, Seed, ViewOf};
use fuda_othello::Othello;
use fuda_search::{Question, Uct, UctParams, Uniform, WithReward, win_share};
use std::hint::black_box;
use std::time::{Duration, Instant};

const LOOPS: u64 = 20_000;

fn main() {
    let mut rounds: Vec<(f64, f64)> = (0..9).map(|_| (playouts(), iterations())).collect();
    rounds.sort_by(|a, b| (a.1 / a.0).total_cmp(&(b.1 / b.0)));
    let (bare, uct) = rounds[rounds.len() / 2];
    println!(
        "othello, from the start: {:.0} bare playouts/s, {:.0} UCT iterations/s; \
         one iteration costs {:.2} playouts",
        1.0 / bare,
        1.0 / uct,
        uct / bare
    );
    divan::main();
}

fn view() -> ViewOf<Othello> {
    let game = Othello::default();
    let start = game.start(&game.deal(&mut Rng::new(Seed(1)))).expect("its own deal");
    start.view(Seat(0))
}

/// Seconds for one bare playout.
fn playouts() -> f64 {
    let view = view();
    let mut rng = Rng::new(Seed(3));
    let mut scratch = Vec::new();
    let clock = Instant::now();
    for _ in 0..LOOPS {
        let mut position = *view.position();
        black_box(position.random_playout(&mut rng, &mut scratch));
    }
    clock.elapsed().as_secs_f64() / LOOPS as f64
}

fn uct(trees: u32, threads: u32) -> Uct {
    UctParams { loops: Some(LOOPS), trees, threads, ..UctParams::default() }
        .check()
        .expect("sound parameters")
}

fn search(uct: &Uct) -> Duration {
    let view = view();
    let mut legal = Vec::new();
    view.position().legal_moves(Seat(0), &mut legal);
    let question: Question<'_, Othello> =
        Question { view: &view, legal: &legal, seats: 2, budget: Budget::default(), seed: Seed(5) };
    uct.search(&question, &WithReward::new(Uniform, win_share)).time
}

/// Seconds for one iteration.
fn iterations() -> f64 {
    search(&uct(1, 1)).as_secs_f64() / LOOPS as f64
}

#[divan::bench(sample_count = 10)]
fn bare_playouts(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(LOOPS)).bench(playouts);
}

#[divan::bench(sample_count = 10, args = [(1, 1), (2, 1), (2, 2)])]
fn uct_trees_threads(bencher: Bencher<'_, '_>, (trees, threads): (u32, u32)) {
    let uct = uct(trees, threads);
    bencher.counter(ItemsCount::new(LOOPS)).bench(|| search(&uct));
}
