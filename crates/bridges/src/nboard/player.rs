//! A program that speaks NBoard as a player.

use super::words::{Reply, write_game};
use crate::{
    CommandLine, LAST_ERRORS, Process, ProcessError, ProcessLimits, excerpt, player_error,
};
use fuda_core::{Alternative, Ask, BadText, Choice, Player, PlayerError, Seat};
use fuda_othello::{Move, Othello};
use std::time::Instant;
use thiserror::Error;

/// A program and how it is treated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NBoardOptions {
    /// What is started.
    pub command: CommandLine,
    /// What it may use.
    pub limits: ProcessLimits,
    /// How many plies it should look ahead, if that is set.
    pub depth: Option<u32>,
}

/// Why a program gave no move.
#[derive(Debug, Error)]
pub enum NBoardError {
    /// The program failed.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// What it said is not what the protocol says.
    #[error("the program said `{line}`: {bad}")]
    Wrong {
        /// Its line.
        line: String,
        /// What is wrong with it.
        bad: BadText,
    },
    /// It gave a move that nobody has asked for.
    #[error("the program said `{0}` before it was asked for a move")]
    Unasked(String),
    /// A position that cannot be sent.
    #[error(transparent)]
    Position(BadText),
}

/// A player that is an NBoard program.
///
/// It is started at the first question and kept over games. Every question
/// sends the whole position, so that nothing carries over from one to the
/// next but what the program itself remembers.
#[derive(Debug)]
pub struct NBoardPlayer {
    options: NBoardOptions,
    session: Option<Session>,
}

#[derive(Debug)]
struct Session {
    process: Process,
    /// The last ping's number.
    pings: u64,
}

impl NBoardPlayer {
    /// A player; its program is started when it is first asked.
    pub fn new(options: NBoardOptions) -> NBoardPlayer {
        NBoardPlayer { options, session: None }
    }
}

impl Session {
    fn start(options: &NBoardOptions) -> Result<Session, PlayerError> {
        let process = Process::start(&options.command, options.limits);
        let process = process.map_err(|e| player_error(e, &[]))?;
        let deadline = process.start_up_deadline();
        let mut session = Session { process, pings: 0 };
        let depth = options.depth.map(|depth| format!("set depth {depth}\n"));
        let hello = format!("nboard 2\n{}", depth.unwrap_or_default());
        match session.settle(&hello, deadline) {
            Ok(()) => Ok(session),
            Err(e) => Err(player_error(e, &session.process.last_errors(LAST_ERRORS))),
        }
    }

    /// Sends lines and a ping, and waits until the program has done them. It
    /// has no move to give meanwhile: what is there is one too many.
    fn settle(&mut self, lines: &str, deadline: Instant) -> Result<(), NBoardError> {
        self.pings += 1;
        let ping = self.pings.to_string();
        self.process.send(format!("{lines}ping {ping}\n").as_bytes(), deadline)?;
        loop {
            match self.reply(deadline)? {
                (Reply::Pong(number), _) if number == ping => return Ok(()),
                (Reply::Move(..), line) => return Err(NBoardError::Unasked(excerpt(line))),
                _ => {}
            }
        }
    }

    /// The next line, and what it means.
    fn reply(&mut self, deadline: Instant) -> Result<(Reply, &[u8]), NBoardError> {
        // A program that never stops talking has no more time than others.
        if Instant::now() >= deadline {
            return Err(ProcessError::Time(self.process.limits().answer).into());
        }
        let line = self.process.line(deadline)?;
        match Reply::read(&String::from_utf8_lossy(line)) {
            Ok(reply) => Ok((reply, line)),
            Err(bad) => Err(NBoardError::Wrong { line: excerpt(line), bad }),
        }
    }

    /// Asks for a move at a position.
    fn ask(&mut self, ask: &Ask<'_, Othello>) -> Result<Choice<Move>, NBoardError> {
        let game = write_game(ask.view.position()).map_err(NBoardError::Position)?;
        let deadline = self.process.answer_deadline();
        self.settle(&format!("set game {game}\n"), deadline)?;
        self.process.send(b"go\n", deadline)?;
        let (mut effort, mut alternatives) = (0, Vec::new());
        loop {
            match self.reply(deadline)?.0 {
                Reply::Move(mv, value) => {
                    alternatives.retain(|one: &Alternative<Move>| one.mv != mv);
                    let value = value.map(|value| Alternative::new(mv, value, effort));
                    alternatives.splice(0..0, value);
                    return Ok(Choice { mv, effort, alternatives });
                }
                Reply::Nodes(nodes) => effort = nodes,
                Reply::Search(mv, value) if ask.legal.contains(&mv) => {
                    alternatives.retain(|one| one.mv != mv);
                    alternatives.push(Alternative::new(mv, value, 0));
                }
                _ => {}
            }
        }
    }
}

impl Player<Othello> for NBoardPlayer {
    fn begin(&mut self, _seat: Seat) {}

    /// Whatever is wrong, the program is ended; the next question starts it
    /// again.
    fn choose(&mut self, ask: Ask<'_, Othello>) -> Result<Choice<Move>, PlayerError> {
        let mut session = match self.session.take() {
            Some(session) => session,
            None => Session::start(&self.options)?,
        };
        let answer = session.ask(&ask);
        let answer =
            answer.map_err(|e| player_error(e, &session.process.last_errors(LAST_ERRORS)))?;
        self.session = Some(session);
        Ok(answer)
    }
}
