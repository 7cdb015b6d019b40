//! What each seat hears, in our own words and in mjai's: its view and its
//! legal moves follow from that alone.

use crate::games::played;
use fuda_core::{Game, Position, Seat, Watcher, watch_record};
use fuda_mahjong::records::mjai::{
    Answer, Hearing, read_answer, riichi_discard, write_event, write_move,
};
use fuda_mahjong::{Mahjong, Move};
use proptest::prelude::*;
use serde_json::{Value, json};

const RULES: [&str; 3] =
    ["tenhou", "tenhou-east+red=0", "tenhou+multiple-ron=triple+kan-dora=at-once+pao-kans=1"];

#[test]
fn every_seat_knows_its_view_from_what_it_hears() {
    let mut decisions = 0;
    for (rules, number) in RULES.into_iter().zip(0..) {
        decisions += watch_record(&played(rules, number, usize::MAX)).unwrap();
    }
    assert!(decisions > 1_000, "only {decisions} decisions");
}

/// A seat that hears mjai.
struct Ear {
    hearing: Hearing,
    watcher: Watcher<Mahjong>,
}

impl Ear {
    fn hear(&mut self, value: &Value) {
        // What is said travels as text.
        let value: Value = serde_json::from_str(&value.to_string()).unwrap();
        if let Some(event) = self.hearing.read(&value).unwrap() {
            self.watcher.hear(&event).unwrap_or_else(|e| panic!("{e}: {value}"));
        }
    }
}

#[test]
fn every_seat_knows_its_view_from_mjai() {
    let (mut riichi, mut calls, mut decisions) = (0, 0, 0);
    for (rules, number) in RULES.into_iter().zip(0..) {
        let record = played(rules, number, usize::MAX);
        let game = Mahjong::with_rules(rules).unwrap();
        let mut position = game.start(&record.deal).unwrap();
        let mut ears: Vec<Ear> = Seat::all(4)
            .map(|seat| Ear { hearing: Hearing::new(None), watcher: Watcher::new(game, seat) })
            .collect();
        let (mut events, mut said) = (Vec::new(), Vec::new());
        for (ear, seat) in ears.iter_mut().zip(Seat::all(4)) {
            ear.hear(&json!({"type": "start_game", "id": seat.0}));
            position.first_events(seat, &mut events);
            for event in events.drain(..) {
                write_event(&event, seat, game.rules.red_fives, &mut said);
            }
            said.drain(..).for_each(|event| ear.hear(&event.to_value()));
        }
        let (mut legal, mut known) = (Vec::new(), Vec::new());
        for &(mover, mv) in &record.moves {
            let before = position.clone();
            position.play(mover, mv).unwrap();
            for (ear, seat) in ears.iter_mut().zip(Seat::all(4)) {
                position.events(&before, mover, mv, seat, &mut events);
                for event in events.drain(..) {
                    write_event(&event, seat, game.rules.red_fives, &mut said);
                }
                said.drain(..).for_each(|event| ear.hear(&event.to_value()));
                position.legal_moves(seat, &mut legal);
                if legal.is_empty() {
                    continue;
                }
                ear.watcher.legal_moves(&mut known);
                assert_eq!(known, legal);
                decisions += 1;
                let view = position.view(seat);
                assert_eq!(ear.watcher.view().as_ref(), Some(&view));
                for &mv in &legal {
                    let answer = write_move(&view, mv).to_value();
                    let answer = read_answer(&answer, &view, &legal, false);
                    let answer = match answer.unwrap() {
                        Answer::Move(read) => read,
                        Answer::Riichi => {
                            riichi += 1;
                            let discard = riichi_discard(seat, mv).unwrap().to_value();
                            match read_answer(&discard, &view, &legal, true).unwrap() {
                                Answer::Move(read) => read,
                                Answer::Riichi => panic!("riichi twice"),
                            }
                        }
                    };
                    calls += u32::from(matches!(mv, Move::Chi(_) | Move::Pon(_)));
                    assert_eq!(answer, mv);
                }
            }
        }
    }
    assert!(riichi > 5 && calls > 100 && decisions > 1_000, "{riichi} {calls} {decisions}");
}

proptest! {
    #[test]
    fn any_json_is_read_or_refused(
        kind in "start_game|start_kyoku|tsumo|dahai|chi|pon|ankan|kakan|dora|reach|hora|ryukyoku",
        actor in 0u8..6,
        pai in "[0-9]?[mpsESr?]{0,2}",
        consumed in proptest::collection::vec("[1-9][mpsz]", 0..5),
    ) {
        let mut hearing = Hearing::new(Some(Seat(1)));
        let value = json!({
            "type": kind, "actor": actor, "target": 1, "pai": pai, "consumed": consumed,
            "tehais": [pai], "id": actor, "bakaze": pai, "scores": consumed,
        });
        let _ = hearing.read(&value);
        let _ = hearing.read(&Value::String(pai));
    }
}
