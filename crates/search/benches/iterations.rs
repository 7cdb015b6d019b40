//! Iterations per second beside bare random playouts of the same engine.
//!
//! `cargo bench -p fuda-search` prints the ratio first: an iteration of UCT
//! should cost at most 1.5 bare playouts.

use divan::Bencher;
use divan::counter::ItemsCount;
use fuda_core::{Ask, Budget, Game, Player, Position, Rng, Seat, Seed, ViewOf};
use fuda_othello::Othello;
use fuda_search::{Guide, OfScores, UctParams, UctPlayer, win_share};
use std::hint::black_box;
use std::time::Instant;

const LOOPS: u64 = 20_000;

fn main() {
    let mut one = player(1, 1);
    let mut two = player(2, 2);
    // Rounds of all in turn, so that whatever else the machine does hits all.
    let rounds: Vec<[f64; 3]> = (0..25)
        .map(|_| [seconds(playouts), seconds(|| search(&mut one)), seconds(|| search(&mut two))])
        .collect();
    let median = |value: &dyn Fn(&[f64; 3]) -> f64| {
        let mut values: Vec<f64> = rounds.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    println!(
        "othello, from the start: {:.0} bare playouts/s, {:.0} UCT iterations/s; \
         one iteration costs {:.2} playouts; two trees on two threads are {:.2} times as fast",
        LOOPS as f64 / median(&|r| r[0]),
        LOOPS as f64 / median(&|r| r[1]),
        median(&|r| r[1] / r[0]),
        median(&|r| r[1] / r[2]),
    );
    divan::main();
}

fn seconds(work: impl FnOnce()) -> f64 {
    let clock = Instant::now();
    work();
    clock.elapsed().as_secs_f64()
}

fn view() -> ViewOf<Othello> {
    let game = Othello::default();
    let start = game.start(&game.deal(&mut Rng::new(Seed(1)))).expect("its own deal");
    start.view(Seat(0))
}

fn playouts() {
    let view = view();
    let mut rng = Rng::new(Seed(3));
    let mut scratch = Vec::new();
    for _ in 0..LOOPS {
        let mut position = *view.position();
        black_box(position.random_playout(&mut rng, &mut scratch));
    }
}

fn player(trees: u32, threads: u32) -> impl Player<Othello> {
    let uct = UctParams { loops: Some(LOOPS), trees, threads, ..UctParams::default() };
    let uct = uct.check().expect("sound parameters");
    UctPlayer::new(&Othello::default(), uct, Guide::valued(OfScores(win_share)))
}

/// A player searches as it does in a game: in memory it had before.
fn search(player: &mut impl Player<Othello>) {
    let view = view();
    let mut legal = Vec::new();
    view.position().legal_moves(Seat(0), &mut legal);
    let mut rng = Rng::new(Seed(5));
    let ask = Ask { view: &view, legal: &legal, budget: Budget::default(), rng: &mut rng };
    black_box(player.choose(ask).expect("a move"));
}

#[divan::bench(sample_count = 10)]
fn bare_playouts(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(LOOPS)).bench(playouts);
}

#[divan::bench(sample_count = 10, args = [(1, 1), (2, 1), (2, 2)])]
fn uct_trees_threads(bencher: Bencher<'_, '_>, (trees, threads): (u32, u32)) {
    let mut player = player(trees, threads);
    bencher.counter(ItemsCount::new(LOOPS)).bench_local(|| search(&mut player));
}
