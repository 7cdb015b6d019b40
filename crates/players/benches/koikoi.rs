//! Koi-Koi's network on one core: a decision of the policy, a decision that
//! looks ahead, and beside them a peer: the products of a network of that size
//! over all its inputs in plain loops. After divan's table the ratio.

use divan::{Bencher, black_box};
use fuda_core::{Ask, Budget, Game, Position, Purpose, Seat, Seed};
use fuda_koikoi::{KoiKoi, Move, Rules, View};
use fuda_players::koikoi::{LookAhead, NetPolicy, shipped_network};
use std::time::{Duration, Instant};

fn main() {
    divan::main();
    let (view, legal) = first_turn();
    let (mut policy, plain) = (policy(), Plain::like_shipped());
    let (mut ours, mut theirs) = (Duration::MAX, Duration::MAX);
    // In turns, the best of each: a busy machine disturbs both alike.
    for _ in 0..2_000 {
        let begun = Instant::now();
        black_box(policy.chances(&view, &legal));
        ours = ours.min(begun.elapsed());
        let begun = Instant::now();
        black_box(plain.products());
        theirs = theirs.min(begun.elapsed());
    }
    println!(
        "one decision: {:.2} µs; products alone in plain loops: {:.2} µs; ratio {:.1}",
        ours.as_secs_f64() * 1e6,
        theirs.as_secs_f64() * 1e6,
        theirs.as_secs_f64() / ours.as_secs_f64()
    );
}

fn policy() -> NetPolicy {
    NetPolicy::new(shipped_network(&Rules::PAPER).expect("the shipped network is good"))
}

/// The view before the first card is played, with eight cards to choose from.
fn first_turn() -> (View, Vec<Move>) {
    let game = KoiKoi::default();
    let mut rng = Seed(1).stream(Purpose::Playout, &[]);
    let position = game.start(&game.deal(&mut rng)).expect("a deal");
    let mut legal = Vec::new();
    position.legal_moves(Seat(0), &mut legal);
    (position.view(Seat(0)), legal)
}

#[divan::bench]
fn decision(bencher: Bencher) {
    let ((view, legal), mut policy) = (first_turn(), policy());
    bencher.bench_local(|| policy.chances(black_box(&view), black_box(&legal)));
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn look_ahead_of_64(bencher: Bencher) {
    let ((view, legal), mut policy) = (first_turn(), policy());
    let mut rng = Seed(2).stream(Purpose::Playout, &[]);
    let look = LookAhead { positions: 64, turns: 2, prior: 0.1 };
    let chances = policy.chances(&view, &legal);
    bencher.bench_local(|| {
        let budget = Budget::default();
        let ask = Ask { view: &view, legal: &legal, budget, rng: &mut rng };
        look.report(&policy, ask, &chances)
    });
}

#[divan::bench]
fn plain_products(bencher: Bencher) {
    let plain = Plain::like_shipped();
    bencher.bench_local(|| black_box(plain.products()));
}

/// The layers as matrices, every input counted.
struct Plain {
    layers: [(usize, usize); 3],
    x: Vec<f32>,
    w: Vec<f32>,
}

impl Plain {
    fn like_shipped() -> Plain {
        let network = shipped_network(&Rules::PAPER).expect("the shipped network is good");
        let shape = network.shape();
        let [first, second] = shape.hidden;
        let layers = [(shape.inputs, first), (first, second), (second, shape.outputs)];
        let most = layers.iter().map(|&(inputs, outputs)| inputs * outputs).max().unwrap_or(0);
        Plain { layers, x: vec![0.5; shape.inputs.max(first)], w: vec![0.25; most] }
    }

    fn products(&self) -> f32 {
        let mut last = 0.0;
        for &(inputs, outputs) in &self.layers {
            for output in 0..outputs {
                let w = &self.w[output * inputs..][..inputs];
                last = black_box(self.x.iter().zip(w).map(|(x, w)| x * w).sum::<f32>());
            }
        }
        last
    }
}
