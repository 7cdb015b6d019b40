//! Playouts, legal moves, assumptions.

use divan::Bencher;
use divan::counter::ItemsCount;
use fuda_core::{Game, Position as _, Purpose, Seat, Seed, View as _};
use fuda_daihinmin::encode::{ALL, PRODUCTS};
use fuda_daihinmin::wire::{Host, HostOptions, JoinOptions, join};
use fuda_daihinmin::{Daihinmin, Deal, Evaluation, Greedy, Playouts, Policy, Position};

fn main() {
    divan::main();
}

fn start(rules: &str, number: u64) -> Position {
    let game = Daihinmin::with_rules(rules).unwrap();
    game.start(&game.deal(&mut Seed(1).stream(Purpose::Deal, &[number]))).unwrap()
}

/// Uniformly random games from the deal; the pass is one of the moves.
#[divan::bench(args = ["uecda", "table", "uecda,classes=random"], sample_size = 640)]
fn random_playouts(bencher: Bencher, rules: &str) {
    let deals: Vec<Position> = (0..64).map(|n| start(rules, n)).collect();
    let mut rng = Seed(2).stream(Purpose::Playout, &[]);
    let mut scratch = Vec::with_capacity(512);
    let mut at = 0;
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| {
        at = (at + 1) % deals.len();
        deals[at].clone().random_playout(&mut rng, &mut scratch)
    });
}

/// A hand of 11 cards, the joker among them, leading.
#[divan::bench]
fn legal_leads_with_joker(bencher: Bencher) {
    let game = Daihinmin::default();
    let first = "S3H3S4S5H7D7C9STHKD2JO".parse().unwrap();
    let rest = game.options().deck().without(first);
    let mut hands = vec![first];
    let mut cards = rest.iter();
    for size in game.hand_sizes().into_iter().skip(1) {
        hands.push(cards.by_ref().take(size).collect());
    }
    // Whoever holds the three of diamonds leads; here all the others pass.
    let deal = Deal { hands, first: Seat(0), classes: None, tail: vec![0, 1, 2, 3, 4] };
    let mut position = game.start(&deal).unwrap();
    while position.turn().first() != Some(Seat(0)) {
        let seat = position.turn().first().unwrap();
        position.play(seat, fuda_daihinmin::Move::PASS).unwrap();
    }
    let mut moves = Vec::with_capacity(512);
    bencher.bench_local(|| {
        divan::black_box(&position).legal_moves(Seat(0), &mut moves);
        moves.len()
    });
}

/// Assumptions in the middle of a game.
#[divan::bench]
fn assumptions(bencher: Bencher) {
    let mut position = start("uecda,classes=random", 5);
    let mut rng = Seed(2).stream(Purpose::Playout, &[]);
    let mut scratch = Vec::new();
    for _ in 0..30 {
        let seat = position.turn().first().unwrap();
        let mv = position.random_move(seat, &mut rng, &mut scratch).unwrap();
        position.play(seat, mv).unwrap();
    }
    let view = position.view(position.turn().first().unwrap());
    bencher.bench_local(|| view.assume(&mut rng));
}

/// Playouts that follow a learned evaluation (random weights cost the same as
/// learned ones), from the deal to the end of the game.
#[divan::bench(args = ["products", "network of 16"], sample_size = 64)]
fn learned_playouts(bencher: Bencher, kind: &str) {
    let deals: Vec<Position> = (0..64).map(|n| start("uecda", n)).collect();
    let mut rng = Seed(2).stream(Purpose::Playout, &[]);
    let mut weights = |many: usize| (0..many).map(|_| rng.unit() - 0.5).collect::<Vec<f64>>();
    let evaluation = match kind {
        "products" => Evaluation::products(&weights(PRODUCTS)),
        _ => Evaluation::network(16, &weights(16 * (ALL + 1)), &weights(17)),
    };
    let mut playouts = Playouts::new(Policy::ranked(evaluation.unwrap(), 0.6).unwrap());
    let mut at = 0;
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| {
        at = (at + 1) % deals.len();
        playouts.play(deals[at].clone(), &mut rng)
    });
}

/// Games per second of our host with five clients of ours over loopback, all in
/// this process.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn hosted_games(bencher: Bencher) {
    const GAMES: u32 = 100;
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        let options =
            HostOptions { port: 0, games: GAMES, seed: Seed(1), ..HostOptions::default() };
        let host = Host::bind(options).unwrap();
        let port = host.address().unwrap().port();
        let client = |n| {
            let options = JoinOptions { port, seed: Seed(n), ..JoinOptions::default() };
            std::thread::spawn(move || join(&options, &mut Greedy, &mut |_| {}).unwrap())
        };
        let clients: Vec<_> = (0..5).map(client).collect();
        let report = host.run(Vec::new(), None, &mut |_| {}).unwrap();
        clients.into_iter().for_each(|client| assert_eq!(client.join().unwrap().refused, 0));
        report.games
    });
}
