//! What a seat hears: everything, since nothing is hidden.

use crate::{Move, Position};
use fuda_core::{BadText, PerSeat, Position as _, Seat, Turn};
use serde::{Deserialize, Serialize};

/// What both seats hear.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SeatEvent {
    /// `{"type":"start","position":"----… X"}`: where the players begin,
    /// after the random plies of an opening.
    Start {
        /// The position: 64 squares from a1 to h8 and the side to move.
        position: Position,
    },
    /// `{"type":"move","seat":0,"move":"f5"}`; black is seat 0.
    Move {
        /// Who moved.
        seat: Seat,
        /// Where, or `pass`.
        #[serde(rename = "move")]
        mv: Move,
    },
    /// `{"type":"end","scores":[4.0,-4.0]}`.
    End {
        /// The difference of discs, empty squares to the winner.
        scores: PerSeat<f64>,
    },
}

pub(crate) fn hear(known: &mut Option<Position>, event: &SeatEvent) -> Result<(), BadText> {
    let wrong = |expected: &str| Err(BadText::new(expected, format!("{event:?}")));
    match (event, known) {
        (SeatEvent::Start { position }, known) => *known = Some(*position),
        (_, None) => return wrong("a start first"),
        (SeatEvent::Move { seat, mv }, Some(known)) => {
            known.play(*seat, *mv).map_err(|e| BadText::new("a legal move", e.to_string()))?;
        }
        (SeatEvent::End { .. }, Some(known)) if known.turn() != Turn::Over => {
            return wrong("a move");
        }
        (SeatEvent::End { .. }, Some(_)) => {}
    }
    Ok(())
}
