//! One game at one table: asking players, checking answers, ending early.

use crate::apart::{Apart, Silence};
use crate::entrant::Competitor;
use crate::quiet;
use fuda_core::{
    Ask, Budget, Choice, Game, MoveOf, PerSeat, Position, PositionOf, Rng, Seat, Turn,
};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a move may cost, and what happens beyond it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// What every player is told it may spend on a move. With a time in it,
    /// a move that takes longer than the time and the grace loses the game.
    pub budget: Budget,
    /// How much longer than the time a move may take unpunished: players
    /// that use their time to the full need some room for a busy machine.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { budget: Budget::default(), grace: Duration::from_millis(50) }
    }
}

/// How a player lost a game by rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// It answered with an error.
    Error,
    /// It answered with a move that is not legal.
    Illegal,
    /// It panicked.
    Panic,
    /// It took too long.
    Time,
}

impl FaultKind {
    /// Every kind, in the order of their codes in the store.
    pub(crate) const ALL: [FaultKind; 4] =
        [FaultKind::Error, FaultKind::Illegal, FaultKind::Panic, FaultKind::Time];
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FaultKind::Error => "error",
            FaultKind::Illegal => "illegal move",
            FaultKind::Panic => "panic",
            FaultKind::Time => "time",
        })
    }
}

/// A game lost by rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// Who failed.
    pub seat: Seat,
    /// How.
    pub kind: FaultKind,
    /// What the player or the arena had to say about it.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {} ({}): {}", self.seat, self.kind, self.message)
    }
}

/// What a chair did in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Doings {
    /// Moves the player was asked for.
    pub moves: u64,
    /// The effort it reported.
    pub effort: u64,
    /// The time of all its moves, when the clock was running.
    pub nanos: u64,
    /// The time of its slowest move, when the clock was running.
    pub slowest: u64,
}

impl Doings {
    /// Notes the time of a move.
    fn clock(&mut self, took: Duration) {
        let nanos = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        self.nanos = self.nanos.saturating_add(nanos);
        self.slowest = self.slowest.max(nanos);
    }
}

/// How a game came to its end.
#[derive(Debug)]
pub(crate) enum Ending {
    /// Played out; the scores by seat.
    Played(PerSeat<f64>),
    /// Somebody failed and lost by rule.
    Forfeited(Fault),
    /// The stop flag was raised.
    Stopped,
    /// The game itself panicked or gave senseless scores.
    Broke(String),
}

/// What a table needs besides the position and the chairs.
pub(crate) struct House<'a, G: Game> {
    pub limits: Limits,
    pub stop: &'a AtomicBool,
    pub legal: &'a mut Vec<MoveOf<G>>,
    pub clock: bool,
}

/// Whoever sits on a chair.
pub(crate) enum Occupant<'a, G: Game> {
    /// It thinks in the arena's own thread.
    Here(&'a mut Competitor<G>),
    /// It thinks in a thread of its own.
    Apart(&'a mut Apart<G>),
}

/// A player's place in one game.
pub(crate) struct Chair<'a, G: Game> {
    pub player: Occupant<'a, G>,
    pub rng: Rng,
    pub doings: Doings,
}

/// Plays a position to its end. `seen` hears of every move before it is
/// played; the choice is `None` for a forced move, which nobody is asked for.
pub(crate) fn play<G: Game>(
    position: &mut PositionOf<G>,
    chairs: &mut [Chair<'_, G>],
    house: House<'_, G>,
    mut seen: impl FnMut(&PositionOf<G>, Seat, MoveOf<G>, Option<&Choice<MoveOf<G>>>),
) -> Ending {
    // Whoever is thinking when a panic comes out of the game loop caused it.
    let thinking = Cell::new(None);
    let timed = house.clock || house.limits.budget.time.is_some();
    let game = || match timed {
        true => drive::<G, true>(position, chairs, house, &thinking, &mut seen),
        false => drive::<G, false>(position, chairs, house, &thinking, &mut seen),
    };
    match (quiet::catch(game), thinking.get()) {
        (Ok(ending), _) => ending,
        (Err(message), Some(seat)) => {
            Ending::Forfeited(Fault { seat, kind: FaultKind::Panic, message })
        }
        (Err(message), None) => Ending::Broke(message),
    }
}

fn drive<G: Game, const TIMED: bool>(
    position: &mut PositionOf<G>,
    chairs: &mut [Chair<'_, G>],
    house: House<'_, G>,
    thinking: &Cell<Option<Seat>>,
    seen: &mut impl FnMut(&PositionOf<G>, Seat, MoveOf<G>, Option<&Choice<MoveOf<G>>>),
) -> Ending {
    let House { limits, stop, legal, .. } = house;
    for (chair, seat) in chairs.iter_mut().zip(0..) {
        thinking.set(Some(Seat(seat)));
        match &mut chair.player {
            Occupant::Here(Competitor::Fair(player)) => player.begin(Seat(seat)),
            Occupant::Here(Competitor::Cheating(player)) => player.begin(Seat(seat)),
            Occupant::Apart(player) => {
                if let Err(silence) = player.begin(Seat(seat), stop) {
                    return silent(Seat(seat), silence, "no word that it is ready", limits);
                }
            }
        }
    }
    thinking.set(None);
    loop {
        let seat = match position.turn() {
            Turn::Seat(seat) => seat,
            Turn::Claims(seats) => match seats.first() {
                Some(seat) => seat,
                None => return Ending::Broke("claims are open but nobody may claim".into()),
            },
            Turn::Over => break,
        };
        position.legal_moves(seat, legal);
        match legal[..] {
            [] => return Ending::Broke(format!("seat {seat} is asked but has no legal move")),
            [only] => {
                seen(position, seat, only, None);
                position.play_unchecked(seat, only);
                continue;
            }
            _ => {}
        }
        if stop.load(Ordering::Relaxed) {
            return Ending::Stopped;
        }
        let Some(chair) = chairs.get_mut(seat.index()) else {
            return Ending::Broke(format!("seat {seat} is asked but does not exist"));
        };
        let fault = |kind, message| Ending::Forfeited(Fault { seat, kind, message });
        let (answer, took) = match &mut chair.player {
            Occupant::Here(Competitor::Fair(player)) => {
                let view = position.view(seat);
                let begun = TIMED.then(Instant::now);
                thinking.set(Some(seat));
                let ask = Ask { view: &view, legal, budget: limits.budget, rng: &mut chair.rng };
                (player.choose(ask), begun.map(|begun| begun.elapsed()))
            }
            Occupant::Here(Competitor::Cheating(player)) => {
                let begun = TIMED.then(Instant::now);
                thinking.set(Some(seat));
                let answer = player.choose_seeing(position, seat, legal, &mut chair.rng);
                (answer, begun.map(|begun| begun.elapsed()))
            }
            Occupant::Apart(player) => {
                let asked = player.choose((position, seat), legal, limits, &mut chair.rng, stop);
                match asked {
                    Ok((answer, took)) => (answer, Some(took)),
                    Err(silence) => {
                        if let Silence::TooLong(took) = silence {
                            chair.doings.moves += 1;
                            chair.doings.clock(took);
                        }
                        return silent(seat, silence, "no answer to a move", limits);
                    }
                }
            }
        };
        thinking.set(None);
        chair.doings.moves += 1;
        if let Some(took) = took {
            chair.doings.clock(took);
            if let Some(limit) = limits.budget.time
                && took > limit.saturating_add(limits.grace)
            {
                let message = format!("a move took {}; {}", millis(took), allowed(limits));
                return fault(FaultKind::Time, message);
            }
        }
        let choice = match answer {
            Ok(choice) => choice,
            Err(e) => return fault(FaultKind::Error, e.to_string()),
        };
        chair.doings.effort = chair.doings.effort.saturating_add(choice.effort);
        if !legal.contains(&choice.mv) {
            let message = format!("{} is not one of the {} legal moves", choice.mv, legal.len());
            return fault(FaultKind::Illegal, message);
        }
        seen(position, seat, choice.mv, Some(&choice));
        position.play_unchecked(seat, choice.mv);
    }
    match position.scores() {
        Some(scores) if scores.len() == chairs.len() && scores.iter().all(|s| s.is_finite()) => {
            Ending::Played(scores)
        }
        scores => Ending::Broke(format!("the game is over with the scores {scores:?}")),
    }
}

/// How the game ends for a player in a thread of its own that says nothing.
fn silent(seat: Seat, silence: Silence, what: &str, limits: Limits) -> Ending {
    let (kind, message) = match silence {
        Silence::Stopped => return Ending::Stopped,
        Silence::Panic(message) => (FaultKind::Panic, message),
        Silence::TooLong(waited) => {
            let message = format!("{what} after {}; {}", millis(waited), allowed(limits));
            (FaultKind::Time, message)
        }
    };
    Ending::Forfeited(Fault { seat, kind, message })
}

fn millis(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}

/// What a move may take, in words.
fn allowed(limits: Limits) -> String {
    let limit = limits.budget.time.map_or("none".to_owned(), millis);
    format!("the limit is {limit} and the grace {}", millis(limits.grace))
}

/// How often random play is tried for a result with a clear loser.
const FORFEIT_TRIES: usize = 8;

/// The scores when `loser` loses the game by rule.
///
/// What the game itself says ([`Game::forfeit_scores`]), or else: the game is
/// played on at random to the end, and the loser changes scores with the
/// lowest. So the sum is right, the size is usual for the game, nobody does
/// better by failing than the last of the table, and the others are treated
/// alike. Results that are level for all are drawn again a few times.
pub(crate) fn forfeit<G: Game>(
    game: &G,
    position: &PositionOf<G>,
    loser: Seat,
    rng: &mut Rng,
    scratch: &mut Vec<MoveOf<G>>,
) -> Result<PerSeat<f64>, String> {
    let scores = quiet::catch(|| {
        if let Some(scores) = game.forfeit_scores(position, loser) {
            return scores;
        }
        let mut scores = PerSeat::new();
        for _ in 0..FORFEIT_TRIES {
            scores = position.clone().random_playout(rng, scratch);
            if scores.iter().any(|s| Some(s) != scores.first()) {
                break;
            }
        }
        let lowest = (0..scores.len()).min_by(|&a, &b| scores[a].total_cmp(&scores[b]));
        if let Some(lowest) = lowest {
            scores.swap(lowest, loser.index());
        }
        scores
    })?;
    match scores.len() == game.seats() && scores.iter().all(|s| s.is_finite()) {
        true => Ok(scores),
        false => Err(format!("a forfeited game has the scores {scores:?}")),
    }
}
