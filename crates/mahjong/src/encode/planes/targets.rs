//! What a network learns to guess beside the move: what became of a decision.
//!
//! The planes come from the seat's view alone. The targets look behind it on
//! purpose: the tiles the others held and waited for, what the seat discarded
//! later, how the hand ended.

use super::{Action, Actions};
use crate::game::{Mahjong, MahjongPosition, Move, ranking};
use crate::tile::{KINDS, Kind};
use fuda_core::{Decision, Position, Record, ReplayError, Seat, Turn};

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

/// The targets of some decisions of a game, [`TARGET_LEN`] bytes each: of
/// those with these numbers, which ascend. The game has the number `game` in
/// them.
pub fn targets(
    record: &Record<Mahjong>,
    game: u32,
    numbers: &[usize],
) -> Result<Vec<u8>, ReplayError<Move>> {
    let mut targets = Vec::with_capacity(numbers.len() * TARGET_LEN);
    let mut open: Vec<Open> = Vec::new();
    let mut discards: Vec<(usize, Seat, Kind)> = Vec::new();
    let mut hand = 0;
    let mut wanted = numbers.iter().peekable();
    let mut decisions = record.decisions()?;
    while let Some(d) = decisions.next()? {
        let number = d.position.table().hand_number;
        if number != hand {
            close(&mut open, d.position, hand, game, &mut discards, &mut targets);
            hand = number;
        }
        if wanted.next_if(|&&number| number == d.number).is_some() {
            let view = d.view();
            let (action, legal) = (Action::of(&view, d.chosen), Actions::of(&view, d.legal));
            open.push(Open::new(&d, action, legal));
        }
        if let Some(tile) = d.chosen.discarded() {
            discards.push((d.number, d.seat, tile.kind));
        }
    }
    let position = decisions.position();
    close(&mut open, position, hand, game, &mut discards, &mut targets);
    if position.turn() == Turn::Over {
        let ranks = ranking(&position.standing().scores);
        for row in targets.chunks_exact_mut(TARGET_LEN) {
            let place = ranks.iter().position(|&seat| seat == usize::from(row[SEAT]));
            row[TARGET_LEN - 1] = place.map_or(UNKNOWN, |place| place as u8);
        }
    }
    Ok(targets)
}

/// Writes the targets of the decisions of a hand that has ended.
fn close(
    open: &mut Vec<Open>,
    after: &MahjongPosition,
    hand: u32,
    game: u32,
    discards: &mut Vec<(usize, Seat, Kind)>,
    targets: &mut Vec<u8>,
) {
    for decision in open.drain(..) {
        decision.write(after, hand, game, discards, targets);
    }
    discards.clear();
}

/// Where the seat stands in the targets of a row.
const SEAT: usize = 6;
/// The place of a game that has no end.
const UNKNOWN: u8 = 255;

impl Open {
    fn new(decision: &Decision<'_, Mahjong>, action: Action, legal: Actions) -> Open {
        let Decision { position, seat, number: at, .. } = *decision;
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
