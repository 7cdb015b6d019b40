//! One game by itself.

use crate::drive::{
    self, Ending, Fault, GameContext, Limits, PlayerHandle, SeatStats, SeatedPlayer,
};
use crate::entrant::Competitor;
use crate::error::ArenaError;
use crate::observer::{GameEnd, GameStart, Observer};
use fuda_core::{DealOf, Game, PerSeat, PositionOf, Purpose, Rng, Seat, Seed};
use std::sync::atomic::AtomicBool;

/// A single game that has ended.
#[derive(Clone, Debug)]
pub struct PlayedGame<G: Game> {
    /// The last position.
    pub position: PositionOf<G>,
    /// The points of each seat, those of a game lost by rule included;
    /// `None` when the game was broken off.
    pub scores: Option<PerSeat<f64>>,
    /// Who failed, when the game was lost by rule.
    pub fault: Option<Fault>,
}

/// What a single game is played under.
#[derive(Clone, Copy, Default, Debug)]
pub struct Conditions<'a> {
    /// What a move may cost.
    pub limits: Limits,
    /// Once true, the game breaks off before the next question.
    pub stop: Option<&'a AtomicBool>,
}

/// The random numbers of each seat's player in a single game.
pub fn player_rngs(seed: Seed, seats: usize) -> PerSeat<Rng> {
    (0..seats as u64).map(|seat| seed.stream(Purpose::Player, &[0, 0, seat])).collect()
}

/// Plays one game of a deal, the players in seat order, each with its own
/// random numbers ([`player_rngs`]).
///
/// The players stay the caller's and think in the caller's thread: unlike in
/// a match, one that never answers is waited for whatever the time limit.
///
/// # Panics
/// When there are not as many players and random streams as seats.
pub fn play_game<G: Game, O: Observer<G>>(
    game: &G,
    deal: &DealOf<G>,
    players: &mut [Competitor<G>],
    rngs: &mut [Rng],
    conditions: Conditions<'_>,
    observer: &mut O,
) -> Result<PlayedGame<G>, ArenaError> {
    let refused = |source| ArenaError::Deal { deal: 0, game: 0, source };
    let position = game.start(deal).map_err(refused)?;
    let entrants: PerSeat<u8> = Seat::all(game.seats()).map(|seat| seat.0).collect();
    observer.start(&GameStart {
        game,
        deal,
        position: &position,
        block: 0,
        number: 0,
        names: &[],
        entrants: &entrants,
    });
    play_on(game, position, players, rngs, conditions, observer)
}

/// Plays a game on from any position, as [`play_game`] does from a deal. The
/// observer hears of no start.
///
/// # Panics
/// When there are not as many players and random streams as seats.
pub fn play_on<G: Game, O: Observer<G>>(
    game: &G,
    mut position: PositionOf<G>,
    players: &mut [Competitor<G>],
    rngs: &mut [Rng],
    conditions: Conditions<'_>,
    observer: &mut O,
) -> Result<PlayedGame<G>, ArenaError> {
    let seats = game.seats();
    assert!(players.len() == seats && rngs.len() == seats, "as many players as seats");
    let mut seated: PerSeat<SeatedPlayer<'_, G>> = players
        .iter_mut()
        .zip(&*rngs)
        .map(|(player, rng)| SeatedPlayer {
            player: PlayerHandle::Local(player),
            rng: rng.clone(),
            stats: SeatStats::default(),
        })
        .collect();
    let mut legal = Vec::new();
    let never = AtomicBool::new(false);
    let Conditions { limits, stop } = conditions;
    let stop = stop.unwrap_or(&never);
    let context = GameContext { limits, stop, legal: &mut legal, clock: false };
    let ending = drive::play(&mut position, &mut seated, context, observer);
    rngs.iter_mut().zip(seated).for_each(|(rng, one)| *rng = one.rng);
    let broke = |message| ArenaError::Broke { deal: 0, game: 0, message };
    let (scores, fault) = match ending {
        Ending::Played(scores) => (Some(scores), None),
        Ending::Forfeited(fault) => {
            let rng = &mut rngs[fault.seat.index()];
            let scores = drive::forfeit(game, &position, fault.seat, rng, &mut legal);
            (Some(scores.map_err(broke)?), Some(fault))
        }
        Ending::Stopped => (None, None),
        Ending::Broke(message) => return Err(broke(message)),
    };
    observer.end(&GameEnd { position: &position, scores: scores.as_ref(), fault: fault.as_ref() });
    Ok(PlayedGame { position, scores, fault })
}
