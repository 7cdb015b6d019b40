//! Every method on Kuhn poker, where what there is to learn is known.

use fuda_arena::{Entrant, SelfPlay, self_play};
use fuda_core::kuhn::{Kuhn, KuhnMove, KuhnView};
use fuda_core::{
    Ask, Choice, DecisionFilter, Game, MoveFeatures, Observation, Player, PlayerError,
    RandomPlayer, Record, Seed,
};
use fuda_train::{
    PatternParams, RankParams, Ranker, TrainError, ValueParams, patterns, rank, value,
};
use std::sync::Arc;

/// Bets with the king and with nothing else.
struct Careful;

impl Player<Kuhn> for Careful {
    fn choose(&mut self, ask: Ask<'_, Kuhn>) -> Result<Choice<KuhnMove>, PlayerError> {
        let king = |view: &KuhnView| view.card() == 2;
        Ok(if king(ask.view) { KuhnMove::Bet } else { KuhnMove::Pass }.into())
    }
}

fn games(make: fn() -> Box<dyn Player<Kuhn>>, games: u64) -> Vec<Record<Kuhn>> {
    let entrants = [Entrant::fair("player", make)];
    let options = SelfPlay { games, seed: Seed(1), threads: 2 };
    self_play(&Kuhn, &entrants, options, None, &|| {}).unwrap()
}

fn features() -> Box<dyn MoveFeatures<Kuhn>> {
    Kuhn.move_features().remove(0)
}

fn observation() -> Arc<dyn Observation<Kuhn>> {
    Arc::from(Kuhn.observations().remove(0))
}

fn all() -> DecisionFilter {
    DecisionFilter::new::<Kuhn>(None, None).unwrap()
}

#[test]
fn every_ranker_learns_what_was_played() {
    let records = games(|| Box::new(Careful), 300);
    for (name, ranker) in Ranker::ALL {
        let params = RankParams { ranker, epochs: 30, c: 1.0, ..RankParams::default() };
        // Six deals: the test is on one of them.
        let learned = rank(&Kuhn, &records, &*features(), &all(), &params, &|_, _| {}).unwrap();
        assert_eq!(learned.train.agreement.mean, 1.0, "{name}");
        assert!(learned.test.groups > 0 && learned.trained_on.1 > 100, "{name}");
        assert_eq!((&*learned.model.game, &*learned.model.encoder), ("kuhn", "kuhn-moves-1"));
        let threads = RankParams { threads: 3, ..params };
        let again = rank(&Kuhn, &records, &*features(), &all(), &threads, &|_, _| {}).unwrap();
        assert_eq!(again.model.to_bytes(), learned.model.to_bytes(), "{name}");
    }
}

#[test]
fn values_and_patterns_predict_the_end() {
    let records = games(|| Box::new(RandomPlayer), 1_500);
    let params = ValueParams { hidden: [16, 8], epochs: 20, ..ValueParams::default() };
    let learned = value(&Kuhn, &records, observation(), &params, &|_, _| {}).unwrap();
    assert!(learned.tested_on.1 > 0 && learned.trained_on.1 > 1_000);
    let params = PatternParams { mined: 200, chosen: 10, ..PatternParams::default() };
    let found = patterns(&Kuhn, &records, &*features(), &all(), &params, &|_, _| {}).unwrap();
    assert!(found.mined.mined > 0 && !found.weightiest.is_empty());
    assert!(found.weightiest.iter().any(|(words, _)| words.contains("bet with king")));
    assert!(found.rows.0 > 1_000);
}

#[test]
fn too_few_games_are_refused() {
    let records = games(|| Box::new(RandomPlayer), 1);
    let refused = rank(&Kuhn, &records, &*features(), &all(), &RankParams::default(), &|_, _| {});
    assert!(matches!(refused, Err(TrainError::TooLittle(_))), "{refused:?}");
    let refused = value(&Kuhn, &records, observation(), &ValueParams::default(), &|_, _| {});
    assert!(matches!(refused, Err(TrainError::TooLittle(_))), "{refused:?}");
}
