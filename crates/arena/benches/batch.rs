//! Random play through a [`Batch`] with observations: decisions per second of
//! one thread's processor time, and what of it each of the two calls takes.
//!
//! A plain program: `cargo bench -p fuda-arena --bench batch`; a game's name
//! as its argument measures that game alone.

use fuda_arena::batch::{Batch, BatchOptions, Rows};
use fuda_core::{Game, Purpose, Rng, Seed};

const GAMES: usize = 4096;
const STEPS: usize = 300;

/// Nanoseconds that this thread has run so far, as Linux counts them.
fn ran() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    stat.split_whitespace().next().and_then(|ran| ran.parse().ok()).unwrap_or(f64::NAN)
}

/// One of the legal actions, each equally likely.
fn draw(mask: &[u8], rng: &mut Rng) -> i32 {
    let legal = mask.iter().map(|&legal| u32::from(legal)).sum();
    let mut left = rng.below(legal);
    let found = mask.iter().position(|&legal| {
        let chosen = legal != 0 && left == 0;
        left -= u32::from(legal != 0 && left > 0);
        chosen
    });
    found.map_or(0, |action| action as i32)
}

fn measure<G: Game>(game: G) {
    let encoder = game.observations().swap_remove(0);
    let (width, actions) = (encoder.len(), encoder.actions());
    let options = BatchOptions { games: GAMES, threads: 1, ..BatchOptions::default() };
    let mut batch = Batch::new(game, encoder, options).expect("a batch");
    let mut observations = vec![0; GAMES * width];
    let mut masks = vec![0; GAMES * actions];
    let (mut seats, mut games) = (vec![0; GAMES], vec![0; GAMES]);
    let mut chosen = vec![0; GAMES];
    let mut rng = Seed(1).stream(Purpose::Playout, &[]);
    let (mut observing, mut stepping, mut decisions) = (0.0, 0.0, 0.0);
    // The sum of all bytes shows that two builds play the same.
    let mut sum = 0u64;
    for step in 0..STEPS {
        let begun = ran();
        let rows = Rows {
            observations: &mut observations,
            masks: &mut masks,
            seats: &mut seats,
            games: &mut games,
        };
        let rows = batch.observe(rows).expect("rows");
        let observed = ran();
        for (chosen, mask) in chosen.iter_mut().zip(masks.chunks(actions)) {
            *chosen = draw(mask, &mut rng);
        }
        if step % 20 == 0 {
            let mixed = |sum: u64, &byte: &u8| sum.wrapping_mul(31).wrapping_add(byte.into());
            sum = observations.iter().fold(sum, mixed);
        }
        let drawn = ran();
        batch.step(&chosen).expect("legal actions");
        // The first steps make tables and fill caches.
        if step >= 20 {
            observing += observed - begun;
            stepping += ran() - drawn;
            decisions += rows as f64;
        }
    }
    println!(
        "{}: {:.0} decisions per second; observe {:.0} ns, step {:.0} ns each; bytes {sum:016x}",
        G::NAME,
        decisions * 1e9 / (observing + stepping),
        observing / decisions,
        stepping / decisions
    );
}

fn main() {
    let wanted = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    let is = |name: &str| wanted.as_deref().is_none_or(|wanted| wanted == name);
    if is("mahjong") {
        measure(fuda_mahjong::Mahjong::default());
    }
    if is("koikoi") {
        measure(fuda_koikoi::KoiKoi::default());
    }
    if is("daihinmin") {
        measure(fuda_daihinmin::Daihinmin::default());
    }
    if is("othello") {
        measure(fuda_othello::Othello::default());
    }
}
