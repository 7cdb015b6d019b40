//! Features of all discards of a position, and the score of every move.

use divan::{Bencher, black_box};
use fuda_core::{Game, Position, Purpose, Seed};
use fuda_mahjong::features::eval::{self, EvalFeatures};
use fuda_mahjong::features::{FeatureRows, paper, wide};
use fuda_mahjong::game::Deal;
use fuda_mahjong::{Face, Mahjong, MahjongView, Move};

fn main() {
    divan::main();
}

/// Views of seats that are to discard, from the middle of random hands.
fn views() -> Vec<(MahjongView, Vec<Move>, Vec<Face>)> {
    let mut found = Vec::new();
    for seed in 0..40 {
        let mut position = Mahjong::default().start(&Deal::from_seed(seed)).expect("a deal");
        let mut rng = Seed(seed).stream(Purpose::Playout, &[]);
        let (mut legal, mut scratch) = (Vec::new(), Vec::new());
        for _ in 0..60 {
            let Some(seat) = position.turn().first() else { break };
            position.legal_moves(seat, &mut legal);
            let faces: Vec<Face> = legal
                .iter()
                .filter(|mv| matches!(mv, Move::Discard { .. }))
                .filter_map(|mv| mv.discarded())
                .collect();
            if faces.len() > 8 && position.table().discards > 20 {
                let mut faces = faces;
                faces.sort_unstable();
                faces.dedup();
                found.push((position.view(seat), legal.clone(), faces));
            }
            let Some(mv) = position.random_move(seat, &mut rng, &mut scratch) else { break };
            position.play_unchecked(seat, mv);
        }
    }
    found
}

#[divan::bench]
fn paper_discards(bencher: Bencher) {
    let (views, mut rows, mut at) = (views(), FeatureRows::new(), 0);
    bencher.bench_local(|| {
        at = (at + 1) % views.len();
        paper::discards(&views[at].0, &views[at].2, &mut rows);
        black_box(rows.len())
    });
}

#[divan::bench]
fn wide_discards(bencher: Bencher) {
    let (views, mut rows, mut at) = (views(), FeatureRows::new(), 0);
    bencher.bench_local(|| {
        at = (at + 1) % views.len();
        wide::discards(&views[at].0, &views[at].2, &mut rows);
        black_box(rows.len())
    });
}

#[divan::bench]
fn eval_rows(bencher: Bencher) {
    let (views, mut rows, mut at) = (views(), FeatureRows::new(), 0);
    bencher.bench_local(|| {
        at = (at + 1) % views.len();
        EvalFeatures::new(&views[at].0).rows(&views[at].1, &mut rows);
        black_box(rows.len())
    });
}

/// What the player `eval` does for a move.
#[divan::bench]
fn eval_scores(bencher: Bencher) {
    let weights = vec![0.1f32; eval::COLUMNS];
    let (views, mut at) = (views(), 0);
    bencher.bench_local(|| {
        at = (at + 1) % views.len();
        let features = EvalFeatures::new(&views[at].0);
        views[at].1.iter().map(|&mv| features.score(mv, &weights)).fold(0.0, f32::max)
    });
}
