//! Decisions of a record, with how their hand ended.

use super::problems::HandEnd;
use fuda_core::{Position, Record, Seat};
use fuda_mahjong::{Mahjong, MahjongPosition, Move};

/// A decision while its record is replayed.
pub(super) struct Decision<'a> {
    pub position: &'a MahjongPosition,
    pub seat: Seat,
    pub legal: &'a [Move],
    pub played: Move,
    /// Which hand of the record, counted from 0.
    pub hand: usize,
    /// Whether the record's move may be another than the seat wanted: somebody
    /// else's claim went before.
    pub unsure: bool,
}

/// Replays a record and shows every decision; gives how its hands ended.
pub(super) fn walk(
    record: &Record<Mahjong>,
    mut show: impl FnMut(Decision<'_>),
) -> Result<Vec<HandEnd>, String> {
    let mut position = record.position_after(0).map_err(|e| e.to_string())?;
    let mut ends = Vec::new();
    let mut legal = Vec::new();
    let mut number = position.table().hand_number;
    for (at, &(seat, played)) in record.moves.iter().enumerate() {
        position.legal_moves(seat, &mut legal);
        if !legal.contains(&played) {
            return Err(format!("move {}: seat {seat} may not play {played}", at + 1));
        }
        let unsure = played == Move::Pass && claimed_by_others(record, at);
        let hand = ends.len();
        show(Decision { position: &position, seat, legal: &legal, played, hand, unsure });
        let closed = std::array::from_fn(|s| position.table().seats[s].is_closed());
        position.play_unchecked(seat, played);
        if position.table().hand_number != number || position.turn().first().is_none() {
            number = position.table().hand_number;
            ends.extend(position.last_result().map(|&result| HandEnd { result, closed }));
        }
    }
    Ok(ends)
}

fn claimed_by_others(record: &Record<Mahjong>, at: usize) -> bool {
    let claimed = |m: &(Seat, Move)| m.1 != Move::Pass;
    let (before, after) = record.moves.split_at(at);
    before.iter().rev().take_while(|m| m.1.is_claim()).any(claimed)
        || after.iter().take_while(|m| m.1.is_claim()).any(claimed)
}
