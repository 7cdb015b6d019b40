//! One of our players at a table that speaks mjai.

use super::meta::meta;
use crate::excerpt;
use fuda_core::{
    Ask, BadText, Budget, Player, PlayerError, Purpose, Rng, Seat, Seed, WatchError, Watcher,
};
use fuda_mahjong::records::mjai::{Hearing, MjaiEvent, riichi_discard, write_move};
use fuda_mahjong::{Mahjong, Move};
use serde_json::{Value, json};
use std::io::{self, BufRead, Read, Write};
use thiserror::Error;

/// The longest line a table may send.
const LONGEST_LINE: u64 = 1 << 20;

/// Why a line has no answer.
#[derive(Debug, Error)]
pub enum MjaiBotError {
    /// It is no JSON.
    #[error("expected a JSON object or a list of them, got `{0}`")]
    NotJson(String),
    /// The table sends us away.
    #[error("the table says: {0}")]
    SentAway(String),
    /// It is no object of mjai.
    #[error(transparent)]
    Said(#[from] BadText),
    /// It cannot follow what was said before.
    #[error(transparent)]
    Contradiction(#[from] WatchError),
    /// The player has no move.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

/// A player that hears mjai and answers every line.
pub struct MjaiBot {
    game: Mahjong,
    player: Box<dyn Player<Mahjong>>,
    budget: Budget,
    rng: Rng,
    name: String,
    room: String,
    hearing: Hearing,
    watcher: Option<Watcher<Mahjong>>,
    /// The riichi that is declared and whose discard is not asked for yet.
    riichi: Option<Move>,
    legal: Vec<Move>,
}

impl MjaiBot {
    /// A bot under these rules; its seat is given here or by `start_game`.
    pub fn new(
        game: Mahjong,
        player: Box<dyn Player<Mahjong>>,
        budget: Budget,
        seat: Option<Seat>,
        seed: Seed,
    ) -> MjaiBot {
        MjaiBot {
            game,
            player,
            budget,
            rng: seed.stream(Purpose::Player, &[]),
            name: "fuda".into(),
            room: "default".into(),
            hearing: Hearing::new(seat),
            watcher: None,
            riichi: None,
            legal: Vec::new(),
        }
    }

    /// The name and the room sent to a TCP server.
    pub fn at_server(mut self, name: &str, room: &str) -> MjaiBot {
        (self.name, self.room) = (name.to_owned(), room.to_owned());
        self
    }

    /// Hears a line, one object or a list of objects, and answers it.
    pub fn answer(&mut self, line: &[u8]) -> Result<Value, MjaiBotError> {
        let said: Value =
            serde_json::from_slice(line).map_err(|_| MjaiBotError::NotJson(excerpt(line)))?;
        match &said {
            Value::Array(list) => {
                let mut own = None;
                for value in list {
                    own = self.hear(value)?;
                }
                self.react(list.last(), own)
            }
            value => {
                let own = self.hear(value)?;
                self.react(Some(value), own)
            }
        }
    }

    /// Takes up one object; gives what must be said to it whatever the game.
    fn hear(&mut self, value: &Value) -> Result<Option<Value>, MjaiBotError> {
        let kind = value.get("type").and_then(Value::as_str).unwrap_or_default();
        if kind == "hello" {
            return Ok(Some(json!({"type": "join", "name": self.name, "room": self.room})));
        }
        if kind == "error" {
            let message = value.get("message").and_then(Value::as_str).unwrap_or_default();
            return Err(MjaiBotError::SentAway(excerpt(message.as_bytes())));
        }
        let event = self.hearing.read(value)?;
        if kind == "start_game" {
            self.watcher = self.hearing.seat().map(|seat| Watcher::new(self.game, seat));
            self.riichi = None;
            if let Some(seat) = self.hearing.seat() {
                self.player.begin(seat);
            }
        }
        if let Some(event) = event {
            if let Some(watcher) = &mut self.watcher {
                watcher.hear(&event)?;
            }
            if self.player.hears() {
                self.player.observe(std::slice::from_ref(&event));
            }
        }
        Ok(None)
    }

    fn react(&mut self, last: Option<&Value>, own: Option<Value>) -> Result<Value, MjaiBotError> {
        let none = MjaiEvent::None.to_value();
        if let Some(own) = own {
            return Ok(own);
        }
        let (Some(last), Some(watcher)) = (last.filter(|last| asks(last)), &self.watcher) else {
            return Ok(none);
        };
        if last.get("type").is_some_and(|kind| kind == "reach") {
            let mine = last.get("actor").and_then(Value::as_u64) == Some(watcher.seat().0.into());
            let discard = self.riichi.take().filter(|_| mine);
            let discard = discard.and_then(|mv| riichi_discard(watcher.seat(), mv));
            return Ok(discard.map_or(none, |event| event.to_value()));
        }
        watcher.legal_moves(&mut self.legal);
        let Some(view) = watcher.view().filter(|_| !self.legal.is_empty()) else {
            return Ok(none);
        };
        let (legal, rng) = (&self.legal[..], &mut self.rng);
        let choice = self.player.choose(Ask { view: &view, legal, budget: self.budget, rng })?;
        self.riichi = Some(choice.mv).filter(|mv| matches!(mv, Move::Riichi { .. }));
        let mut answer = write_move(&view, choice.mv).to_value();
        if let (Some(meta), Some(object)) = (meta(&view, &choice), answer.as_object_mut()) {
            object.insert("meta".into(), meta);
        }
        Ok(answer)
    }
}

/// Whether a seat may be asked something after an object.
fn asks(value: &Value) -> bool {
    let kind = value.get("type").and_then(Value::as_str).unwrap_or_default();
    matches!(kind, "tsumo" | "dahai" | "chi" | "pon" | "ankan" | "kakan" | "reach")
}

/// Answers every line until the input ends.
pub fn serve(
    bot: &mut MjaiBot,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<Result<(), MjaiBotError>> {
    let mut line = Vec::new();
    loop {
        line.clear();
        input.take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(Ok(()));
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        match bot.answer(&line) {
            Ok(answer) => writeln!(output, "{answer}")?,
            Err(error) => return Ok(Err(error)),
        }
        output.flush()?;
    }
}
