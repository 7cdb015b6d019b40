//! Games of players among themselves, for their records.

use crate::entrant::Entrant;
use crate::error::ArenaError;
use crate::keeper::RecordKeeper;
use crate::remote;
use crate::single::{Conditions, play_game, player_rngs};
use fuda_core::{Game, Purpose, Record, Seed};
use fuda_queue::{Remote, WorkQueue, in_order};

/// How many games are played, and by how many threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    /// How many games.
    pub games: u64,
    /// The root of all random numbers.
    pub seed: Seed,
    /// How many threads share the work; never changes a result.
    pub threads: usize,
}

/// Plays games of some players among themselves and gives their records in
/// order. They sit down in the order they are named and so often as there are
/// seats; from one game to the next everybody moves on by one.
///
/// A game depends on the seed and its number alone, whoever plays it: threads,
/// or the workers of a queue. Whoever fails ends it all. `done` is called after
/// each game.
pub fn self_play<G: Game>(
    game: &G,
    entrants: &[Entrant<G>],
    options: SelfPlay,
    queue: Option<&dyn WorkQueue>,
    done: &(dyn Fn() + Sync),
) -> Result<Vec<Record<G>>, ArenaError> {
    let SelfPlay { games, seed, threads } = options;
    let data = queue.map(|_| remote::self_play_data(game, entrants, seed)).transpose()?;
    let remote = queue.zip(data.as_ref()).map(|(queue, data)| Remote {
        queue,
        kind: remote::SELF_PLAY,
        data,
        stop: None,
    });
    let play = |(): &mut (), number| self::game(game, entrants, seed, number);
    in_order(games as usize, threads, remote.as_ref(), || (), play, done)
}

/// Plays the game of this number.
pub(crate) fn game<G: Game>(
    game: &G,
    entrants: &[Entrant<G>],
    seed: Seed,
    number: u64,
) -> Result<Record<G>, ArenaError> {
    let deal = game.deal(&mut seed.stream(Purpose::Deal, &[number]));
    let of_seat = |seat: usize| &entrants[(seat + number as usize) % entrants.len()];
    let mut players: Vec<_> = (0..game.seats()).map(|seat| of_seat(seat).make()).collect();
    let mut rngs = player_rngs(seed.derive(Purpose::Sample, &[number]), game.seats());
    let mut keeper = RecordKeeper::default();
    let conditions = Conditions::default();
    let played = play_game(game, &deal, &mut players, &mut rngs, conditions, &mut keeper)?;
    if let Some(fault) = played.fault {
        let player = of_seat(fault.seat.index()).name().to_owned();
        return Err(ArenaError::Failed { player, game: number, fault });
    }
    let mut record = keeper.records.remove(0);
    record.players = (0..game.seats()).map(|seat| of_seat(seat).label()).collect();
    Ok(record)
}
