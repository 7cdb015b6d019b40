//! Asking the network allocates nothing: a game is played while every request
//! to the allocator is counted.

use fuda_core::{Game, Position, Purpose, Seed};
use fuda_mahjong::{Deal, Mahjong};
use fuda_players::mahjong_net::{Adviser, shipped};

#[path = "../../core/tests/counting/mod.rs"]
mod counting;

#[test]
fn asking_allocates_nothing() {
    let game = Mahjong::with_rules("tenhou-east").unwrap();
    let mut adviser = Adviser::new(shipped().unwrap());
    let mut legal = Vec::with_capacity(64);
    let mut rng = Seed(2).stream(Purpose::Playout, &[]);
    let mut position = game.start(&Deal::from_seed(2)).unwrap();
    let mut asked = 0;
    while let Some(seat) = position.turn().first() {
        position.legal_moves(seat, &mut legal);
        if asked < 300 {
            let view = position.view(seat);
            let before = counting::requests();
            adviser.ask(&view, &legal);
            let requests = counting::requests() - before;
            // The first question fills the tables of the hand knowledge.
            assert!(asked == 0 || requests == 0, "{requests} requests");
            asked += 1;
        }
        let mv = position.random_move(seat, &mut rng, &mut legal).unwrap();
        position.play_unchecked(seat, mv);
    }
    assert!(asked > 100);
}
