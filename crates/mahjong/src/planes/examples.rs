//! Rows to learn from: what a seat saw, what it did, and what became of it.
//!
//! The inputs come from the seat's view alone. The targets look behind it on
//! purpose: the tiles the others held and waited for, what the seat discarded
//! later, how the hand ended. A network learns to guess them from the inputs.

use super::{Action, Actions, Inputs};
use crate::game::{Mahjong, MahjongPosition, Move, ranking};
use crate::records::claimed_by_others;
use crate::tile::{KINDS, Kind};
use fuda_core::{Position, Record, ReplayError, Seat, Turn};

/// Where in the targets of a row what stands, each with its number of bytes.
pub const TARGETS: &[(&str, usize)] = &[
    ("game", 4),
    ("hand", 1),
    ("turn", 1),
    ("seat", 1),
    ("riichi", 1),
    ("action", 1),
    ("legal", Actions::BYTES),
    ("soon", KINDS),
    ("later", KINDS),
    ("waits", KINDS),
    ("held", 3 * KINDS),
    ("tenpai", 1),
    ("wins", 1),
    ("deals_in", 1),
    ("delta", 2),
    ("place", 1),
];

/// How many bytes the targets of a row have.
pub const TARGET_LEN: usize = {
    let (mut sum, mut at) = (0, 0);
    while at < TARGETS.len() {
        sum += TARGETS[at].1;
        at += 1;
    }
    sum
};

/// How many of the next own discards count as soon.
const SOON: usize = 4;

/// Rows, as they are written: inputs and targets one row after the other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rows {
    /// [`Inputs::LEN`] bytes a row.
    pub inputs: Vec<u8>,
    /// [`TARGET_LEN`] bytes a row.
    pub targets: Vec<u8>,
}

impl Rows {
    /// How many rows.
    pub fn len(&self) -> usize {
        self.targets.len() / TARGET_LEN
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }
}

/// A decision whose hand has not ended yet.
struct Open {
    at: usize,
    seat: Seat,
    turn: u8,
    action: Action,
    legal: Actions,
    riichi: bool,
    waits: [u8; KINDS],
    held: [[u8; KINDS]; 3],
    tenpai: u8,
}

/// Adds a row for every decision of a game between at least two actions.
///
/// Left out are answers to a tile that somebody else took: what the seat would
/// have done is not known.
pub fn add(record: &Record<Mahjong>, game: u32, rows: &mut Rows) -> Result<(), ReplayError<Move>> {
    let mut position = record.position_after(0)?;
    let first = rows.targets.len();
    let mut legal = Vec::new();
    let mut inputs = Inputs::default();
    let mut open: Vec<Open> = Vec::new();
    let mut discards: Vec<(usize, Seat, Kind)> = Vec::new();
    for (at, &(seat, mv)) in record.moves.iter().enumerate() {
        position.legal_moves(seat, &mut legal);
        let view = position.view(seat);
        let actions = Actions::of(&view, &legal);
        let unknown = mv == Move::Pass && claimed_by_others(record, at);
        if actions.len() > 1 && !unknown {
            inputs.fill(&view, &legal);
            rows.inputs.extend_from_slice(inputs.bytes());
            open.push(Open::new(&position, seat, at, Action::of(&view, mv), actions));
        }
        if let Some(tile) = mv.discarded() {
            discards.push((at, seat, tile.kind));
        }
        let hand = position.table().hand_number;
        position
            .play(seat, mv)
            .map_err(|illegal| ReplayError::Illegal { number: at + 1, illegal })?;
        if position.table().hand_number != hand || position.turn() == Turn::Over {
            for decision in open.drain(..) {
                decision.write(&position, hand, game, &discards, &mut rows.targets);
            }
            discards.clear();
        }
    }
    // A game that breaks off: the hand has no ending to learn from.
    rows.inputs.truncate(rows.inputs.len() - open.len() * Inputs::LEN);
    if position.turn() == Turn::Over {
        let ranks = ranking(&position.standing().scores);
        for row in rows.targets[first..].chunks_exact_mut(TARGET_LEN) {
            let place = ranks.iter().position(|&seat| seat == usize::from(row[SEAT]));
            row[TARGET_LEN - 1] = place.map_or(UNKNOWN, |place| place as u8);
        }
    }
    Ok(())
}

/// Where the seat stands in the targets of a row.
const SEAT: usize = 6;
/// The place of a game that has no end.
const UNKNOWN: u8 = 255;

impl Open {
    fn new(
        position: &MahjongPosition,
        seat: Seat,
        at: usize,
        action: Action,
        legal: Actions,
    ) -> Open {
        let own = &position.table().seats[seat.index()];
        let mut open = Open {
            at,
            seat,
            turn: own.river.len() as u8,
            action,
            legal,
            riichi: own.in_riichi(),
            waits: [0; KINDS],
            held: [[0; KINDS]; 3],
            tenpai: 0,
        };
        for step in 0..3u8 {
            let other = Seat((seat.0 + 1 + step) % 4);
            let waits = position.waits(other);
            open.tenpai |= u8::from(!waits.is_empty()) << step;
            for kind in waits {
                open.waits[kind.index()] |= 1 << step;
            }
            open.held[usize::from(step)] = *position.hand(other).counts().as_array();
        }
        open
    }

    /// Writes the targets when the hand has ended.
    fn write(
        &self,
        after: &MahjongPosition,
        hand: u32,
        game: u32,
        discards: &[(usize, Seat, Kind)],
        targets: &mut Vec<u8>,
    ) {
        let (mut soon, mut later) = ([0u8; KINDS], [0u8; KINDS]);
        let own = discards.iter().filter(|&&(at, seat, _)| at > self.at && seat == self.seat);
        for (turn, (_, _, kind)) in own.enumerate() {
            later[kind.index()] = 1;
            soon[kind.index()] |= u8::from(turn < SOON);
        }
        let (seat, result) = (self.seat.0, after.last_result());
        let wins = || result.into_iter().flat_map(|result| &result.wins);
        let delta = result.map_or(0, |result| result.deltas[self.seat.index()]);
        targets.extend_from_slice(&game.to_le_bytes());
        targets.extend_from_slice(&[hand as u8, self.turn, seat, u8::from(self.riichi)]);
        targets.push(self.action.index() as u8);
        targets.extend_from_slice(&self.legal.to_bits());
        targets.extend_from_slice(&soon);
        targets.extend_from_slice(&later);
        targets.extend_from_slice(&self.waits);
        targets.extend_from_slice(self.held.as_flattened());
        targets.push(self.tenpai);
        targets.push(u8::from(wins().any(|win| win.seat == seat)));
        targets.push(u8::from(wins().any(|win| win.from == seat && win.seat != seat)));
        targets.extend_from_slice(&((delta / 100) as i16).to_le_bytes());
        targets.push(UNKNOWN);
    }
}
