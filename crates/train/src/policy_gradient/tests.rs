use super::{PolicyLearner, PolicyParams};
use fuda_core::kuhn::Kuhn;
use fuda_core::{Game, Observation, Seed};
use std::ops::ControlFlow;
use std::sync::Arc;

fn encoder() -> Arc<dyn Observation<Kuhn>> {
    Arc::from(Kuhn.observations().remove(0))
}

fn params(threads: usize, seed: u64) -> PolicyParams<Kuhn> {
    PolicyParams {
        hidden: [16, 8],
        games_per_step: Some(64),
        remember_every: 3,
        report_every: 2,
        threads,
        seed: Seed(seed),
        ..PolicyParams::default()
    }
}

fn run_to(learner: &mut PolicyLearner<Kuhn>, games: u64, of: u64) {
    let share = |learner: &PolicyLearner<Kuhn>| learner.games() as f64 / of as f64;
    learner
        .run(|learner, _| match learner.games() >= games {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(share(learner)),
        })
        .unwrap();
}

#[test]
fn nothing_depends_on_threads_and_everything_on_the_seed() {
    let model = |threads, seed| {
        let mut learner = PolicyLearner::new(&Kuhn, encoder(), params(threads, seed)).unwrap();
        run_to(&mut learner, 640, 1280);
        assert_eq!(learner.curve().len(), 5);
        learner.model().unwrap().to_bytes()
    };
    assert_eq!(model(1, 1), model(3, 1));
    assert_ne!(model(1, 1), model(1, 2));
}

#[test]
fn a_checkpoint_goes_on_as_if_nothing_had_happened() {
    let mut whole = PolicyLearner::new(&Kuhn, encoder(), params(1, 5)).unwrap();
    run_to(&mut whole, 640, 1280);
    let mut first = PolicyLearner::new(&Kuhn, encoder(), params(1, 5)).unwrap();
    run_to(&mut first, 256, 1280);
    let bytes = first.checkpoint().to_bytes();
    let file = fuda_learn::ModelFile::from_bytes("run.ckpt", &bytes).unwrap();
    let mut second = PolicyLearner::resume(&Kuhn, encoder(), params(1, 5), &file).unwrap();
    assert_eq!(second.games(), 256);
    run_to(&mut second, 640, 1280);
    assert_eq!(second.model().unwrap().to_bytes(), whole.model().unwrap().to_bytes());
    assert_eq!(second.curve().len(), whole.curve().len());

    let other = PolicyLearner::resume(&Kuhn, encoder(), params(1, 6), &file).err().unwrap();
    assert_eq!(other.to_string(), "expected a checkpoint of the seed 6, got one of the seed 5");
    let model = whole.model().unwrap();
    assert!(PolicyLearner::resume(&Kuhn, encoder(), params(1, 5), &model).is_err());
}

#[test]
fn settings_out_of_range_are_refused() {
    let wrong = PolicyParams { past_percent: 120, ..params(1, 1) };
    let refused = PolicyLearner::new(&Kuhn, encoder(), wrong).err().unwrap().to_string();
    assert_eq!(refused, "opponents: expected at most 100 percent in all, got 120");
}

/// The policy of Kuhn poker comes near the solution: a best response wins
/// little from it, and far less than from even play.
#[test]
fn kuhn_poker_is_nearly_solved() {
    use fuda_core::SparseInputs;
    use fuda_learn::policy_gradient::SparseNetwork;
    use fuda_players::learned::PolicyPlayer;
    use fuda_search::cfr::GameTree;
    let params = PolicyParams { entropy: 0.2, games_per_step: Some(256), ..params(2, 1) };
    let mut learner = PolicyLearner::new(&Kuhn, encoder(), params).unwrap();
    run_to(&mut learner, 80_000, 80_000);
    let network = SparseNetwork::from_file(&learner.model().unwrap()).unwrap();
    let inputs = SparseInputs::new(encoder());
    let mut player = PolicyPlayer::new(Arc::new(network), inputs, true);
    let tree = GameTree::new(&Kuhn, 1_000).unwrap();
    let strategy = tree.strategy_of(&mut player, 4_000, Seed(1)).unwrap();
    let (learned, even) = (tree.exploitability(&strategy), tree.exploitability(&tree.even()));
    assert!(learned < 0.12 && learned < even / 3.0, "{learned} of {even}");
}
