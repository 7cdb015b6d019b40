//! The one loop that asks players and plays their moves: it checks answers,
//! keeps to limits and informs an observer.

use crate::ears::Ears;
use crate::entrant::Competitor;
use crate::isolated::{IsolatedPlayer, NoAnswer};
use crate::observer::{ChosenMove, Observer};
use crate::quiet;
use fuda_core::{
    Ask, Budget, Choice, Game, MoveOf, PerSeat, Player, PlayerError, Position, PositionOf, Rng,
    Seat, SeatSet, Turn, View,
};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a move may cost, and what happens beyond it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// What every player may spend on a move. With a time in it,
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

impl std::error::Error for Fault {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {} ({}): {}", self.seat, self.kind, self.message)
    }
}

/// What the player of a seat did in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct SeatStats {
    /// Moves the player was asked for.
    pub moves: u64,
    /// The effort it reported.
    pub effort: u64,
    /// The time of all its moves, when the clock was running.
    pub nanos: u64,
    /// The time of its slowest move, when the clock was running.
    pub slowest: u64,
}

impl SeatStats {
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

/// What a game needs besides the position and the players.
pub(crate) struct GameContext<'a, G: Game> {
    pub limits: Limits,
    pub stop: &'a AtomicBool,
    pub legal: &'a mut Vec<MoveOf<G>>,
    pub clock: bool,
}

/// A player by where it thinks.
pub(crate) enum PlayerHandle<'a, G: Game> {
    /// In the arena's own thread.
    Local(&'a mut Competitor<G>),
    /// In a thread of its own.
    Isolated(&'a mut IsolatedPlayer<G>),
}

/// A player at its seat in one game.
pub(crate) struct SeatedPlayer<'a, G: Game> {
    pub player: PlayerHandle<'a, G>,
    pub rng: Rng,
    pub stats: SeatStats,
}

/// Plays a position to its end, watched by an observer.
pub(crate) fn play<G: Game, O: Observer<G>>(
    position: &mut PositionOf<G>,
    seated: &mut [SeatedPlayer<'_, G>],
    context: GameContext<'_, G>,
    observer: &mut O,
) -> Ending {
    // Whoever is thinking when a panic comes out of the game loop caused it.
    let thinking = Cell::new(None);
    let timed = context.clock || context.limits.budget.time.is_some();
    let game = || match timed {
        true => drive::<G, O, true>(position, seated, context, &thinking, observer),
        false => drive::<G, O, false>(position, seated, context, &thinking, observer),
    };
    let ending = match (quiet::catch(game), thinking.get()) {
        (Ok(ending), _) => ending,
        (Err(message), Some(seat)) => {
            Ending::Forfeited(Fault { seat, kind: FaultKind::Panic, message })
        }
        (Err(message), None) => Ending::Broke(message),
    };
    match &ending {
        Ending::Played(scores) => end(seated, Some(scores), None),
        Ending::Forfeited(fault) => end(seated, None, Some(fault.seat)),
        Ending::Stopped | Ending::Broke(_) => {}
    }
    ending
}

/// Informs all players but the one that failed that the game is over. What goes
/// wrong now changes no result; a player that is broken fails in its next game.
fn end<G: Game>(
    seated: &mut [SeatedPlayer<'_, G>],
    scores: Option<&PerSeat<f64>>,
    failed: Option<Seat>,
) {
    for (one, seat) in seated.iter_mut().zip(0..) {
        if failed == Some(Seat(seat)) {
            continue;
        }
        let _ = quiet::catch(|| match &mut one.player {
            PlayerHandle::Local(Competitor::Fair(player)) => player.end(scores),
            PlayerHandle::Local(Competitor::Cheating(_)) => {}
            PlayerHandle::Isolated(player) => player.end(scores),
        });
    }
}

/// Asks a player for one move and checks the answer: the same faults that
/// lose a game in a match, but for time.
pub fn ask<G: Game>(
    player: &mut dyn Player<G>,
    question: Ask<'_, G>,
) -> Result<Choice<MoveOf<G>>, Fault> {
    let (seat, legal) = (question.view.seat(), question.legal);
    match quiet::catch(|| player.choose(question)) {
        Ok(answer) => checked::<G>(seat, legal, answer),
        Err(message) => Err(Fault { seat, kind: FaultKind::Panic, message }),
    }
}

/// An answer, if it is one of the legal moves.
pub(crate) fn checked<G: Game>(
    seat: Seat,
    legal: &[MoveOf<G>],
    answer: Result<Choice<MoveOf<G>>, PlayerError>,
) -> Result<Choice<MoveOf<G>>, Fault> {
    let fault = |kind, message| Err(Fault { seat, kind, message });
    match answer {
        Ok(choice) if legal.contains(&choice.mv) => Ok(choice),
        Ok(choice) => {
            let message = format!("{} is not one of the {} legal moves", choice.mv, legal.len());
            fault(FaultKind::Illegal, message)
        }
        Err(e) => fault(FaultKind::Error, e.to_string()),
    }
}

fn drive<G: Game, O: Observer<G>, const TIMED: bool>(
    position: &mut PositionOf<G>,
    seated: &mut [SeatedPlayer<'_, G>],
    context: GameContext<'_, G>,
    thinking: &Cell<Option<Seat>>,
    observer: &mut O,
) -> Ending {
    let GameContext { limits, stop, legal, .. } = context;
    for (one, seat) in seated.iter_mut().zip(0..) {
        thinking.set(Some(Seat(seat)));
        match &mut one.player {
            PlayerHandle::Local(Competitor::Fair(player)) => player.begin(Seat(seat)),
            PlayerHandle::Local(Competitor::Cheating(player)) => player.begin(Seat(seat)),
            PlayerHandle::Isolated(player) => {
                if let Err(no_answer) = player.begin(Seat(seat), stop) {
                    return silent(Seat(seat), no_answer, "no word that it is ready", limits);
                }
            }
        }
    }
    thinking.set(None);
    let hears = |one: &SeatedPlayer<'_, G>| match &one.player {
        PlayerHandle::Local(Competitor::Fair(player)) => player.hears(),
        PlayerHandle::Local(Competitor::Cheating(_)) => false,
        PlayerHandle::Isolated(player) => player.hears(),
    };
    let hearing: SeatSet =
        seated.iter().zip(0..).filter(|(one, _)| hears(one)).map(|(_, seat)| Seat(seat)).collect();
    let mut ears = Ears::<G>::new(position, hearing);
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
            [mv] => {
                observer.decision(&ChosenMove { position, seat, legal, mv, choice: None });
                ears.play(position, seat, mv);
                match observer.moved(position) {
                    ControlFlow::Continue(()) => continue,
                    ControlFlow::Break(()) => return Ending::Stopped,
                }
            }
            _ => {}
        }
        if stop.load(Ordering::Relaxed) {
            return Ending::Stopped;
        }
        let Some(one) = seated.get_mut(seat.index()) else {
            return Ending::Broke(format!("seat {seat} is asked but does not exist"));
        };
        let (answer, took) = match &mut one.player {
            PlayerHandle::Local(Competitor::Fair(player)) => {
                let view = position.view(seat);
                let begun = TIMED.then(Instant::now);
                thinking.set(Some(seat));
                if let Some(events) = ears.of(seat) {
                    player.observe(events);
                    events.clear();
                }
                let ask = Ask { view: &view, legal, budget: limits.budget, rng: &mut one.rng };
                (player.choose(ask), begun.map(|begun| begun.elapsed()))
            }
            PlayerHandle::Local(Competitor::Cheating(player)) => {
                let begun = TIMED.then(Instant::now);
                thinking.set(Some(seat));
                let answer = player.choose_seeing(position, seat, legal, &mut one.rng);
                (answer, begun.map(|begun| begun.elapsed()))
            }
            PlayerHandle::Isolated(player) => {
                let events = ears.of(seat).map_or(Vec::new(), std::mem::take);
                let heard = player.observe(events, stop);
                let asked = heard.and_then(|()| {
                    player.choose((position, seat), legal, limits, &mut one.rng, stop)
                });
                match asked {
                    Ok((answer, took)) => (answer, Some(took)),
                    Err(no_answer) => {
                        if let NoAnswer::TooLong(took) = no_answer {
                            one.stats.moves += 1;
                            one.stats.clock(took);
                        }
                        return silent(seat, no_answer, "no answer to a move", limits);
                    }
                }
            }
        };
        thinking.set(None);
        one.stats.moves += 1;
        if let Some(took) = took {
            one.stats.clock(took);
            if let Some(limit) = limits.budget.time
                && took > limit.saturating_add(limits.grace)
            {
                let message = format!("a move took {}; {}", millis(took), allowed(limits));
                return Ending::Forfeited(Fault { seat, kind: FaultKind::Time, message });
            }
        }
        if let Ok(choice) = &answer {
            one.stats.effort = one.stats.effort.saturating_add(choice.effort);
        }
        let choice = match checked::<G>(seat, legal, answer) {
            Ok(choice) => choice,
            Err(fault) => return Ending::Forfeited(fault),
        };
        let mv = choice.mv;
        observer.decision(&ChosenMove { position, seat, legal, mv, choice: Some(&choice) });
        ears.play(position, seat, mv);
        if observer.moved(position).is_break() {
            return Ending::Stopped;
        }
    }
    for seat in hearing.iter() {
        let Some(events) = ears.of(seat).map(std::mem::take) else { continue };
        thinking.set(Some(seat));
        match &mut seated[seat.index()].player {
            PlayerHandle::Local(Competitor::Fair(player)) => player.observe(&events),
            PlayerHandle::Local(Competitor::Cheating(_)) => {}
            PlayerHandle::Isolated(player) => {
                if let Err(no_answer) = player.observe(events, stop) {
                    return silent(seat, no_answer, "no word that it has heard the end", limits);
                }
            }
        }
    }
    thinking.set(None);
    match position.scores() {
        Some(scores) if scores.len() == seated.len() && scores.iter().all(|s| s.is_finite()) => {
            Ending::Played(scores)
        }
        scores => Ending::Broke(format!("the game is over with the scores {scores:?}")),
    }
}

/// How the game ends for a player in a thread of its own that says nothing.
fn silent(seat: Seat, no_answer: NoAnswer, what: &str, limits: Limits) -> Ending {
    let (kind, message) = match no_answer {
        NoAnswer::Stopped => return Ending::Stopped,
        NoAnswer::Panic(message) => (FaultKind::Panic, message),
        NoAnswer::TooLong(waited) => {
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
