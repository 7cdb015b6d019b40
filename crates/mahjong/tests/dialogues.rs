//! mjai dialogues by two writers that share no code: what a table says to a
//! seat as it plays, and the log of the same game with that seat's eyes. On
//! games of our own and on real ones, where the data folder is there;
//! `scripts/compare-mjai-dialogues` holds a third writer against the log.

#[path = "records/games.rs"]
#[allow(dead_code, reason = "the tests of record formats ask for more of it")]
mod games;

use fuda_core::formats::RecordFile;
use fuda_core::{Game, Position, Record, Seat};
use fuda_fixtures::{files, large, small};
use fuda_mahjong::Mahjong;
use fuda_mahjong::records::mjai::{MjaiEvent, write_event};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What a seat hears as the game is played.
fn told(record: &Record<Mahjong>, seat: Seat) -> Vec<Value> {
    let game = Mahjong::with_rules(&record.rules).unwrap();
    let mut position = game.start(&record.deal).unwrap();
    let (mut events, mut said) = (Vec::new(), Vec::new());
    position.first_events(seat, &mut events);
    for &(mover, mv) in &record.moves {
        let before = position.clone();
        position.play(mover, mv).unwrap();
        position.events(&before, mover, mv, seat, &mut events);
    }
    for event in &events {
        write_event(event, seat, game.rules.red_fives, &mut said);
    }
    said.iter().map(MjaiEvent::to_value).collect()
}

/// The log of the game, as far as a seat may see it.
fn logged(record: &Record<Mahjong>, seat: Seat) -> Vec<Value> {
    let format = games::format("mjai");
    let text = String::from_utf8(format.write(std::slice::from_ref(record)).unwrap()).unwrap();
    let mut lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.remove(0)["type"], "start_game");
    for line in &mut lines {
        if line["type"] == "start_kyoku" {
            for other in (0..4).filter(|other| *other != seat.index()) {
                line["tehais"][other] = json!(vec!["?"; 13]);
            }
        }
        if line["type"] == "tsumo" && line["actor"] != json!(seat) {
            line["pai"] = "?".into();
        }
    }
    lines
}

/// What both writers must say of an event; a log says more of results.
fn essence(value: &Value) -> Value {
    let keys: &[&str] = match value["type"].as_str().unwrap() {
        "hora" => &["type", "actor", "target", "pai", "deltas", "scores", "pao"],
        "ryukyoku" => &["type", "reason", "deltas", "scores"],
        "end_kyoku" => &["type"],
        _ => return sorted(value.clone()),
    };
    let kept = keys.iter().filter_map(|key| Some(((*key).to_owned(), value.get(key)?.clone())));
    Value::Object(kept.collect())
}

/// Tiles of a hand or a meld have no order.
fn sorted(mut value: Value) -> Value {
    let sort = |list: &mut Value| {
        if let Some(list) = list.as_array_mut() {
            list.sort_by_key(Value::to_string);
        }
    };
    if let Some(hands) = value.get_mut("tehais").and_then(Value::as_array_mut) {
        hands.iter_mut().for_each(sort);
    }
    value.get_mut("consumed").into_iter().for_each(sort);
    value
}

/// Compares a game at every seat; counts what there was.
fn compare(record: &Record<Mahjong>, counts: &mut BTreeMap<String, u32>, place: &str) {
    for seat in Seat::all(4) {
        let (told, logged) = (told(record, seat), logged(record, seat));
        for (at, (one, other)) in told.iter().zip(&logged).enumerate() {
            assert_eq!(essence(one), essence(other), "{place}, seat {seat}, line {at}");
            let mut kind = one["type"].as_str().unwrap().to_owned();
            if let Some(reason) = one.get("reason").and_then(Value::as_str) {
                kind = reason.to_owned();
            }
            if one["type"] == "hora"
                && logged.get(at + 1).is_some_and(|next| next["type"] == "hora")
            {
                kind = "double ron".into();
            }
            if one["type"] == "hora" && at > 0 && logged[at - 1]["type"] == "kakan" {
                kind = "chankan".into();
            }
            *counts.entry(kind).or_default() += 1;
            let red = one.to_string().contains("5mr") && one.get("consumed").is_some();
            *counts.entry("red five in a meld".into()).or_default() += u32::from(red);
        }
        assert_eq!(told.len(), logged.len(), "{place}, seat {seat}");
    }
}

fn insist(counts: &BTreeMap<String, u32>, kinds: &[&str]) {
    for kind in kinds {
        assert!(counts.get(*kind).is_some_and(|count| *count > 0), "no {kind}: {counts:?}");
    }
}

#[test]
fn both_writers_say_the_same_to_every_seat() {
    let mut counts = BTreeMap::new();
    for number in 0..40 {
        let rules = ["tenhou", "tenhou+kan-dora=at-once", "tenhou-east+red=0"][number as usize % 3];
        compare(&games::played(rules, number, usize::MAX), &mut counts, &format!("game {number}"));
    }
    insist(
        &counts,
        &["reach", "reach_accepted", "chi", "pon", "daiminkan", "ankan", "kakan", "dora"],
    );
    insist(&counts, &["fanpai", "hora", "red five in a meld"]);
}

/// Compares both writers on Tenhou logs.
fn compare_logs(paths: impl Iterator<Item = PathBuf>) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    for path in paths {
        let file = RecordFile::read(&path).unwrap();
        for record in games::format("tenhou").read(&file).unwrap() {
            compare(&record, &mut counts, &file.name());
        }
    }
    println!("{counts:?}");
    counts
}

#[test]
fn both_writers_say_the_same_of_a_real_hand() {
    let counts = compare_logs(files(&small("mahjong/corner-cases/pao.mjlog")).into_iter());
    insist(&counts, &["pon", "hora"]);
}

/// Every fortieth real game; all of them with `FUDA_EVERY=1`.
#[test]
fn both_writers_say_the_same_of_real_games() {
    let Some(folder) = large("mahjong/tenhou-houou") else { return };
    let step = std::env::var("FUDA_EVERY").ok().and_then(|n| n.parse().ok()).unwrap_or(40);
    let counts = compare_logs(files(&folder).into_iter().step_by(step));
    if step == 1 {
        insist(&counts, &["double ron", "chankan", "kyushukyuhai", "suchariichi", "sufonrenta"]);
    }
}
