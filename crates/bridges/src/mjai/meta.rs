//! A player's thoughts as reviewers of mjai logs expect them.

use fuda_core::Choice;
use fuda_mahjong::{Face, MahjongView, Move, game::Stage};
use serde_json::{Value, json};

/// Actions as Mortal numbers them: 34 kinds and three red fives to discard,
/// riichi, three chi, pon, kan, win, abortive draw, pass.
const ACTIONS: usize = 46;

fn discard(tile: Face) -> usize {
    match tile.red {
        true => 34 + tile.kind.index() / 9,
        false => tile.kind.index(),
    }
}

fn action(view: &MahjongView, mv: Move) -> usize {
    match mv {
        Move::Discard { tile, .. } => discard(tile),
        Move::Riichi { .. } => 37,
        Move::Chi([low, high]) => match view.table.stage {
            Stage::Claims { tile, .. } if tile.kind < low.kind => 38,
            Stage::Claims { tile, .. } if tile.kind > high.kind => 40,
            _ => 39,
        },
        Move::Pon(_) => 41,
        Move::OpenKan(_) | Move::ConcealedKan(_) | Move::AddedKan(_) => 42,
        Move::Ron | Move::Tsumo => 43,
        Move::NineTerminals => 44,
        Move::Pass => 45,
    }
}

/// `q_values` of the actions whose bits are set in `mask_bits`, lowest bit
/// first; nothing from players that give no values.
pub(super) fn meta(view: &MahjongView, choice: &Choice<Move>) -> Option<Value> {
    let mut values = [None::<f64>; ACTIONS];
    for alternative in &choice.alternatives {
        let value = &mut values[action(view, alternative.mv)];
        *value = Some(value.map_or(alternative.value, |known| known.max(alternative.value)));
    }
    let bits =
        (0..ACTIONS).filter(|at| values[*at].is_some()).fold(0u64, |bits, at| bits | 1 << at);
    let q_values: Vec<f64> = values.into_iter().flatten().collect();
    (bits != 0).then(|| json!({"q_values": q_values, "mask_bits": bits, "is_greedy": true}))
}
