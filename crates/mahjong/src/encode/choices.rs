//! Moves that differ in what matters to an evaluation.

use super::planes::preference;
use crate::{Face, Kind, Move};

/// The moves an evaluation chooses between: of each kind that may be
/// discarded, with or without riichi, one (a plain five before a red one, the
/// tile drawn before an equal one); of each call one way (with red fives, which
/// count wherever they lie). Wins and nine terminals are left out: rules, not
/// evaluations, decide them.
pub fn alternatives(legal: &[Move], into: &mut Vec<Move>) {
    into.clear();
    for &mv in legal {
        if matches!(mv, Move::Tsumo | Move::Ron | Move::NineTerminals) {
            continue;
        }
        match into.iter_mut().find(|other| same_choice(**other, mv)) {
            Some(other) if preference(mv) > preference(*other) => *other = mv,
            Some(_) => {}
            None => into.push(mv),
        }
    }
}

/// Whether two moves are one choice to an evaluation.
pub fn same_choice(a: Move, b: Move) -> bool {
    let kinds = |own: [Face; 2]| -> [Kind; 2] { own.map(|face| face.kind) };
    match (a, b) {
        (Move::Discard { tile: a, .. }, Move::Discard { tile: b, .. })
        | (Move::Riichi { tile: a, .. }, Move::Riichi { tile: b, .. }) => a.kind == b.kind,
        (Move::Chi(a), Move::Chi(b)) | (Move::Pon(a), Move::Pon(b)) => kinds(a) == kinds(b),
        _ => a == b,
    }
}

/// Discards alone, one of each kind, and which of them stands for the move
/// that was played: riichi does not change which tile goes.
pub(super) fn discards(legal: &[Move], played: Move) -> Option<(Vec<Move>, usize)> {
    let plain = |mv: &Move| match *mv {
        Move::Riichi { tile, drawn } | Move::Discard { tile, drawn } => {
            Some(Move::Discard { tile, drawn })
        }
        _ => None,
    };
    let played = plain(&played)?;
    let legal: Vec<Move> = legal.iter().filter_map(plain).collect();
    let mut moves = Vec::new();
    alternatives(&legal, &mut moves);
    let chosen = moves.iter().position(|&mv| same_choice(mv, played))?;
    Some((moves, chosen))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_move_for_each_choice() {
        let legal: Vec<Move> = [
            "0m",
            "5m",
            "5m_",
            "riichi-0m",
            "1z",
            "ankan-1z",
            "tsumo",
            "chi-46p",
            "chi-40p",
            "chi-45p",
        ]
        .map(|text| text.parse().unwrap())
        .into();
        let mut found = Vec::new();
        alternatives(&legal, &mut found);
        let texts: Vec<String> = found.iter().map(Move::to_string).collect();
        assert_eq!(texts, ["5m_", "riichi-0m", "1z", "ankan-1z", "chi-46p", "chi-40p"]);
    }
}
