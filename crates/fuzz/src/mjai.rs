//! mjai as it is spoken at a table: what a table may say to our player, and
//! what a program may answer to us.

use crate::counts::Countable;
use crate::{Target, games, outcome, rough};
use fuda_bridges::mjai::{MjaiBot, serve};
use fuda_core::{Budget, Position as _, Rng, Seat, Seed, View as _, Watcher};
use fuda_mahjong::players::Greedy;
use fuda_mahjong::records::mjai::{
    Answer, Hearing, MjaiEvent, read_answer, write_event, write_move,
};
use fuda_mahjong::{Mahjong, MahjongView, Move, SeatEvent};
use serde_json::Value;
use std::sync::LazyLock;

/// So many lines of a dialogue are a seed.
const LINES: usize = 150;
const ME: Seat = Seat(0);

pub(crate) fn targets() -> Vec<Target> {
    let answers = QUESTIONS.iter().flat_map(|(view, legal)| {
        legal.iter().map(|mv| write_move(view, *mv).to_string().into_bytes())
    });
    vec![
        Target::new("mjai-bot", bot, dialogues()).taking(|_, bytes| {
            bytes.len() > 300 && crate::text(&bytes[..300]).contains("start_game")
        }),
        Target::new("mjai-answer", answer, answers.collect()),
    ]
}

/// What a seat hears in some games, from the first and from a later hand on.
fn dialogues() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for record in games::records_played::<Mahjong>() {
        let said = heard(&record).unwrap_or_default();
        let begins = |value: &Value| value["type"] == "start_kyoku";
        let hands = said.iter().enumerate().filter(|(_, value)| begins(value));
        for (from, _) in hands.step_by(3) {
            let lines = said[from..].iter().take(LINES);
            let text: String = lines.map(|value| format!("{value}\n")).collect();
            seeds.push(format!("{{\"type\":\"start_game\",\"id\":0}}\n{text}").into_bytes());
        }
        let list = Value::Array(said.into_iter().take(LINES).collect());
        seeds.push(list.to_string().into_bytes());
    }
    seeds
}

fn heard(record: &fuda_core::Record<Mahjong>) -> Option<Vec<Value>> {
    let mut position = record.position_after(0).ok()?;
    let mut events: Vec<SeatEvent> = Vec::new();
    position.first_events(ME, &mut events);
    for (seat, mv) in &record.moves {
        let before = position.clone();
        position.play(*seat, *mv).ok()?;
        position.events(&before, *seat, *mv, ME, &mut events);
    }
    let mut said = Vec::new();
    events.iter().for_each(|event| write_event(event, ME, true, &mut said));
    Some(said.iter().map(MjaiEvent::to_value).collect())
}

/// A table that says anything. Every line is answered or ends the dialogue,
/// and what our player knows can be true.
fn bot(data: &[u8]) -> u64 {
    let game = Mahjong::default();
    let mut bot = MjaiBot::new(game, Box::new(Greedy), Budget::default(), Some(ME), Seed(1));
    let mut out = Vec::new();
    let ended = serve(&mut bot, &mut &data[..], &mut out).expect("memory takes everything");
    let (mut answers, mut moves) = (0, 0);
    for line in out.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let said: Value = serde_json::from_slice(line).expect("an answer is JSON");
        answers += 1;
        moves += usize::from(said["type"] != "none");
    }
    let known = watched(game, data);
    let said = ended.map_or_else(|e| outcome(&e.to_string()), |()| outcome("heard"));
    said ^ u64::from(rough(answers)) << 8 ^ u64::from(rough(moves)) << 16 ^ known << 24
}

/// What the seat knows after each line agrees with a full position.
fn watched(game: Mahjong, data: &[u8]) -> u64 {
    let (mut hearing, mut watcher) = (Hearing::new(Some(ME)), Watcher::new(game, ME));
    let (mut legal, mut rng, mut asked) = (Vec::new(), Rng::new(Seed(2)), 0);
    for line in data.split(|byte| *byte == b'\n') {
        let Ok(value) = serde_json::from_slice::<Value>(line) else { break };
        match hearing.read(&value) {
            Ok(Some(event)) if watcher.hear(&event).is_err() => break,
            Err(_) => break,
            Ok(_) => {}
        }
        watcher.legal_moves(&mut legal);
        if legal.is_empty() {
            continue;
        }
        let view = watcher.view().expect("who may move has a view");
        let assumed = view.assume(&mut rng);
        Mahjong::count(&assumed);
        let mut again = Vec::new();
        assumed.legal_moves(ME, &mut again);
        assert_eq!(again, legal, "the assumed position has other moves");
        asked += 1;
    }
    u64::from(rough(asked))
}

type Question = (MahjongView, Vec<Move>);

/// Questions of a game, claims and riichi among them.
static QUESTIONS: LazyLock<Vec<Question>> = LazyLock::new(|| {
    let mut questions: Vec<Question> = Vec::new();
    for record in games::records_played::<Mahjong>() {
        let Ok(mut decisions) = record.decisions() else { continue };
        while let Ok(Some(decision)) = decisions.next() {
            let new = |kind: fn(&Move) -> bool| {
                decision.legal.iter().any(kind)
                    && !questions.iter().any(|(_, legal)| legal.iter().any(kind))
            };
            let kinds: [fn(&Move) -> bool; 6] = [
                |mv| matches!(mv, Move::Discard { .. }),
                |mv| matches!(mv, Move::Riichi { .. }),
                |mv| matches!(mv, Move::Chi(_)),
                |mv| matches!(mv, Move::Pon(_)),
                |mv| matches!(mv, Move::Ron | Move::Tsumo),
                |mv| matches!(mv, Move::OpenKan(_) | Move::AddedKan(_) | Move::ConcealedKan(_)),
            ];
            if kinds.into_iter().any(new) {
                questions.push((decision.view(), decision.legal.to_vec()));
            }
        }
    }
    questions
});

/// A program that answers anything, to every question.
fn answer(data: &[u8]) -> u64 {
    let said: Value = match serde_json::from_slice(data) {
        Ok(said) => said,
        Err(e) => return outcome(&e.to_string()),
    };
    let mut outcomes = 0u64;
    for (view, legal) in QUESTIONS.iter() {
        for riichi in [false, true] {
            let read = match read_answer(&said, view, legal, riichi) {
                Ok(Answer::Move(mv)) => {
                    assert!(legal.contains(&mv), "an illegal move is taken");
                    2
                }
                Ok(Answer::Riichi) => {
                    assert!(legal.iter().any(|mv| matches!(mv, Move::Riichi { .. })));
                    1
                }
                Err(_) => 0,
            };
            outcomes = outcomes.wrapping_mul(3) + read;
        }
    }
    outcomes
}
