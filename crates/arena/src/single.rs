//! One game by itself, with its record.

use crate::entrant::Competitor;
use crate::error::ArenaError;
use crate::table::{self, Chair, Doings, Ending, Fault, House, Limits, Occupant};
use fuda_core::{Choice, DealOf, Game, MoveOf, PerSeat, PositionOf, Purpose, Record, Seat, Seed};
use std::sync::atomic::AtomicBool;

/// A game that was played for its record.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame<G: Game> {
    /// The deal and the moves; the scores too when it was played to its end.
    pub record: Record<G>,
    /// Who failed, when the game was lost by rule.
    pub fault: Option<Fault>,
    /// The points of each seat: those of the record, or those of a game lost
    /// by rule; `None` when the game was stopped.
    pub scores: Option<PerSeat<f64>>,
}

/// What [`play_game`] tells of every move before it is made: the truth, who
/// moves, the move, and what the player said about it (nothing for a forced
/// move, which nobody is asked for).
pub type OnMove<'a, G> =
    &'a mut dyn FnMut(&PositionOf<G>, Seat, MoveOf<G>, Option<&Choice<MoveOf<G>>>);

/// Plays one game of a deal, the players in seat order.
///
/// `seed` is the root of the players' random numbers. With `stop` raised the
/// game breaks off before the next question, and its record has no scores.
/// The players stay the caller's and think in the caller's thread: unlike in
/// a match, one that never answers is waited for whatever the time limit.
///
/// # Panics
/// When there are not as many players as seats.
pub fn play_game<G: Game>(
    game: &G,
    deal: DealOf<G>,
    players: &mut [Competitor<G>],
    seed: Seed,
    limits: Limits,
    stop: &AtomicBool,
    on_move: OnMove<'_, G>,
) -> Result<PlayedGame<G>, ArenaError> {
    assert_eq!(players.len(), game.seats(), "as many players as seats");
    let refused = |source| ArenaError::Deal { deal: 0, game: 0, source };
    let broke = |message| ArenaError::Broke { deal: 0, game: 0, message };
    let mut position = game.start(&deal).map_err(refused)?;
    let mut record = Record::new(game, deal);
    let mut chairs: Vec<Chair<'_, G>> = players
        .iter_mut()
        .zip(0..)
        .map(|(player, seat)| Chair {
            player: Occupant::Here(player),
            rng: seed.stream(Purpose::Player, &[0, 0, seat]),
            doings: Doings::default(),
        })
        .collect();
    let mut legal = Vec::new();
    let house = House { limits, stop, legal: &mut legal, clock: false };
    let ending = table::play(&mut position, &mut chairs, house, |position, seat, mv, choice| {
        record.moves.push((seat, mv));
        on_move(position, seat, mv, choice);
    });
    match ending {
        Ending::Played(scores) => {
            record.scores = Some(scores.clone());
            Ok(PlayedGame { record, fault: None, scores: Some(scores) })
        }
        Ending::Forfeited(fault) => {
            let mut rng = seed.stream(Purpose::Sample, &[0, 0]);
            let scores =
                table::forfeit(game, &position, fault.seat, &mut rng, &mut legal).map_err(broke)?;
            Ok(PlayedGame { record, fault: Some(fault), scores: Some(scores) })
        }
        Ending::Stopped => Ok(PlayedGame { record, fault: None, scores: None }),
        Ending::Broke(message) => Err(broke(message)),
    }
}
