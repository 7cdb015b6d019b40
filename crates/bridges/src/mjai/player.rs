//! A program that speaks mjai as a player of ours.

use super::link::{Link, LinkError, MjaiSource};
use crate::process::later;
use crate::{LAST_ERRORS, ProcessError, ProcessLimits, excerpt, player_error};
use fuda_core::{Ask, BadText, Choice, PerSeat, Player, PlayerError, Seat, WatchError, Watcher};
use fuda_mahjong::records::mjai::{
    Answer, Hint, Hinted, MjaiEvent, hint, read_answer, write_event,
};
use fuda_mahjong::{Mahjong, MahjongView, Move, SeatEvent};
use serde::Serialize;
use serde_json::Value;
use std::io;
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
    #[error("writing an event: {0}")]
    Write(#[from] io::Error),
    #[error("expected a JSON object, got `{0}`")]
    NotJson(String),
    #[error("expected {{\"type\":\"none\"}} where there is nothing to decide, got `{0}`")]
    NotNone(String),
    #[error(transparent)]
    Answer(#[from] BadText),
    /// A program that answers every line has answered one that asks nothing.
    #[error("{0}; a program that answers every line is `mjai[dialect=each]:`")]
    AnswersAll(BadText),
    #[error(transparent)]
    Events(#[from] WatchError),
    #[error("there is nothing to answer")]
    NoQuestion,
    #[error("a program that speaks mjai must hear the game up to the question")]
    Unheard,
}

/// A player that is a program.
///
/// Lines wait until an answer is needed, so that a question costs one write.
pub struct MjaiPlayer {
    game: Mahjong,
    options: MjaiOptions,
    seat: Seat,
    link: Option<Link>,
    /// What the seat knows, for hints.
    watcher: Watcher<Mahjong>,
    heard: Vec<SeatEvent>,
    said: Vec<MjaiEvent<'static>>,
    /// Lines that are not sent yet.
    lines: Vec<u8>,
    /// The answers owed to these lines: whether there was anything to decide.
    owed: Vec<bool>,
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
            seat: Seat(0),
            link: None,
            watcher: Watcher::new(game, Seat(0)),
            heard: Vec::new(),
            said: Vec::new(),
            lines: Vec::new(),
            owed: Vec::new(),
            started: false,
            declared: false,
            failed: None,
            legal: Vec::new(),
        }
    }

    fn link(&mut self) -> Result<&mut Link, MjaiError> {
        if self.link.is_none() {
            self.link = Some(self.options.source.open(self.seat, self.options.limits)?);
        }
        self.link.as_mut().ok_or(MjaiError::NoQuestion)
    }

    /// Puts down one object for the program, which is sent when it is `asked`.
    fn put(&mut self, object: &impl Serialize, asked: bool) -> Result<(), MjaiError> {
        let list = self.options.dialect == MjaiDialect::List;
        if list {
            self.lines.push(if self.lines.is_empty() { b'[' } else { b',' });
        }
        serde_json::to_writer(&mut self.lines, object).map_err(io::Error::from)?;
        if !list {
            self.lines.push(b'\n');
            if asked || self.options.dialect == MjaiDialect::Each {
                self.owed.push(asked);
            }
        }
        Ok(())
    }

    /// Sends what was put down; gives the answer to the last of it.
    fn send(&mut self) -> Result<Option<Value>, MjaiError> {
        if self.lines.is_empty() {
            return Ok(None);
        }
        if self.options.dialect == MjaiDialect::List {
            self.lines.extend_from_slice(b"]\n");
            self.owed.push(true);
        }
        let (lines, owed) = (std::mem::take(&mut self.lines), std::mem::take(&mut self.owed));
        let limit = self.options.limits.answer;
        let link = self.link()?;
        link.send(&lines, later(limit))?;
        let mut last = None;
        for &asked in &owed {
            let line = link.line(later(limit))?;
            let answer: Option<Value> = serde_json::from_slice(line).ok();
            let answer = answer.filter(Value::is_object);
            let answer = answer.ok_or_else(|| MjaiError::NotJson(excerpt(line)))?;
            if !asked && answer.get("type").is_some_and(|said| said != "none") {
                return Err(MjaiError::NotNone(excerpt(line)));
            }
            last = Some(answer);
        }
        (self.lines, self.owed) = (lines, owed);
        self.lines.clear();
        self.owed.clear();
        Ok(last)
    }

    /// Puts down one object. TCP clients answer line by line.
    fn tell(&mut self, object: &impl Serialize, asked: bool) -> Result<Option<Value>, MjaiError> {
        self.put(object, asked)?;
        if self.link()?.is_tcp() { self.send() } else { Ok(None) }
    }

    fn start(&mut self) -> Result<(), MjaiError> {
        self.started = true;
        let names = self.options.names.clone();
        let (id, aka_flag, rules) = (Some(self.seat), None, None);
        let start = MjaiEvent::StartGame { id, names: &names, aka_flag, rules };
        match self.tell(&start, false) {
            // A client may leave after a game and join again for the next.
            Err(MjaiError::Process(ProcessError::Disconnected)) => {
                self.link = None;
                self.tell(&start, false)
            }
            told => told,
        }?;
        Ok(())
    }

    /// Sends the program everything heard; gives its answer to the last, which
    /// it may be `asked` about. What it hears first may be half a game that
    /// was played without it; there its answers count for nothing.
    fn tell_all(&mut self, asked: bool) -> Result<Option<Value>, MjaiError> {
        let first = !self.started;
        if first {
            self.start()?;
        }
        let (me, red_fives) = (self.seat, self.game.rules.red_fives);
        let mut answer = None;
        let heard = std::mem::take(&mut self.heard);
        for (number, event) in heard.iter().enumerate() {
            let own_riichi =
                matches!(event, SeatEvent::Discard { seat, riichi: true, .. } if *seat == me);
            let mut riichi_hint = match own_riichi && self.options.hints && !self.declared {
                true => Some(self.hint(&MjaiEvent::Reach { actor: me })?),
                false => None,
            };
            if self.options.hints || first {
                self.watcher.hear(event)?;
            }
            let mut said = std::mem::take(&mut self.said);
            write_event(event, me, red_fives, &mut said);
            if own_riichi && std::mem::replace(&mut self.declared, false) {
                said.remove(0);
            }
            let asks = asked && number + 1 == heard.len()
                || must_act(event, me)
                || first && self.may_act(event);
            let last = said.len().saturating_sub(1);
            for (at, object) in said.drain(..).enumerate() {
                answer = match (asks && at == last, event) {
                    // A riichi of half a game is answered by a discard, too.
                    _ if own_riichi && at < last => match riichi_hint.take() {
                        Some(hint) => self.tell(&Hinted { event: object, hint }, true)?,
                        None => self.tell(&object, true)?,
                    },
                    (true, _) if self.options.hints => {
                        let hint = self.hint(&object)?;
                        self.tell(&Hinted { event: object, hint }, true)?
                    }
                    (_, SeatEvent::End { .. }) => self.tell_end(&object)?,
                    (asks, _) => self.tell(&object, asks)?,
                };
            }
            self.said = said;
        }
        (self.heard, answer) = (heard, self.send()?.or(answer));
        self.heard.clear();
        Ok(answer)
    }

    /// Whether the seat may do something after an event.
    fn may_act(&mut self, event: &SeatEvent) -> bool {
        self.watcher.legal_moves(&mut self.legal);
        matches!(event, SeatEvent::Discard { .. } | SeatEvent::Kan { .. }) && !self.legal.is_empty()
    }

    /// What the program may answer to what it hears.
    fn hint(&mut self, object: &MjaiEvent<'_>) -> Result<Hint, MjaiError> {
        self.watcher.legal_moves(&mut self.legal);
        let view = self.watcher.view().ok_or(MjaiError::NoQuestion)?;
        Ok(hint(object, &view, &self.legal))
    }

    /// Announces to the program that the game is over. Clients over TCP may close
    /// the connection instead of an answer.
    fn tell_end(&mut self, object: &MjaiEvent<'_>) -> Result<Option<Value>, MjaiError> {
        match self.tell(object, false) {
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
        if !self.started && self.heard.is_empty() {
            return Err(MjaiError::Unheard);
        }
        let answer = self.tell_all(true)?.ok_or(MjaiError::NoQuestion)?;
        match read_answer(&answer, view, legal, false) {
            Ok(Answer::Move(mv)) => return Ok(mv),
            Ok(Answer::Riichi) => {}
            Err(bad) => return Err(self.wrong(&answer, bad)),
        }
        self.declared = true;
        let event = MjaiEvent::Reach { actor: view.seat };
        match self.options.hints {
            true => {
                let hint = hint(&event, view, legal);
                self.put(&Hinted { event, hint }, true)?;
            }
            false => self.put(&event, true)?,
        }
        let discard = self.send()?.ok_or(MjaiError::NoQuestion)?;
        match read_answer(&discard, view, legal, true)? {
            Answer::Move(mv) => Ok(mv),
            Answer::Riichi => Err(MjaiError::NoQuestion),
        }
    }

    /// What it means that an answer is no legal move.
    fn wrong(&self, answer: &Value, bad: BadText) -> MjaiError {
        let passes = answer.get("type").is_some_and(|said| said == "none");
        match self.options.dialect {
            MjaiDialect::Line if passes => MjaiError::AnswersAll(bad),
            _ => MjaiError::Answer(bad),
        }
    }

    /// Whatever is wrong, the program is ended; the next game gets a new one.
    fn fail(&mut self, error: &MjaiError) -> PlayerError {
        let link = self.link.take();
        self.lines.clear();
        self.owed.clear();
        let last = match (error, link) {
            (MjaiError::Link(e), _) => e.last_errors().to_vec(),
            (_, link) => link.map_or(Vec::new(), |mut link| link.last_errors(LAST_ERRORS)),
        };
        let error = player_error(error, &last);
        self.failed = Some(error.0.clone());
        error
    }
}

/// Whether a program has to act on an event though its player may not be
/// asked: after its draw and its chi or pon there may be one legal move only.
fn must_act(event: &SeatEvent, me: Seat) -> bool {
    match *event {
        SeatEvent::Draw { seat, .. } => seat == me,
        SeatEvent::Call { seat, mv, .. } => seat == me && !matches!(mv, Move::OpenKan(_)),
        _ => false,
    }
}

impl Player<Mahjong> for MjaiPlayer {
    fn begin(&mut self, seat: Seat) {
        // A game that was broken off leaves a program that waits for its end.
        if self.started {
            self.link = None;
        }
        self.seat = seat;
        self.watcher = Watcher::new(self.game, seat);
        self.heard.clear();
        self.lines.clear();
        self.owed.clear();
        (self.started, self.declared, self.failed) = (false, false, None);
    }

    fn hears(&self) -> bool {
        true
    }

    fn observe(&mut self, events: &[SeatEvent]) {
        self.heard.extend_from_slice(events);
        let over = matches!(events.last(), Some(SeatEvent::End { .. }));
        if over && self.failed.is_none() {
            match self.tell_all(false) {
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
            match self.tell_end(&MjaiEvent::EndGame { scores: None }) {
                Ok(_) => self.finish(),
                Err(_) => self.link = None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::{Budget, Game, Position, Purpose, Seed};
    use fuda_mahjong::players::Greedy;

    /// A program is asked exactly where its seat has a legal move, without
    /// anybody working out its legal moves.
    #[test]
    fn a_program_is_asked_wherever_it_can_act() {
        let game = Mahjong::default();
        let (mut asked, mut forced) = (0, 0);
        for number in 0..6 {
            let deal = game.deal(&mut Seed(number).stream(Purpose::Deal, &[]));
            let mut rng = Seed(number).stream(Purpose::Playout, &[]);
            let mut position = game.start(&deal).unwrap();
            let mut watchers: Vec<_> = Seat::all(4).map(|seat| Watcher::new(game, seat)).collect();
            let (mut heard, mut legal) = (<[Vec<SeatEvent>; 4]>::default(), Vec::new());
            for seat in Seat::all(4) {
                position.first_events(seat, &mut heard[seat.index()]);
            }
            while let Some(seat) = position.turn().first() {
                position.legal_moves(seat, &mut legal);
                let (view, choose) = (position.view(seat), legal.len() > 1);
                let (budget, rng) = (Budget::default(), &mut rng);
                let ask = Ask { view: &view, legal: &legal, budget, rng };
                let mv = Greedy.choose(ask).unwrap().mv;
                let watcher = &mut watchers[seat.index()];
                let events = &mut heard[seat.index()];
                let last = events.len().saturating_sub(1);
                // As the arena does, a seat with one legal move is not asked.
                let events = if choose { std::mem::take(events) } else { Vec::new() };
                for (at, event) in events.into_iter().enumerate() {
                    watcher.hear(&event).unwrap();
                    watcher.legal_moves(&mut legal);
                    let due = matches!(
                        event,
                        SeatEvent::Draw { .. }
                            | SeatEvent::Discard { .. }
                            | SeatEvent::Call { .. }
                            | SeatEvent::Kan { .. }
                    ) && !legal.is_empty();
                    assert_eq!(must_act(&event, seat) || at == last, due, "{event:?}");
                    asked += u32::from(due);
                    forced += u32::from(due && at != last);
                }
                let before = position.clone();
                position.play(seat, mv).unwrap();
                for ear in Seat::all(4) {
                    position.events(&before, seat, mv, ear, &mut heard[ear.index()]);
                }
            }
        }
        assert!(asked > 1_000 && forced > 10, "{asked} questions, {forced} with one legal move");
    }
}
