//! Random rounds: dealt and played to the end, one core.
use divan::{Bencher, counter::ItemsCount};
use fuda_core::{Game, Position, Purpose, Seat, Seed, View};
use fuda_koikoi::KoiKoi;

fn main() {
    divan::main();
}

/// Deals and plays whole rounds with random moves.
#[divan::bench]
fn deal_and_play(bencher: Bencher) {
    let game = KoiKoi::default();
    let mut rng = Seed(1).stream(Purpose::Playout, &[]);
    let mut scratch = Vec::new();
    bencher.counter(ItemsCount::new(1000u32)).bench_local(|| {
        let mut sum = 0.0;
        for _ in 0..1000 {
            let mut position = game.start(&game.deal(&mut rng)).expect("a deal");
            sum += position.random_playout(&mut rng, &mut scratch)[0];
        }
        sum
    });
}

/// Plays rounds from assumed positions of a first view, as searches do.
#[divan::bench]
fn assume_and_play(bencher: Bencher) {
    let game = KoiKoi::default();
    let mut rng = Seed(1).stream(Purpose::Playout, &[]);
    let start = game.start(&game.deal(&mut rng)).expect("a deal");
    let view = start.view(Seat(0));
    let mut scratch = Vec::new();
    bencher.counter(ItemsCount::new(1000u32)).bench_local(|| {
        let mut sum = 0.0;
        for _ in 0..1000 {
            sum += view.assume(&mut rng).random_playout(&mut rng, &mut scratch)[0];
        }
        sum
    });
}

/// Plays copies of one dealt position: the rules alone.
#[divan::bench]
fn play(bencher: Bencher) {
    let game = KoiKoi::default();
    let mut rng = Seed(1).stream(Purpose::Playout, &[]);
    let start = game.start(&game.deal(&mut rng)).expect("a deal");
    let mut scratch = Vec::new();
    bencher.counter(ItemsCount::new(1000u32)).bench_local(|| {
        let mut sum = 0.0;
        for _ in 0..1000 {
            sum += start.clone().random_playout(&mut rng, &mut scratch)[0];
        }
        sum
    });
}
