//! Searches of mahjong beside bare random playouts of the engine.
//!
//! `cargo bench -p fuda-players --bench mahjong` first prints the ratios: an
//! iteration of UCT beside a bare playout to the end of the hand, two threads
//! beside one (by the processor's time as well as by the clock, which other
//! work on the machine disturbs), and the memory of a tree of a million nodes.

use divan::Bencher;
use divan::counter::ItemsCount;
use fuda_core::{Ask, Budget, Game, Player, Position, Purpose, Seat, Seed};
use fuda_mahjong::game::Deal;
use fuda_mahjong::{Mahjong, MahjongPosition, MahjongView, Move};
use fuda_players::mahjong;
use std::hint::black_box;
use std::time::Instant;

const LOOPS: u64 = 4_000;
const RUNS: u64 = 200;

fn main() {
    let mut one = player(&format!("uct:loops={LOOPS}"));
    let mut pair = player(&format!("uct:loops={LOOPS},trees=2"));
    let mut two = player(&format!("uct:loops={LOOPS},trees=2,threads=2"));
    // Rounds of all in turn, so that whatever else the machine does hits all.
    let rounds: Vec<[Cost; 4]> = (0..41)
        .map(|_| {
            [
                cost(playouts),
                cost(|| search(&mut *one)),
                cost(|| search(&mut *pair)),
                cost(|| search(&mut *two)),
            ]
        })
        .collect();
    let processor = |i: usize| rounds.iter().map(|r| r[i].processor).sum::<f64>();
    let all = (LOOPS * rounds.len() as u64) as f64;
    println!(
        "mahjong, eighth discard: {:.0} bare random playouts/s, {:.0} UCT iterations/s; \
         one iteration costs {:.2} playouts (processor time, {} rounds)",
        all / processor(0),
        all / processor(1),
        processor(1) / processor(0),
        rounds.len(),
    );
    // The quickest round of each is the one least disturbed.
    let least = |i: usize| rounds.iter().map(|r| r[i].wall).fold(f64::INFINITY, f64::min);
    println!(
        "two threads: {:.2} times the speed of one by the clock (best rounds); \
         {:.2} times on two free cores, by processor time",
        least(2) / least(3),
        2.0 * processor(2) / processor(3),
    );
    if let Some((nodes, bytes)) = memory() {
        println!(
            "a tree of {nodes} nodes takes {:.0} MB, {:.0} bytes per node",
            bytes / 1e6,
            bytes / nodes as f64
        );
    }
    divan::main();
}

/// Seconds by the clock, and of the processor in all threads.
struct Cost {
    wall: f64,
    processor: f64,
}

fn cost(work: impl FnOnce()) -> Cost {
    let (clock, before) = (Instant::now(), processor_seconds());
    work();
    Cost { wall: clock.elapsed().as_secs_f64(), processor: processor_seconds() - before }
}

/// Processor seconds of this process so far, as Linux counts them.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = |field: usize| after_name.split_whitespace().nth(field)?.parse::<f64>().ok();
    // User and system time, in hundredths of a second.
    ticks(11).zip(ticks(12)).map_or(f64::NAN, |(user, system)| (user + system) / 100.0)
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
    let (mut position, _) = early();
    position.end_with_hand();
    let mut rng = Seed(3).stream(Purpose::Playout, &[]);
    let mut scratch = Vec::new();
    for _ in 0..LOOPS {
        let mut position = position.clone();
        while let Some(seat) = position.turn().first()
            && let Some(mv) = position.random_move(seat, &mut rng, &mut scratch)
        {
            position.play_unchecked(seat, mv);
        }
        black_box(position.last_result());
    }
}

/// How much more memory the process has after growing a million nodes, where
/// the system reports.
fn memory() -> Option<(u64, f64)> {
    let resident = || {
        let text = std::fs::read_to_string("/proc/self/statm").ok()?;
        let pages: f64 = text.split_whitespace().nth(1)?.parse().ok()?;
        Some(4096.0 * pages)
    };
    let before = resident()?;
    // An iteration makes about four nodes, so the tree fills up.
    let mut full = player("uct:loops=400000,max-nodes=1000000");
    search(&mut *full);
    let after = resident()?;
    black_box(full);
    Some((1_000_000, after - before))
}

#[divan::bench(sample_count = 10)]
fn bare_playouts(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(LOOPS)).bench(playouts);
}

#[divan::bench(sample_count = 10, args = ["uct:loops=4000", "uct:loops=4000,rave=100", "uct+:loops=4000,least=0,settle=no", "mc:playouts=4000"])]
fn iterations(bencher: Bencher<'_, '_>, description: &str) {
    let mut player = player(description);
    bencher.counter(ItemsCount::new(LOOPS)).bench_local(|| search(&mut *player));
}

#[divan::bench(sample_count = 10, args = ["tabu1:runs=200", "tabu1:runs=200,n=5"])]
fn tabu_runs(bencher: Bencher<'_, '_>, description: &str) {
    let mut player = player(description);
    bencher.counter(ItemsCount::new(RUNS)).bench_local(|| search(&mut *player));
}
