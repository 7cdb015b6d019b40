//! Searches of mahjong beside bare random playouts of the engine.
//!
//! `cargo bench -p fuda-players` first prints the ratios: an iteration of UCT
//! beside a bare playout, two threads beside one (both by the time of the
//! threads' own work, so that other work on the machine does not count), and
//! the memory of a tree of a million nodes.

use divan::Bencher;
use divan::counter::ItemsCount;
use fuda_core::{Ask, Budget, Game, Player, Position, Purpose, Seat, Seed};
use fuda_mahjong::game::Deal;
use fuda_mahjong::{Mahjong, MahjongPosition, MahjongView, Move};
use fuda_players::mahjong;
use std::hint::black_box;
use std::time::Instant;

const LOOPS: u64 = 2_000;
const RUNS: u64 = 200;

fn main() {
    let mut one = player(&format!("uct:loops={LOOPS}"));
    let mut pair = player(&format!("uct:loops={LOOPS},trees=2"));
    let mut two = player(&format!("uct:loops={LOOPS},trees=2,threads=2"));
    // Rounds of all in turn, so that whatever else the machine does hits all.
    let rounds: Vec<[f64; 4]> = (0..31)
        .map(|_| {
            [
                seconds(playouts),
                seconds(|| search(&mut *one)),
                seconds(|| search(&mut *pair)),
                seconds(|| search(&mut *two)),
            ]
        })
        .collect();
    let median = |value: &dyn Fn(&[f64; 4]) -> f64| {
        let mut values: Vec<f64> = rounds.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    // The quickest round of each is the one least disturbed.
    let least = |i: usize| rounds.iter().map(|r| r[i]).fold(f64::INFINITY, f64::min);
    println!(
        "mahjong, eighth discard: {:.0} bare random playouts/s, {:.0} UCT iterations/s; \
         one iteration costs {:.2} playouts (median of {} rounds); \
         two threads are {:.2} times as fast as one (best rounds)",
        LOOPS as f64 / least(0),
        LOOPS as f64 / least(1),
        median(&|r| r[1] / r[0]),
        rounds.len(),
        least(2) / least(3),
    );
    if let Some((nodes, bytes)) = memory() {
        println!(
            "a tree of {nodes} nodes takes {:.0} MB, {:.0} bytes a node",
            bytes / 1e6,
            bytes / nodes as f64
        );
    }
    divan::main();
}

fn seconds(work: impl FnOnce()) -> f64 {
    let clock = Instant::now();
    work();
    clock.elapsed().as_secs_f64()
}

/// A discard after eight others.
fn early() -> (MahjongPosition, Seat) {
    let game = Mahjong::default();
    let mut position = game.start(&Deal::from_seed(7)).expect("a seed");
    let mut player = player("ukeire");
    let mut rng = Seed(7).stream(Purpose::Player, &[]);
    let mut legal = Vec::new();
    while let Some(seat) = position.turn().first() {
        position.legal_moves(seat, &mut legal);
        if position.table().discards >= 8 && !legal.contains(&Move::Pass) {
            return (position, seat);
        }
        let view = position.view(seat);
        let ask = Ask { view: &view, legal: &legal, budget: Budget::default(), rng: &mut rng };
        let mv = player.choose(ask).expect("a move").mv;
        position.play(seat, mv).expect("legal");
    }
    unreachable!("a game is longer than eight discards")
}

fn player(description: &str) -> Box<dyn Player<Mahjong>> {
    (mahjong().recipe(&Mahjong::default(), description).expect("a player").make)()
}

fn ask_it(player: &mut dyn Player<Mahjong>, view: &MahjongView, legal: &[Move]) {
    let mut rng = Seed(5).stream(Purpose::Player, &[]);
    let ask = Ask { view, legal, budget: Budget::default(), rng: &mut rng };
    black_box(player.choose(ask).expect("a move"));
}

/// A player searches as it does in a game: in memory it had before.
fn search(player: &mut dyn Player<Mahjong>) {
    let (position, seat) = early();
    let mut legal = Vec::new();
    position.legal_moves(seat, &mut legal);
    ask_it(player, &position.view(seat), &legal);
}

/// Random moves to the end of the hand, without any search.
fn playouts() {
    let (position, _) = early();
    let mut rng = Seed(3).stream(Purpose::Playout, &[]);
    let mut scratch = Vec::new();
    for _ in 0..LOOPS {
        let mut position = position.clone();
        let hand = position.table().hand_number;
        while position.table().hand_number == hand
            && let Some(seat) = position.turn().first()
            && let Some(mv) = position.random_move(seat, &mut rng, &mut scratch)
        {
            position.play_unchecked(seat, mv);
        }
        black_box(position.last_result());
    }
}

/// How much more memory the process has after growing a million nodes, where
/// the system tells.
fn memory() -> Option<(u64, f64)> {
    let resident = || {
        let text = std::fs::read_to_string("/proc/self/statm").ok()?;
        let pages: f64 = text.split_whitespace().nth(1)?.parse().ok()?;
        Some(4096.0 * pages)
    };
    let before = resident()?;
    // An iteration makes more than ten nodes, so the tree fills up.
    let mut full = player("uct:loops=200000,max-nodes=1000000");
    search(&mut *full);
    let after = resident()?;
    black_box(full);
    Some((1_000_000, after - before))
}

#[divan::bench(sample_count = 10)]
fn bare_playouts(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(LOOPS)).bench(playouts);
}

#[divan::bench(sample_count = 10, args = ["uct:loops=2000", "uct:loops=2000,rave=100", "uct+:loops=2000", "mc:playouts=2000"])]
fn iterations(bencher: Bencher<'_, '_>, description: &str) {
    let mut player = player(description);
    bencher.counter(ItemsCount::new(LOOPS)).bench_local(|| search(&mut *player));
}

#[divan::bench(sample_count = 10, args = ["tabu1:runs=200", "tabu1:runs=200,n=5"])]
fn tabu_runs(bencher: Bencher<'_, '_>, description: &str) {
    let mut player = player(description);
    bencher.counter(ItemsCount::new(RUNS)).bench_local(|| search(&mut *player));
}
