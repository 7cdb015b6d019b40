//! A dialect of mjai in one JSON document, as `tenhou-paifu-to-json` writes it:
//! `games` is a list of hands, each with its `data` and its events in `game`.

use fuda_core::formats::FormatError;
use serde_json::{Map, Value, json};

use crate::records::log::unsuitable::FOUR_PLAYERS;

/// The same game as mjai's events.
pub(super) fn paifu(document: &Value, hands: &[Value]) -> Result<Vec<Value>, FormatError> {
    let mut events = vec![start(document)?];
    for (i, hand) in hands.iter().enumerate() {
        // A hand with two winners is written twice, the second time whole.
        if hands.get(i + 1).is_some_and(|next| next.get("data") == hand.get("data")) {
            continue;
        }
        let bad = |expected: &str| FormatError {
            place: format!("hand {}", i + 1),
            expected: expected.to_owned(),
            got: "something else".into(),
        };
        let data = hand.get("data").and_then(Value::as_object);
        let mut data = data.cloned().ok_or_else(|| bad("an object `data`"))?;
        data.insert("type".into(), "start_kyoku".into());
        events.push(Value::Object(data));
        let game = hand.get("game").and_then(Value::as_array);
        for event in game.ok_or_else(|| bad("a list `game`"))? {
            let event = event.as_object().ok_or_else(|| bad("objects in `game`"))?;
            events.push(Value::Object(translated(event)));
        }
        events.push(json!({"type": "end_kyoku"}));
    }
    if let Some(scores) = document.get("owari").and_then(Value::as_array) {
        let points: Vec<Value> = scores
            .iter()
            .map(|s| s.as_i64().and_then(|s| s.checked_mul(100)).map_or(Value::Null, Value::from))
            .collect();
        events.push(json!({"type": "end_game", "scores": points}));
    }
    Ok(events)
}

fn start(document: &Value) -> Result<Value, FormatError> {
    let bits = document.get("type").and_then(Value::as_u64);
    let mut start = json!({"type": "start_game"});
    if let Some(bits) = bits {
        if bits & 0x10 != 0 {
            return Err(FormatError {
                place: "`type`".into(),
                expected: FOUR_PLAYERS.into(),
                got: format!("one of three players (type {bits})"),
            });
        }
        start["aka_flag"] = Value::Bool(bits & 0x02 == 0);
        start["kyoku_first"] = Value::from(if bits & 0x08 == 0 { 4 } else { 8 });
    }
    if let Some(names) = document.get("id") {
        start["names"] = names.clone();
    }
    Ok(start)
}

fn translated(event: &Map<String, Value>) -> Map<String, Value> {
    let mut event = event.clone();
    let kind = event.get("type").and_then(Value::as_str).unwrap_or("").to_owned();
    let (plain, renamed): (&str, &[(&str, &str)]) = match kind.as_str() {
        "chii" => ("chi", &[]),
        "minkan" => ("daiminkan", &[]),
        "riichi" => ("reach", &[]),
        "riichi_accepted" => ("reach_accepted", &[]),
        "ryuukyoku" => ("ryukyoku", &[]),
        "agari" => (
            "hora",
            &[
                ("fromwho", "target"),
                ("paowho", "pao"),
                ("hu", "fu"),
                ("han", "fan"),
                ("score", "hora_points"),
                ("yaku", "tenhou_yaku"),
                ("ura_marker", "ura_markers"),
            ],
        ),
        other => (other, &[]),
    };
    for (theirs, ours) in renamed {
        if let Some(value) = event.remove(*theirs) {
            event.insert((*ours).to_owned(), value);
        }
    }
    if plain == "ryukyoku" {
        let reason = event.get("reason").and_then(Value::as_str);
        let reason = match reason {
            Some("yao9") => Some("kyushukyuhai"),
            Some("kaze4") => Some("sufonrenta"),
            Some("reach4") => Some("suchariichi"),
            Some("ron3") => Some("sanchaho"),
            Some("kan4") => Some("sukaikan"),
            Some("nm") => Some("nagashimangan"),
            _ => None,
        };
        if let Some(reason) = reason {
            event.insert("reason".into(), reason.into());
        }
    }
    event.insert("type".into(), plain.into());
    event
}
