//! The player, and the programs it borrows.

use super::ExecError;
use super::messages::json;
use super::session::Session;
use crate::{CommandLine, ProcessLimits};
use fuda_core::{
    Ask, Choice, EventOf, Game, MoveOf, Observation, PerSeat, Player, PlayerError, Seat, View,
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A program and how it is treated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExecOptions {
    /// What is started.
    pub command: CommandLine,
    /// What it may use.
    pub limits: ProcessLimits,
    /// Whether every game gets a program of its own.
    pub restart: bool,
}

/// Programs of one description under one set of rules. One that has finished
/// a game waits here for the next player that needs one.
pub struct ExecPool<G: Game> {
    game: G,
    options: ExecOptions,
    encoder: Option<Box<dyn Observation<G>>>,
    idle: Mutex<Vec<Session>>,
}

impl<G: Game> ExecPool<G> {
    /// A pool without a program; programs are started when they are needed.
    pub fn new(game: &G, options: ExecOptions) -> ExecPool<G> {
        let encoder = game.observations().into_iter().next();
        ExecPool { game: game.clone(), options, encoder, idle: Mutex::default() }
    }

    /// A player that plays by one of the programs.
    pub fn player(self: &Arc<Self>) -> ExecPlayer<G> {
        ExecPlayer {
            pool: Arc::clone(self),
            session: None,
            seat: Seat(0),
            game: GameState::None,
            events: Vec::new(),
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Session>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where a player stands in its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GameState {
    /// There is no game.
    None,
    /// A game has begun; the program does not know it yet.
    Begun,
    /// The program has been asked.
    Asked,
}

/// A player that is a program.
pub struct ExecPlayer<G: Game> {
    pool: Arc<ExecPool<G>>,
    session: Option<Session>,
    seat: Seat,
    game: GameState,
    /// What was heard since the last question, as JSON objects.
    events: Vec<u8>,
}

impl<G: Game> ExecPlayer<G> {
    /// Informs the program that its game is over. A program that cannot be reached
    /// has failed and is ended; who plays next gets another.
    fn finish(&mut self, scores: Option<&[f64]>) {
        if self.game == GameState::Asked
            && let Some(mut session) = self.session.take()
            && session.end(scores, &self.events).is_ok()
            && !self.pool.options.restart
        {
            self.session = Some(session);
        }
        self.events.clear();
        self.game = GameState::None;
    }

    fn ask(&mut self, ask: Ask<'_, G>) -> Result<Choice<MoveOf<G>>, (ExecError, Vec<String>)> {
        let pool = &self.pool;
        let encoder = pool.encoder.as_deref();
        let idle = || pool.idle().pop();
        let mut session = match self.session.take().or_else(idle) {
            Some(session) => session,
            None => Session::start(&pool.options, &pool.game, encoder)?,
        };
        if self.game != GameState::Asked {
            self.seat = ask.view.seat();
            session.begin(self.seat);
            self.game = GameState::Asked;
        }
        let (time, seen) = (ask.budget.time, (ask.view, self.seat));
        let asked = session.ask::<G>(seen, ask.legal, encoder, time, &self.events, ask.rng);
        self.events.clear();
        match asked {
            Ok(choice) => {
                self.session = Some(session);
                Ok(choice)
            }
            Err(error) => Err((error, session.last_errors())),
        }
    }
}

impl<G: Game> Player<G> for ExecPlayer<G> {
    fn begin(&mut self, seat: Seat) {
        self.finish(None);
        (self.seat, self.game) = (seat, GameState::Begun);
    }

    fn hears(&self) -> bool {
        true
    }

    fn observe(&mut self, events: &[EventOf<G>]) {
        for event in events {
            if !self.events.is_empty() {
                self.events.push(b',');
            }
            json(&mut self.events, event);
        }
    }

    /// Whatever is wrong, the program is ended; the next game gets a new one.
    fn choose(&mut self, ask: Ask<'_, G>) -> Result<Choice<MoveOf<G>>, PlayerError> {
        self.ask(ask).map_err(|(error, last_errors)| {
            self.game = GameState::Begun;
            crate::player_error(error, &last_errors)
        })
    }

    fn end(&mut self, scores: Option<&PerSeat<f64>>) {
        self.finish(scores.map(|scores| scores.as_slice()));
    }
}

impl<G: Game> Drop for ExecPlayer<G> {
    fn drop(&mut self) {
        self.finish(None);
        if let Some(session) = self.session.take() {
            self.pool.idle().push(session);
        }
    }
}
