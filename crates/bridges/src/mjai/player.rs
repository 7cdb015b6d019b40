//! A program that speaks mjai as a player of ours.

use crate::{
    CommandLine, CommandLineError, LAST_ERRORS, Process, ProcessError, ProcessLimits, excerpt,
    player_error,
};
use fuda_core::{Ask, BadText, Choice, Player, PlayerError, Seat, WatchError, Watcher};
use fuda_mahjong::records::mjai::{Answer, read_answer, write_event};
use fuda_mahjong::{Mahjong, MahjongView, Move, SeatEvent};
use serde_json::{Value, json};
use thiserror::Error;

/// How events are sent to a program, and when it answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MjaiDialect {
    /// One event per line; it answers where it can act, as Mortal does.
    Line,
    /// One event per line; it answers every line.
    Each,
    /// A list of events per line; it answers every line, as at mjai.app.
    List,
}

/// A program and how it is treated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MjaiOptions {
    /// What is started; `{seat}` stands for the seat's number, and a program
    /// with it in its command line is started anew for every game.
    pub command: String,
    /// Variables of the environment that are passed on.
    pub inherit: Vec<String>,
    /// What it may use.
    pub limits: ProcessLimits,
    /// How events are sent to it.
    pub dialect: MjaiDialect,
}

#[derive(Debug, Error)]
enum MjaiError {
    #[error(transparent)]
    Command(#[from] CommandLineError),
    #[error(transparent)]
    Process(#[from] ProcessError),
    #[error("expected a JSON object, got `{0}`")]
    NotJson(String),
    #[error(transparent)]
    Answer(#[from] BadText),
    #[error(transparent)]
    Events(#[from] WatchError),
    #[error("there is nothing to answer")]
    NoQuestion,
}

/// A player that is a program.
pub struct MjaiPlayer {
    game: Mahjong,
    options: MjaiOptions,
    process: Option<Process>,
    watcher: Watcher<Mahjong>,
    heard: Vec<SeatEvent>,
    /// What the next line will hold, in lists.
    list: Vec<Value>,
    started: bool,
    /// Whether the program has heard that its riichi is declared.
    declared: bool,
    failed: Option<String>,
    legal: Vec<Move>,
}

impl MjaiPlayer {
    /// A player under these rules; the program starts with its first game.
    pub fn new(game: Mahjong, options: MjaiOptions) -> MjaiPlayer {
        MjaiPlayer {
            game,
            options,
            process: None,
            watcher: Watcher::new(game, Seat(0)),
            heard: Vec::new(),
            list: Vec::new(),
            started: false,
            declared: false,
            failed: None,
            legal: Vec::new(),
        }
    }

    fn seat(&self) -> Seat {
        self.watcher.seat()
    }

    fn process(&mut self) -> Result<&mut Process, MjaiError> {
        if self.process.is_none() {
            let text = self.options.command.replace("{seat}", &self.seat().to_string());
            let mut command: CommandLine = text.parse()?;
            for name in &self.options.inherit {
                command.inherit(name);
            }
            self.process = Some(Process::start(&command, self.options.limits)?);
        }
        self.process.as_mut().ok_or(MjaiError::NoQuestion)
    }

    fn send(&mut self, value: &Value) -> Result<(), MjaiError> {
        let process = self.process()?;
        let deadline = process.answer_deadline();
        process.send(format!("{value}\n").as_bytes(), deadline)?;
        Ok(())
    }

    fn receive(&mut self) -> Result<Value, MjaiError> {
        let process = self.process()?;
        let deadline = process.answer_deadline();
        let line = process.line(deadline)?;
        serde_json::from_slice(line).map_err(|_| MjaiError::NotJson(excerpt(line)))
    }

    /// Tells the program one object; gives its answer if it owes one.
    fn tell(&mut self, value: Value, asked: bool) -> Result<Option<Value>, MjaiError> {
        match self.options.dialect {
            MjaiDialect::List => {
                self.list.push(value);
                Ok(None)
            }
            dialect => {
                self.send(&value)?;
                let owes = asked || dialect == MjaiDialect::Each;
                owes.then(|| self.receive()).transpose()
            }
        }
    }

    /// Tells the program everything heard; gives its answer to the last.
    fn tell_all(&mut self, over: bool) -> Result<Option<Value>, MjaiError> {
        let (me, red_fives) = (self.seat(), self.game.rules.red_fives);
        let mut answer = None;
        if !self.started {
            self.started = true;
            let names = ["0", "1", "2", "3"];
            answer = self.tell(json!({"type": "start_game", "id": me, "names": names}), false)?;
        }
        let mut said = Vec::new();
        for event in std::mem::take(&mut self.heard) {
            self.watcher.hear(&event)?;
            write_event(&event, me, red_fives, &mut said);
            let own_riichi =
                matches!(event, SeatEvent::Discard { seat, riichi: true, .. } if seat == me);
            if own_riichi && std::mem::replace(&mut self.declared, false) {
                said.remove(0);
            }
            self.watcher.legal_moves(&mut self.legal);
            let asks = matches!(
                event,
                SeatEvent::Draw { .. }
                    | SeatEvent::Discard { .. }
                    | SeatEvent::Call { .. }
                    | SeatEvent::Kan { .. }
            ) && !self.legal.is_empty();
            let last = said.len().saturating_sub(1);
            for (at, value) in said.drain(..).enumerate() {
                answer = self.tell(value, asks && at == last)?;
            }
        }
        if self.options.dialect == MjaiDialect::List && (over || !self.list.is_empty()) {
            let list = Value::Array(std::mem::take(&mut self.list));
            self.send(&list)?;
            answer = Some(self.receive()?);
        }
        Ok(answer)
    }

    fn ask(&mut self, view: &MahjongView, legal: &[Move]) -> Result<Move, MjaiError> {
        let answer = self.tell_all(false)?.ok_or(MjaiError::NoQuestion)?;
        match read_answer(&answer, view, legal, false)? {
            Answer::Move(mv) => return Ok(mv),
            Answer::Riichi => {}
        }
        let declared = json!({"type": "reach", "actor": view.seat});
        self.declared = true;
        let discard = match self.options.dialect {
            MjaiDialect::List => {
                self.send(&Value::Array(vec![declared]))?;
                self.receive()?
            }
            _ => self.tell(declared, true)?.ok_or(MjaiError::NoQuestion)?,
        };
        match read_answer(&discard, view, legal, true)? {
            Answer::Move(mv) => Ok(mv),
            Answer::Riichi => Err(MjaiError::NoQuestion),
        }
    }

    /// Whatever is wrong, the program is ended; the next game gets a new one.
    fn fail(&mut self, error: &MjaiError) -> PlayerError {
        let process = self.process.take();
        let last = process.map_or(Vec::new(), |mut process| process.last_errors(LAST_ERRORS));
        let error = player_error(error, &last);
        self.failed = Some(error.0.clone());
        error
    }
}

impl Player<Mahjong> for MjaiPlayer {
    fn begin(&mut self, seat: Seat) {
        // A game that was broken off leaves a program that waits for its end.
        if self.started || self.options.command.contains("{seat}") {
            self.process = None;
        }
        self.watcher = Watcher::new(self.game, seat);
        self.heard.clear();
        self.list.clear();
        (self.started, self.declared, self.failed) = (false, false, None);
    }

    fn hears(&self) -> bool {
        true
    }

    fn observe(&mut self, events: &[SeatEvent]) {
        self.heard.extend_from_slice(events);
        let over = matches!(events.last(), Some(SeatEvent::End { .. }));
        if over && self.failed.is_none() {
            match self.tell_all(true) {
                Ok(_) => self.started = false,
                Err(error) => drop(self.fail(&error)),
            }
        }
    }

    fn choose(&mut self, ask: Ask<'_, Mahjong>) -> Result<Choice<Move>, PlayerError> {
        if let Some(failed) = &self.failed {
            return Err(PlayerError(failed.clone()));
        }
        self.ask(ask.view, ask.legal).map(Choice::from).map_err(|error| self.fail(&error))
    }
}
