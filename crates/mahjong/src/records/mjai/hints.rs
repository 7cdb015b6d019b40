//! What a table adds for clients that do not know the rules themselves: the
//! actions they may take, and the tiles they may not discard.

use serde_json::Value;

use super::live::write_move;
use super::tile_name;
use crate::Face;
use crate::game::{MahjongView, Move};

/// Adds to an object what its hearer may answer: `possible_actions` (all but
/// discards and passing) to a draw, a discard or a kan; `cannot_dahai` to a
/// call of its own and, with `riichi`, to its declaration.
pub fn add_hints(said: &mut Value, view: &MahjongView, legal: &[Move], riichi: bool) {
    let kind = said.get("type").and_then(Value::as_str).unwrap_or_default();
    let (name, hint): (&str, Value) = match kind {
        "chi" | "pon" | "reach" => ("cannot_dahai", forbidden(view, legal, riichi)),
        _ => ("possible_actions", actions(view, legal)),
    };
    if let Some(object) = said.as_object_mut() {
        object.insert(name.into(), hint);
    }
}

fn actions(view: &MahjongView, legal: &[Move]) -> Value {
    let mut riichi = false;
    let new = |mv: &&Move| match mv {
        Move::Discard { .. } | Move::Pass => false,
        Move::Riichi { .. } => !std::mem::replace(&mut riichi, true),
        _ => true,
    };
    legal.iter().filter(new).map(|mv| write_move(view, *mv)).collect()
}

/// The tiles of the hand that no legal move discards.
fn forbidden(view: &MahjongView, legal: &[Move], riichi: bool) -> Value {
    let discards = |face: Face| {
        legal.iter().any(|mv| match *mv {
            Move::Discard { tile, .. } => !riichi && tile == face,
            Move::Riichi { tile, .. } => riichi && tile == face,
            _ => false,
        })
    };
    let mut faces: Vec<Face> = view.hand.faces().collect();
    faces.dedup();
    faces.into_iter().filter(|face| !discards(*face)).map(tile_name).collect()
}
