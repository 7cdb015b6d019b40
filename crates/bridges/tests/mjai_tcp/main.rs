//! mjai over TCP: a strict client at our table, clients that misbehave, and
//! the door they come in by.

mod door;
mod faults;
mod strict;

use fuda_arena::{Competitor, Conditions, PlayedGame, RecordKeeper, play_game, player_rngs};
use fuda_bridges::ProcessLimits;
use fuda_bridges::mjai::{DoorOptions, MjaiDoor, MjaiOptions, MjaiPlayer, MjaiSource, SharedDoor};
use fuda_core::{Game, Purpose, Record, Seed};
use fuda_mahjong::Mahjong;
use fuda_mahjong::players::Greedy;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

/// A door at any free port.
fn door(options: DoorOptions) -> (SharedDoor, SocketAddr) {
    let door = MjaiDoor::bind("127.0.0.1", 0, options).unwrap();
    let address = door.address().unwrap();
    (Arc::new(Mutex::new(door)), address)
}

/// Plays a game with whoever comes from this source at one seat.
fn play(
    source: MjaiSource,
    limits: ProcessLimits,
    number: u64,
) -> (PlayedGame<Mahjong>, Record<Mahjong>) {
    let game = Mahjong::default();
    let mut players: Vec<Competitor<Mahjong>> =
        (0..4).map(|_| Competitor::Fair(Box::new(Greedy))).collect();
    let player = MjaiPlayer::new(game, MjaiOptions::new(source, limits));
    players[(number % 4) as usize] = Competitor::Fair(Box::new(player));
    let deal = game.deal(&mut Seed(3).stream(Purpose::Deal, &[number]));
    let (mut rngs, mut keeper) = (player_rngs(Seed(number), 4), RecordKeeper::default());
    let under = Conditions::default();
    let played = play_game(&game, &deal, &mut players, &mut rngs, under, &mut keeper).unwrap();
    (played, keeper.records.pop().unwrap())
}
