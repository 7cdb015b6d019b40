//! Which decisions of mahjong records players are compared with.

use crate::agree::{Filters, Study};
use fuda_core::Record;
use fuda_mahjong::game::Stage;
use fuda_mahjong::records::claimed_by_others;
use fuda_mahjong::{Mahjong, MahjongPosition, Move};

/// A kind of decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Nodes {
    /// The record discards, and another kind might have gone.
    Discard,
    /// A chi, pon or open kan may be claimed, and no ron.
    Claim {
        /// Only where the record claims, or only where it does not.
        taken: Option<bool>,
    },
}

/// The decisions of mahjong.
#[derive(Clone, Debug)]
struct MahjongStudy {
    nodes: Nodes,
    /// Nobody may be in riichi.
    quiet: bool,
    filters: Filters,
}

/// The study of mahjong that was asked for: discards unless claims are named.
pub fn mahjong_study(filters: &Filters) -> Result<Box<dyn Study<Mahjong>>, String> {
    let nodes = match filters.nodes.as_deref() {
        None | Some("discard") => Nodes::Discard,
        Some("claim") => Nodes::Claim { taken: None },
        Some("claim-yes") => Nodes::Claim { taken: Some(true) },
        Some("claim-no") => Nodes::Claim { taken: Some(false) },
        Some(other) => {
            return Err(format!(
                "--nodes: expected discard, claim, claim-yes or claim-no, got `{other}`"
            ));
        }
    };
    let quiet = match filters.riichi.as_deref() {
        None | Some("any") => false,
        Some("none") => true,
        Some(other) => return Err(format!("--riichi: expected none or any, got `{other}`")),
    };
    Ok(Box::new(MahjongStudy { nodes, quiet, filters: filters.clone() }))
}

impl Study<Mahjong> for MahjongStudy {
    fn turn(
        &self,
        position: &MahjongPosition,
        record: &Record<Mahjong>,
        at: usize,
        legal: &[Move],
    ) -> Option<u32> {
        let &(seat, played) = record.moves.get(at)?;
        let table = position.table();
        if self.quiet && table.seats.iter().any(|open| open.in_riichi()) {
            return None;
        }
        if self.filters.first_hand && table.hand_number > 0 {
            return None;
        }
        let counts = match self.nodes {
            Nodes::Discard => is_free_discard(played, legal),
            Nodes::Claim { taken } => {
                matches!(table.stage, Stage::Claims { .. })
                    && may_call(legal)
                    && taken.is_none_or(|taken| taken == (played != Move::Pass))
                    && (played != Move::Pass || !claimed_by_others(record, at))
            }
        };
        let turn = u32::try_from(table.seats[seat.index()].river.len() + 1).ok()?;
        (counts && self.filters.has_turn(turn)).then_some(turn)
    }

    /// A red five is a five, and riichi does not change which tile goes.
    fn same(&self, a: Move, b: Move) -> bool {
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
