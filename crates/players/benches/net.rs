//! A decision of the shipped network on one core: the inputs alone, the whole
//! answer, and beside it a peer: the matrix products of a network of that
//! size in plain loops, nothing else. After divan's table the ratio.

use divan::{Bencher, black_box};
use fuda_core::{Game, Observation, Position, Purpose, Seat, Seed};
use fuda_mahjong::encode::planes::Planes;
use fuda_mahjong::{Deal, Mahjong, MahjongView, Move};
use fuda_players::mahjong_net::{Adviser, shipped};
use std::time::{Duration, Instant};

fn main() {
    divan::main();
    let (view, legal) = midgame();
    let mut adviser = Adviser::new(shipped().expect("the shipped network is good"));
    let plain = Plain::like_shipped();
    let (mut ours, mut theirs) = (Duration::MAX, Duration::MAX);
    // In turns, the best of each: a busy machine disturbs both alike.
    for _ in 0..200 {
        let begun = Instant::now();
        black_box(adviser.ask(&view, &legal));
        ours = ours.min(begun.elapsed());
        let begun = Instant::now();
        black_box(plain.products());
        theirs = theirs.min(begun.elapsed());
    }
    let millions = plain.multiplications() as f64 / 1e6;
    println!(
        "one decision: {:.3} ms; products alone in plain loops: {:.3} ms ({millions:.1} M); \
         ratio {:.2}",
        ours.as_secs_f64() * 1e3,
        theirs.as_secs_f64() * 1e3,
        theirs.as_secs_f64() / ours.as_secs_f64()
    );
}

/// A view in the middle of a hand.
fn midgame() -> (MahjongView, Vec<Move>) {
    let mut position = Mahjong::default().start(&Deal::from_seed(5)).expect("a good deal");
    let mut rng = Seed(5).stream(Purpose::Playout, &[]);
    let mut legal = Vec::new();
    loop {
        let seat = position.turn().first().expect("the hand goes on");
        position.legal_moves(seat, &mut legal);
        if seat == Seat(0) && position.table().live < 40 && legal.len() > 8 {
            return (position.view(seat), legal);
        }
        let mv = position.random_move(seat, &mut rng, &mut legal).expect("a move");
        position.play_unchecked(seat, mv);
    }
}

#[divan::bench]
fn inputs(bencher: Bencher) {
    let (view, legal) = midgame();
    let mut bytes = vec![0; Planes::LEN];
    bencher.bench_local(|| Planes.observe(black_box(&view), black_box(&legal), &mut bytes));
}

#[divan::bench(sample_count = 50, sample_size = 4)]
fn decision(bencher: Bencher) {
    let (view, legal) = midgame();
    let mut adviser = Adviser::new(shipped().expect("the shipped network is good"));
    bencher.bench_local(|| {
        black_box(adviser.ask(black_box(&view), black_box(&legal)));
    });
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn plain_products(bencher: Bencher) {
    let plain = Plain::like_shipped();
    bencher.bench_local(|| black_box(plain.products()));
}

/// The matrix products of one decision: rows, inputs and outputs of each.
struct Plain {
    products: Vec<(usize, usize, usize)>,
    x: Vec<f32>,
    w: Vec<f32>,
}

impl Plain {
    fn like_shipped() -> Plain {
        let (width, hidden, layers) = shipped().expect("the shipped network is good").size();
        let block = [
            (39, width, 3 * width),
            (39, width, width),
            (39, width, hidden),
            (27, 3 * width, hidden),
            (39, hidden, width),
        ];
        let mut products = block.repeat(layers);
        products.push((34, width, width));
        let most = products.iter().map(|&(r, i, o)| (r * i).max(i * o)).max().unwrap_or(0);
        Plain { products, x: vec![0.5; most], w: vec![0.25; most] }
    }

    fn multiplications(&self) -> usize {
        self.products.iter().map(|(rows, inputs, outputs)| rows * inputs * outputs).sum()
    }

    fn products(&self) -> f32 {
        let mut last = 0.0;
        for &(rows, inputs, outputs) in &self.products {
            for row in 0..rows {
                let x = &self.x[row * inputs..][..inputs];
                for output in 0..outputs {
                    let w = &self.w[output * inputs..][..inputs];
                    last = black_box(x.iter().zip(w).map(|(x, w)| x * w).sum::<f32>());
                }
            }
        }
        last
    }
}
