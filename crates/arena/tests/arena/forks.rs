//! What it is worth to decide like another player.

use crate::common::{odd, random};
use fuda_arena::{ArenaError, Entrant, ForkPlan, Forks, play_forks};
use fuda_core::{Game, PlayerError, Seed};
use fuda_mahjong::Mahjong;
use fuda_mahjong::players::Ukeire;
use fuda_othello::Othello;

fn ukeire() -> Entrant<Mahjong> {
    Entrant::fair("ukeire", || Box::new(Ukeire))
}

fn plan(player: Entrant<Mahjong>, base: Entrant<Mahjong>, threads: usize) -> ForkPlan<Mahjong> {
    let game = Mahjong::with_rules("tenhou-east").unwrap();
    let (games, draws, seed) = (6, 4, Seed(3));
    ForkPlan { game, player, base, judge: ukeire(), games, draws, seed, threads }
}

fn forks(player: Entrant<Mahjong>, base: Entrant<Mahjong>, threads: usize) -> Forks {
    play_forks(&plan(player, base, threads), &|| {}).unwrap()
}

#[test]
fn a_better_player_gains_and_a_worse_one_loses() {
    let better = forks(ukeire(), random("random"), 1);
    assert_eq!(better, forks(ukeire(), random("random"), 3));
    assert!(better.forks > 100 && better.forks < better.decisions, "{better:?}");
    assert!(better.gain.low.unwrap() > 0.0, "{better:?}");
    let worse = forks(random("random"), ukeire(), 1);
    assert!(worse.gain.high.unwrap() < 0.0, "{worse:?}");
    let sum = worse.gain.mean * worse.forks as f64;
    assert!((sum - worse.gain_per_round.mean * worse.rounds as f64).abs() < 1e-9);
}

#[test]
fn nothing_is_gained_by_the_same_moves() {
    let same = forks(ukeire(), ukeire(), 1);
    assert_eq!((same.forks, same.gain_per_round.mean), (0, 0.0));
}

#[test]
fn whoever_fails_is_named() {
    let failing = odd::<Mahjong, _>("failing", |_| Err(PlayerError("no".into())));
    let name = |result: Result<Forks, ArenaError>| match result {
        Err(ArenaError::Failed { player, .. }) => player,
        other => panic!("{other:?}"),
    };
    assert_eq!(name(play_forks(&plan(failing.clone(), ukeire(), 2), &|| {})), "failing");
    assert_eq!(name(play_forks(&plan(ukeire(), failing.clone(), 2), &|| {})), "failing");
    let judged = ForkPlan { judge: failing, ..plan(ukeire(), random("random"), 2) };
    assert_eq!(name(play_forks(&judged, &|| {})), "failing");
}

#[test]
fn a_game_of_one_round_forks_too() {
    let plan = ForkPlan {
        game: Othello::default(),
        player: random("player"),
        base: random("base"),
        judge: random("judge"),
        games: 3,
        draws: 2,
        seed: Seed(1),
        threads: 1,
    };
    let found = play_forks(&plan, &|| {}).unwrap();
    assert_eq!(found.rounds, 3);
    assert!(found.forks > 20 && found.gain.mean != 0.0, "{found:?}");
}
