//! The kinds of decisions that players and records are compared on.

use super::table::Stage;
use super::{Mahjong, Move};
use fuda_core::Decision;

/// The kinds by name.
pub(super) const KINDS: &[(&str, &str)] = &[
    ("discard", "a tile was discarded, and one of another kind could have been"),
    ("claim", "a chi, pon or open kan may be claimed, and no ron"),
    ("claim-yes", "such a claim was made"),
    ("claim-no", "such a claim was not made"),
    ("no-riichi", "nobody is in riichi"),
    ("first-hand", "the first hand of the game"),
];

/// Whether a decision is of a kind.
pub(super) fn is_of_kind(decision: &Decision<'_, Mahjong>, kind: &str) -> bool {
    let table = decision.position.table();
    let claim = || matches!(table.stage, Stage::Claims { .. }) && may_call(decision.legal);
    match kind {
        "discard" => is_free_discard(decision.chosen, decision.legal),
        "claim" => claim(),
        "claim-yes" => claim() && decision.chosen != Move::Pass,
        "claim-no" => claim() && decision.chosen == Move::Pass,
        "no-riichi" => !table.seats.iter().any(|open| open.in_riichi()),
        "first-hand" => table.hand_number == 0,
        _ => false,
    }
}

/// A red five is a five, and riichi does not change which tile goes.
pub(super) fn same_choice(a: Move, b: Move) -> bool {
    match (a, b) {
        (Move::Chi(a), Move::Chi(b)) | (Move::Pon(a), Move::Pon(b)) => {
            a.map(|face| face.kind) == b.map(|face| face.kind)
        }
        _ => match (a.discarded(), b.discarded()) {
            (Some(a), Some(b)) => a.kind == b.kind,
            _ => a == b,
        },
    }
}

/// Whether a tile was discarded and one of another kind could have been.
fn is_free_discard(played: Move, legal: &[Move]) -> bool {
    let Some(tile) = played.discarded() else { return false };
    legal.iter().any(|mv| mv.discarded().is_some_and(|other| other.kind != tile.kind))
}

fn may_call(legal: &[Move]) -> bool {
    let call = |mv: &Move| matches!(mv, Move::Chi(_) | Move::Pon(_) | Move::OpenKan(_));
    legal.iter().any(call) && !legal.contains(&Move::Ron)
}
