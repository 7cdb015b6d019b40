//! The JSON of tenhou.net/6.
//!
//! It lists, for each seat, what came in and what went out, but not in which
//! order the seats acted. The order is found by playing: after each discard
//! either somebody's next entry calls it, or the next seat draws. Where both
//! are possible, both are tried until every list is used up.

mod order;
mod result;
mod tokens;
mod write;

pub use write::write_logs;

use fuda_core::formats::FormatError;
use serde_json::{Deserializer, Value};

use super::log::{Log, LogRules, Settlement, Unit, unsuitable};
use super::xml::shorten;

fn error(
    place: impl Into<String>,
    expected: impl Into<String>,
    got: impl Into<String>,
) -> FormatError {
    FormatError { place: place.into(), expected: expected.into(), got: got.into() }
}

/// Reads the games of a text: one object, or several one after another, which
/// are the hands of one game when players and rules are the same.
pub fn read_logs(text: &str) -> Vec<Log> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut logs: Vec<Log> = Vec::new();
    let mut stream = Deserializer::from_str(text).into_iter::<Value>();
    let (mut documents, mut hands_listed) = (0, 0);
    let broken = loop {
        let at = stream.byte_offset();
        match stream.next() {
            None if documents == 0 => {
                break Some(error("byte 0", "a JSON object", "the end of the text"));
            }
            None => break None,
            Some(Err(e)) => {
                let place = format!("line {}, column {}", e.line(), e.column());
                break Some(error(place, "JSON", e.to_string()));
            }
            Some(Ok(document)) => {
                documents += 1;
                hands_listed += document.get("log").and_then(Value::as_array).map_or(0, Vec::len);
                let mut log = match read_document(&document, at) {
                    Ok(log) => log,
                    Err(e) => break Some(e),
                };
                let broken = log.broken.take();
                match logs.last_mut().filter(|before| goes_on(before, &log)) {
                    Some(before) => {
                        before.hands.append(&mut log.hands);
                        before.end = log.end;
                    }
                    None => logs.push(log),
                }
                if broken.is_some() {
                    break broken;
                }
            }
        }
    };
    if let Some(mut broken) = broken {
        // A lone hand was often put together by hand, and where its numbers
        // contradict each other nothing can be said. Within a game they are wrong.
        let rest = text.get(stream.byte_offset()..).unwrap_or("");
        let lone = documents == 1 && hands_listed == 1 && rest.trim().is_empty();
        let contradicts = broken.expected.strip_prefix(unsuitable::CONSISTENT);
        if let Some(rest) = contradicts.filter(|_| !lone) {
            broken.expected = rest.trim_start_matches([':', ' ']).to_owned();
        }
        if logs.is_empty() {
            logs.push(Log::default());
        }
        if let Some(log) = logs.last_mut() {
            log.broken = Some(broken);
        }
    }
    logs
}

/// Whether the hands of a document follow those of the one before.
fn goes_on(before: &Log, next: &Log) -> bool {
    before.players == next.players
        && before.rules == next.rules
        && before.end.is_none()
        && match (before.hands.last(), next.hands.first()) {
            (Some(a), Some(b)) => (a.round, a.honba) < (b.round, b.honba),
            _ => false,
        }
}

fn read_document(document: &Value, at: usize) -> Result<Log, FormatError> {
    let place = format!("byte {at}");
    let mut log = Log { unit: Unit::Entry, rules: rules(document), ..Log::default() };
    let shape = |key: &str, what: &str, fits: fn(&Value) -> bool| {
        let value = document.get(key).filter(|v| !v.is_null() && !fits(v));
        let wrong = |v: &Value| error(&place, format!("{what} `{key}`"), shorten(&v.to_string()));
        value.map_or(Ok(()), |v| Err(wrong(v)))
    };
    shape("name", "a list", Value::is_array)?;
    shape("rule", "an object", Value::is_object)?;
    if let Some(names) = document.get("name").and_then(Value::as_array) {
        log.players = names.iter().map(|n| n.as_str().unwrap_or("").to_owned()).collect();
    }
    let disp = document.pointer("/rule/disp").and_then(Value::as_str).unwrap_or("");
    if log.players.len() == 3 || disp.contains('三') {
        return Err(error(place, unsuitable::FOUR_PLAYERS, "one of three players"));
    }
    for key in ["ref", "ratingc", "lobby"] {
        match document.get(key) {
            Some(Value::String(text)) => log.tags.insert(key.into(), text.clone()),
            Some(Value::Number(number)) => log.tags.insert(key.into(), number.to_string()),
            _ => None,
        };
    }
    for key in ["title", "dan", "rate", "sx"] {
        let list = document.get(key).and_then(Value::as_array);
        let parts: Vec<String> = list
            .into_iter()
            .flatten()
            .map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned))
            .collect();
        if parts.iter().any(|p| !p.is_empty()) {
            log.tags.insert(key.into(), parts.join(","));
        }
    }
    if !disp.is_empty() {
        log.tags.insert("disp".into(), disp.to_owned());
    }
    let hands = document.get("log").and_then(Value::as_array).ok_or_else(|| {
        let got = document.get("log").map_or("none".into(), |v| shorten(&v.to_string()));
        error(place, "a list `log`", got)
    })?;
    for (number, hand) in hands.iter().enumerate() {
        let fault = match order::read_hand(hand, &log.rules) {
            Ok((hand, fault)) => {
                log.hands.push(hand);
                fault
            }
            Err(fault) => Some(fault),
        };
        if let Some(mut fault) = fault {
            fault.place = format!("byte {at}, hand {}, {}", number + 1, fault.place);
            log.broken = Some(fault);
            return Ok(log);
        }
    }
    log.end = settlement(document, at)?;
    Ok(log)
}

/// The list `sc`: for each seat the score and the result after uma.
fn settlement(document: &Value, at: usize) -> Result<Option<Settlement>, FormatError> {
    let Some(value) = document.get("sc").filter(|v| !v.is_null()) else { return Ok(None) };
    let bad = || {
        let got = shorten(&value.to_string());
        error(format!("byte {at}"), "eight numbers as `sc`", got)
    };
    let list = value.as_array().filter(|list| list.len() == 8).ok_or_else(bad)?;
    let mut numbers = [0.0; 8];
    for (number, value) in numbers.iter_mut().zip(list) {
        *number = value.as_f64().filter(|x| x.abs() < 1e7).ok_or_else(bad)?;
    }
    let [a, pa, b, pb, c, pc, d, pd] = numbers;
    if [a, b, c, d].iter().any(|score| score.fract() != 0.0) {
        return Err(bad());
    }
    let scores = Some([a, b, c, d].map(|score| score as i32));
    Ok(Some(Settlement { scores, points: Some([pa, pb, pc, pd]) }))
}

fn rules(document: &Value) -> LogRules {
    let rule = document.get("rule");
    let disp = rule.and_then(|r| r.get("disp")).and_then(Value::as_str).unwrap_or("");
    let flag = |key: &str| rule.and_then(|r| r.get(key)).and_then(Value::as_i64);
    let reds: Vec<i64> = ["aka", "aka51", "aka52", "aka53"].into_iter().filter_map(flag).collect();
    let two_rounds = if disp.contains('南') || disp.contains("South") {
        Some(true)
    } else if disp.contains('東') || disp.contains("East") {
        Some(false)
    } else {
        None
    };
    LogRules {
        named: None,
        red_fives: (!reds.is_empty()).then(|| reds.iter().any(|&n| n > 0)),
        open_tanyao: two_rounds.filter(|_| !disp.is_ascii()).map(|_| disp.contains('喰')),
        two_rounds,
    }
}
