//! One running program and the protocol spoken with it.

use super::{Answer, ExecOptions, Question, Ready, ReplyError, messages};
use crate::process::later;
use crate::{Process, ProcessError};
use fuda_core::{Choice, Game, MoveOf, Observation, Rng, Seat, ViewOf};
use std::time::{Duration, Instant};
use thiserror::Error;

/// How much longer than the time of the match an answer is waited for: who
/// runs the match has its own clock and its own grace, and decides.
const HANDOVER: Duration = Duration::from_millis(100);

/// Why a program gave no move.
#[derive(Debug, Error)]
pub enum ExecError {
    /// The program failed.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// It said something else.
    #[error(transparent)]
    Reply(#[from] ReplyError),
}

/// A program that has said that it is ready.
#[derive(Debug)]
pub struct Session {
    process: Process,
    /// How many questions it has been asked.
    questions: u64,
    out: Vec<u8>,
}

impl Session {
    /// Starts a program and waits until it is ready. The error comes with
    /// what the program printed on standard error.
    pub fn start<G: Game>(
        options: &ExecOptions,
        game: &G,
        encoder: Option<&dyn Observation<G>>,
    ) -> Result<Session, (ExecError, Vec<String>)> {
        let process = Process::start(&options.command, options.limits);
        let process = process.map_err(|e| (e.into(), Vec::new()))?;
        let deadline = process.start_up_deadline();
        let mut session = Session { process, questions: 0, out: Vec::new() };
        messages::write_hello(&mut session.out, game, encoder);
        let ready = session.flush(deadline).and_then(|()| {
            let line = session.process.line(deadline)?;
            Ok(Ready::read(line).map(drop)?)
        });
        match ready {
            Ok(()) => Ok(session),
            Err(error) => Err((error, session.last_errors())),
        }
    }

    /// Announces a new game to the program, together with the first question.
    pub fn begin(&mut self, seat: Seat) {
        messages::write_start(&mut self.out, seat);
    }

    /// Asks for a move. `time` is what a move may take by the rules of the
    /// match; the program's own limit holds beside it.
    pub fn ask<G: Game>(
        &mut self,
        (view, seat): (&ViewOf<G>, Seat),
        legal: &[MoveOf<G>],
        encoder: Option<&dyn Observation<G>>,
        time: Option<Duration>,
        events: &[u8],
        rng: &mut Rng,
    ) -> Result<Choice<MoveOf<G>>, ExecError> {
        self.questions += 1;
        let (id, limit) = (self.questions, self.process.limits().answer);
        let random = (rng.bits() >> 32) as u32;
        let patience = time.map_or(limit, |time| time.saturating_add(HANDOVER).min(limit));
        let time = time.map_or(limit, |time| time.min(limit));
        let question = Question::<G> { id, random, time, view, legal, encoder };
        messages::write_question(&mut self.out, &question, events);
        let deadline = later(patience);
        self.flush(deadline)?;
        let line = self.process.line(deadline)?;
        Ok(Answer::read::<G>(line, (id, seat), view, legal, encoder)?)
    }

    /// Announces to the program that the game is over.
    pub fn end(&mut self, scores: Option<&[f64]>, events: &[u8]) -> Result<(), ExecError> {
        messages::write_end(&mut self.out, scores, events);
        let deadline = self.process.answer_deadline();
        self.flush(deadline)
    }

    /// The last lines of the program's standard error.
    pub fn last_errors(&mut self) -> Vec<String> {
        self.process.last_errors(crate::LAST_ERRORS)
    }

    fn flush(&mut self, deadline: Instant) -> Result<(), ExecError> {
        let sent = self.process.send(&self.out, deadline);
        self.out.clear();
        Ok(sent?)
    }
}
