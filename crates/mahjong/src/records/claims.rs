//! Answers whose meaning a record does not tell.

use crate::game::{Mahjong, Move};
use fuda_core::{Record, Seat};

/// Whether somebody else claimed the tile that move `at` of a record answers:
/// what this seat wanted is then not known, its pass in the record is only a
/// manner of speaking.
pub fn claimed_by_others(record: &Record<Mahjong>, at: usize) -> bool {
    let claimed = |&(_, mv): &(Seat, Move)| mv != Move::Pass;
    let answers = |(_, mv): &&(Seat, Move)| mv.is_claim();
    let (before, after) = record.moves.split_at(at.min(record.moves.len()));
    before.iter().rev().take_while(answers).any(claimed)
        || after.iter().skip(1).take_while(answers).any(claimed)
}
