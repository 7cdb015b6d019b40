//! Features of all discards of a position, and the score of every move.

use divan::{Bencher, black_box};
use fuda_core::{FeatureRows, Game, MoveFeatures, Position, Purpose, Seed};
use fuda_mahjong::encode::FeatureSet;
use fuda_mahjong::encode::eval::{self, EvalFeatures};
use fuda_mahjong::game::Deal;
use fuda_mahjong::{Mahjong, MahjongView, Move};

fn main() {
    divan::main();
}

/// Views of seats that are to discard, from the middle of random hands,
/// with all moves and one discard of each face.
fn views() -> Vec<(MahjongView, Vec<Move>, Vec<Move>)> {
    let mut found = Vec::new();
    for seed in 0..40 {
        let mut position = Mahjong::default().start(&Deal::from_seed(seed)).expect("a deal");
        let mut rng = Seed(seed).stream(Purpose::Playout, &[]);
        let (mut legal, mut scratch) = (Vec::new(), Vec::new());
        for _ in 0..60 {
            let Some(seat) = position.turn().first() else { break };
            position.legal_moves(seat, &mut legal);
            let mut discards: Vec<Move> = legal.clone();
            discards.retain(|mv| matches!(mv, Move::Discard { .. }));
            if discards.len() > 8 && position.table().discards > 20 {
                discards.sort_unstable_by_key(|mv| mv.discarded());
                discards.dedup_by_key(|mv| mv.discarded());
                found.push((position.view(seat), legal.clone(), discards));
            }
            let Some(mv) = position.random_move(seat, &mut rng, &mut scratch) else { break };
            position.play_unchecked(seat, mv);
        }
    }
    found
}

#[divan::bench]
fn paper_discards(bencher: Bencher) {
    let (views, mut rows, mut at) = (views(), FeatureRows::default(), 0);
    bencher.bench_local(|| {
        at = (at + 1) % views.len();
        FeatureSet::Paper.encode(&views[at].0, &views[at].2, &mut rows);
        black_box(rows.len())
    });
}

#[divan::bench]
fn wide_discards(bencher: Bencher) {
    let (views, mut rows, mut at) = (views(), FeatureRows::default(), 0);
    bencher.bench_local(|| {
        at = (at + 1) % views.len();
        FeatureSet::Wide.encode(&views[at].0, &views[at].2, &mut rows);
        black_box(rows.len())
    });
}

#[divan::bench]
fn eval_rows(bencher: Bencher) {
    let (views, mut rows, mut at) = (views(), FeatureRows::default(), 0);
    bencher.bench_local(|| {
        at = (at + 1) % views.len();
        FeatureSet::Eval.encode(&views[at].0, &views[at].1, &mut rows);
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
