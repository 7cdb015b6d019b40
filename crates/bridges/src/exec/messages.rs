//! What fuda says to a program. Every function adds one line to a buffer
//! that is used again and again.

use fuda_core::{Game, MoveOf, Observation, Seat, ViewOf};
use serde::{Serialize, Serializer};
use std::fmt::Display;
use std::time::Duration;

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// What a program is asked: nothing but what its seat may know.
pub struct Question<'a, G: Game> {
    /// The number of the question, to be repeated in the answer.
    pub id: u64,
    /// A random number for programs that want to play the same games from the
    /// same seed.
    pub random: u32,
    /// How long the answer may take.
    pub time: Duration,
    /// What the seat knows.
    pub view: &'a ViewOf<G>,
    /// The legal moves.
    pub legal: &'a [MoveOf<G>],
    /// The encoder that numbers the actions, where the game has one.
    pub encoder: Option<&'a dyn Observation<G>>,
}

/// The first line: what is going to be played.
pub fn write_hello<G: Game>(out: &mut Vec<u8>, game: &G, encoder: Option<&dyn Observation<G>>) {
    #[derive(Serialize)]
    struct Hello<'a> {
        r#type: &'static str,
        protocol: &'static str,
        version: u32,
        game: &'a str,
        rules: &'a str,
        seats: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        encoder: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        actions: Option<usize>,
    }
    let hello = Hello {
        r#type: "hello",
        protocol: "fuda",
        version: VERSION,
        game: G::NAME,
        rules: &game.rules(),
        seats: game.seats(),
        encoder: encoder.map(Observation::name),
        actions: encoder.map(Observation::actions),
    };
    line(out, &hello);
}

/// A game starts.
pub fn write_start(out: &mut Vec<u8>, seat: Seat) {
    #[derive(Serialize)]
    struct Start {
        r#type: &'static str,
        seat: u8,
    }
    line(out, &Start { r#type: "start", seat: seat.0 });
}

/// A question. `events` is what the seat has heard since the last one: JSON
/// objects with commas between them.
pub fn write_question<G: Game>(out: &mut Vec<u8>, question: &Question<'_, G>, events: &[u8]) {
    let Question { id, random, time, view, legal, encoder } = question;
    out.extend_from_slice(b"{\"type\":\"question\",\"id\":");
    json(out, id);
    out.extend_from_slice(b",\"random\":");
    json(out, random);
    out.extend_from_slice(b",\"time\":");
    json(out, &time.as_secs_f64());
    out.extend_from_slice(b",\"legal\":[");
    for mv in *legal {
        json(out, &Text(mv));
        out.push(b',');
    }
    close_list(out);
    if let Some(encoder) = encoder {
        out.extend_from_slice(b",\"actions\":[");
        for mv in *legal {
            json(out, &encoder.action(view, *mv));
            out.push(b',');
        }
        close_list(out);
    }
    out.extend_from_slice(b",\"events\":[");
    out.extend_from_slice(events);
    out.extend_from_slice(b"],\"view\":");
    json(out, view);
    out.extend_from_slice(b"}\n");
}

/// The game is over: the points of each seat, nothing when it was not played
/// to its end. `events` is what was heard since the last question.
pub fn write_end(out: &mut Vec<u8>, scores: Option<&[f64]>, events: &[u8]) {
    out.extend_from_slice(b"{\"type\":\"end\",\"scores\":");
    json(out, &scores);
    out.extend_from_slice(b",\"events\":[");
    out.extend_from_slice(events);
    out.extend_from_slice(b"]}\n");
}

/// A value as its text.
struct Text<T>(T);

impl<T: Display> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// Adds a value as JSON. Our own values can always be written; of one that
/// could not be, the program would see what is missing.
pub(super) fn json(out: &mut Vec<u8>, value: &impl Serialize) {
    let _ = serde_json::to_writer(out, value);
}

fn line(out: &mut Vec<u8>, value: &impl Serialize) {
    json(out, value);
    out.push(b'\n');
}

/// Ends a list that was written with a comma behind every item.
fn close_list(out: &mut Vec<u8>) {
    if out.last() == Some(&b',') {
        out.pop();
    }
    out.push(b']');
}
