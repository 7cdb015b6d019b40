//! A program that speaks mjai as a player of ours.

use super::link::{Link, LinkError, MjaiSource};
use crate::process::later;
use crate::{LAST_ERRORS, ProcessError, ProcessLimits, excerpt, player_error};
use fuda_core::{Ask, BadText, Choice, PerSeat, Player, PlayerError, Seat, WatchError, Watcher};
use fuda_mahjong::records::mjai::{Answer, add_hints, read_answer, write_event};
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
#[derive(Clone, Debug)]
pub struct MjaiOptions {
    /// Where it is.
    pub source: MjaiSource,
    /// What it may use.
    pub limits: ProcessLimits,
    /// How events are sent to it. Over TCP every line is answered.
    pub dialect: MjaiDialect,
    /// Whether it hears what it may do: `possible_actions`, `cannot_dahai`.
    pub hints: bool,
    /// The names at the table.
    pub names: [String; 4],
}

impl MjaiOptions {
    /// A program over pipes, without hints, at a table without names.
    pub fn new(source: MjaiSource, limits: ProcessLimits) -> MjaiOptions {
        let (dialect, hints) = match source {
            MjaiSource::Pipes(_) => (MjaiDialect::Line, false),
            _ => (MjaiDialect::Each, true),
        };
        let names = ["0", "1", "2", "3"].map(str::to_owned);
        MjaiOptions { source, limits, dialect, hints, names }
    }
}

#[derive(Debug, Error)]
enum MjaiError {
    #[error(transparent)]
    Link(#[from] LinkError),
    #[error(transparent)]
    Process(#[from] ProcessError),
    #[error("expected a JSON object, got `{0}`")]
    NotJson(String),
    #[error("expected {{\"type\":\"none\"}} where there is nothing to decide, got `{0}`")]
    NotNone(String),
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
    link: Option<Link>,
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
            link: None,
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

    fn link(&mut self) -> Result<&mut Link, MjaiError> {
        if self.link.is_none() {
            self.link = Some(self.options.source.open(self.seat(), self.options.limits)?);
        }
        self.link.as_mut().ok_or(MjaiError::NoQuestion)
    }

    fn send(&mut self, value: &Value) -> Result<(), MjaiError> {
        let limit = self.options.limits.answer;
        let mut line = serde_json::to_vec(value).map_err(|e| MjaiError::NotJson(e.to_string()))?;
        line.push(b'\n');
        self.link()?.send(&line, later(limit))?;
        Ok(())
    }

    fn receive(&mut self) -> Result<Value, MjaiError> {
        let limit = self.options.limits.answer;
        let line = self.link()?.line(later(limit))?;
        let value: Option<Value> = serde_json::from_slice(line).ok();
        value.filter(Value::is_object).ok_or_else(|| MjaiError::NotJson(excerpt(line)))
    }

    /// Sends the program one object; gives its answer if it owes one.
    fn tell(&mut self, value: Value, asked: bool) -> Result<Option<Value>, MjaiError> {
        if self.options.dialect == MjaiDialect::List {
            self.list.push(value);
            return Ok(None);
        }
        self.send(&value)?;
        if !asked && self.options.dialect == MjaiDialect::Line {
            return Ok(None);
        }
        let answer = self.receive()?;
        let said = answer.get("type").and_then(Value::as_str);
        if !asked && said.is_some_and(|said| said != "none") {
            return Err(MjaiError::NotNone(excerpt(answer.to_string().as_bytes())));
        }
        Ok(Some(answer))
    }

    /// Sends the program everything heard; gives its answer to the last.
    fn tell_all(&mut self, over: bool) -> Result<Option<Value>, MjaiError> {
        let (me, red_fives) = (self.seat(), self.game.rules.red_fives);
        let mut answer = None;
        if !self.started {
            self.started = true;
            let names = &self.options.names;
            let start = json!({"type": "start_game", "id": me, "names": names});
            answer = match self.tell(start.clone(), false) {
                // A client may leave after a game and join again for the next.
                Err(MjaiError::Process(ProcessError::Disconnected)) => {
                    self.link = None;
                    self.tell(start, false)?
                }
                told => told?,
            };
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
            for (at, mut value) in said.drain(..).enumerate() {
                let asked = asks && at == last;
                if let Some(view) = self.watcher.view().filter(|_| asked && self.options.hints) {
                    add_hints(&mut value, &view, &self.legal, false);
                }
                answer = match event {
                    SeatEvent::End { .. } => self.tell_end(value)?,
                    _ => self.tell(value, asked)?,
                };
            }
        }
        if self.options.dialect == MjaiDialect::List && (over || !self.list.is_empty()) {
            let list = Value::Array(std::mem::take(&mut self.list));
            self.send(&list)?;
            answer = Some(self.receive()?);
        }
        Ok(answer)
    }

    /// Announces to the program that the game is over. Clients over TCP may close
    /// the connection instead of an answer.
    fn tell_end(&mut self, value: Value) -> Result<Option<Value>, MjaiError> {
        match self.tell(value, false) {
            Err(MjaiError::Process(ProcessError::Disconnected)) => {
                self.link = None;
                Ok(None)
            }
            told => told,
        }
    }

    /// The game is over for the program, in one way or another.
    fn finish(&mut self) {
        self.started = false;
        let source = &self.options.source;
        self.link = self.link.take().and_then(|link| source.after_game(link));
    }

    fn ask(&mut self, view: &MahjongView, legal: &[Move]) -> Result<Move, MjaiError> {
        let answer = self.tell_all(false)?.ok_or(MjaiError::NoQuestion)?;
        match read_answer(&answer, view, legal, false)? {
            Answer::Move(mv) => return Ok(mv),
            Answer::Riichi => {}
        }
        let mut declared = json!({"type": "reach", "actor": view.seat});
        if self.options.hints {
            add_hints(&mut declared, view, legal, true);
        }
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
        let link = self.link.take();
        let last = match (error, link) {
            (MjaiError::Link(e), _) => e.last_errors().to_vec(),
            (_, link) => link.map_or(Vec::new(), |mut link| link.last_errors(LAST_ERRORS)),
        };
        let error = player_error(error, &last);
        self.failed = Some(error.0.clone());
        error
    }
}

impl Player<Mahjong> for MjaiPlayer {
    fn begin(&mut self, seat: Seat) {
        // A game that was broken off leaves a program that waits for its end.
        if self.started {
            self.link = None;
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
                Ok(_) => self.finish(),
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

    /// Clients over TCP hear that a game was broken off.
    fn end(&mut self, _scores: Option<&PerSeat<f64>>) {
        if self.started && self.link.as_ref().is_some_and(Link::is_tcp) {
            match self.tell_end(json!({"type": "end_game"})) {
                Ok(_) => self.finish(),
                Err(_) => self.link = None,
            }
        }
    }
}
