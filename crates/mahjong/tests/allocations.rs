//! Playing allocates nothing: whole games are played while every request to
//! the allocator is counted.

use fuda_core::{Game, Position, Purpose, Seed};
use fuda_mahjong::{Deal, Mahjong};

#[path = "../../core/tests/counting/mod.rs"]
mod counting;

#[test]
fn whole_games_allocate_nothing() {
    let game = Mahjong::default();
    let mut scratch = Vec::with_capacity(64);
    // The first game fills the tables of the hand knowledge.
    let mut hands = 0;
    for number in 0..20 {
        let mut rng = Seed(number).stream(Purpose::Playout, &[]);
        let mut position = game.start(&Deal::from_seed(number)).unwrap();
        let before = counting::requests();
        position.random_playout(&mut rng, &mut scratch);
        let requests = counting::requests() - before;
        assert!(number == 0 || requests == 0, "game {number}: {requests} requests");
        hands += position.table().hand_number + 1;
    }
    assert!(hands > 100);
}
