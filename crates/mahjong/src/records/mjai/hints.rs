//! What a table adds for clients that do not know the rules themselves: the
//! actions they may take, and the tiles they may not discard.

use serde::Serialize;

use super::event::{MjaiEvent, TileName, names};
use super::live::write_move;
use crate::Face;
use crate::game::{MahjongView, Move};

/// What a hearer may do after an event.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Hint {
    /// All but discards and passing, after a draw, a discard or a kan.
    PossibleActions(Vec<MjaiEvent<'static>>),
    /// Tiles of the hand that may not be discarded, after a call of its own
    /// or its declaration of riichi.
    CannotDahai(Vec<TileName>),
}

/// An event with its hint, as one object.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Hinted {
    /// The event.
    #[serde(flatten)]
    pub event: MjaiEvent<'static>,
    /// What may be answered.
    #[serde(flatten)]
    pub hint: Hint,
}

/// What the seat that sees `view` may answer to an event.
pub fn hint(event: &MjaiEvent<'_>, view: &MahjongView, legal: &[Move]) -> Hint {
    match event {
        MjaiEvent::Reach { .. } => Hint::CannotDahai(forbidden(view, legal, true)),
        MjaiEvent::Chi(_) | MjaiEvent::Pon(_) => Hint::CannotDahai(forbidden(view, legal, false)),
        _ => Hint::PossibleActions(actions(view, legal)),
    }
}

fn actions(view: &MahjongView, legal: &[Move]) -> Vec<MjaiEvent<'static>> {
    let mut riichi = false;
    let new = |mv: &&Move| match mv {
        Move::Discard { .. } | Move::Pass => false,
        Move::Riichi { .. } => !std::mem::replace(&mut riichi, true),
        _ => true,
    };
    legal.iter().filter(new).map(|mv| write_move(view, *mv)).collect()
}

/// The tiles of the hand that no legal move discards.
fn forbidden(view: &MahjongView, legal: &[Move], riichi: bool) -> Vec<TileName> {
    let discards = |face: Face| {
        legal.iter().any(|mv| match *mv {
            Move::Discard { tile, .. } => !riichi && tile == face,
            Move::Riichi { tile, .. } => riichi && tile == face,
            _ => false,
        })
    };
    let mut faces: Vec<Face> = view.hand.faces().collect();
    faces.dedup();
    names(faces.into_iter().filter(|face| !discards(*face)))
}
