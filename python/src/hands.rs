//! Mahjong hands: shanten, acceptance, scores.

use crate::error::error;
use crate::guard::guarded;
use fuda_mahjong::ask::{score_line, shanten_line};
use fuda_mahjong::hand::acceptance::{Acceptance, acceptance as accepted, discards, live};
use fuda_mahjong::{Counts, notation};
use pyo3::prelude::*;
use serde_json::{Value, json};

/// An answer, or what is wrong with the question as an exception.
fn answered(text: String) -> PyResult<String> {
    let value: Value = serde_json::from_str(&text).map_err(error)?;
    match value.get("error") {
        Some(wrong) => Err(error(wrong.as_str().unwrap_or_default())),
        None => Ok(text),
    }
}

/// Answers a question about the shanten of a hand, JSON to JSON.
#[pyfunction]
pub fn shanten_json(question: &str) -> PyResult<String> {
    guarded(|| answered(shanten_line(question)))
}

/// Answers a question about the score of a hand, JSON to JSON.
#[pyfunction]
pub fn score_json(question: &str) -> PyResult<String> {
    guarded(|| answered(score_line(question)))
}

/// What brings a hand of 3n+1 tiles closer, or each discard of one of 3n+2
/// tiles; tiles in the MPSZ notation, JSON back.
#[pyfunction]
pub fn acceptance_json(hand: &str) -> PyResult<String> {
    guarded(|| {
        let faces = notation::parse(hand).map_err(error)?;
        notation::check_copies(faces.iter().copied()).map_err(error)?;
        let counts: Counts = faces.iter().map(|face| face.kind).collect();
        let told = |found: &Acceptance| {
            let tiles: Vec<String> = found.kinds.into_iter().map(|kind| kind.to_string()).collect();
            json!({"shanten": found.shanten, "tiles": tiles, "live": live(found.kinds, &counts)})
        };
        let answer = match faces.len() {
            14.. | 0 => None,
            count if count % 3 == 1 => Some(told(&accepted(&counts))),
            _ => None,
        };
        let answer = answer.or_else(|| {
            (faces.len() <= 14 && faces.len() % 3 == 2).then(|| {
                let each = discards(&counts);
                let each = each.iter().map(|d| {
                    let mut after = told(&d.after);
                    after["discard"] = json!(d.kind.to_string());
                    after
                });
                Value::Array(each.collect())
            })
        });
        let wrong = || error(format!("hand: expected 3n+1 or 3n+2 tiles, got {}", faces.len()));
        Ok(answer.ok_or_else(wrong)?.to_string())
    })
}
