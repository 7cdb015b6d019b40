//! Playouts that win: everybody keeps the hand near, calls for a yaku,
//! declares riichi and folds against it.

use super::sense::Sense;
use crate::mahjong::guide::EndOfHand;
use fuda_core::{Position, Rng, Seat};
use fuda_mahjong::game::Stage;
use fuda_mahjong::{Counts, Kind, Mahjong, MahjongPosition, Move};
use fuda_search::Policy;

/// The policy of `uct+`.
#[derive(Clone, Copy, Debug)]
pub(in crate::mahjong) struct WinningPolicy {
    /// Whether playouts fold against riichi.
    pub fold: bool,
}

impl Policy<Mahjong, EndOfHand> for WinningPolicy {
    fn choose(
        &mut self,
        position: &MahjongPosition,
        seat: Seat,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Option<Move> {
        position.legal_moves(seat, scratch);
        if let [only] = scratch[..] {
            return Some(only);
        }
        if let Some(win) = scratch.iter().find(|mv| matches!(mv, Move::Tsumo | Move::Ron)) {
            return Some(*win);
        }
        let sense = Sense { table: position.table(), hand: position.hand(seat), seat };
        if matches!(position.table().stage, Stage::Claims { .. }) {
            return Some(self.answer_claim(&sense, scratch));
        }
        Some(self.discard(&sense, rng, scratch))
    }

    fn prior(&mut self, position: &MahjongPosition, seat: Seat, moves: &[Move], prior: &mut [f32]) {
        let sense = Sense { table: position.table(), hand: position.hand(seat), seat };
        super::prior(&sense, moves, position.hand(seat).counts(), prior);
    }
}

impl WinningPolicy {
    fn answer_claim(&self, sense: &Sense<'_>, legal: &[Move]) -> Move {
        if sense.threats().next().is_some() {
            return Move::Pass;
        }
        legal.iter().copied().find(|&mv| sense.is_good_call(mv)).unwrap_or(Move::Pass)
    }

    fn discard(&self, sense: &Sense<'_>, rng: &mut Rng, legal: &[Move]) -> Move {
        // In playouts only the own hand is counted: the table changes too fast.
        let seen: &Counts = sense.hand.counts();
        let (shanten, options) = sense.discards(seen);
        if self.fold && shanten > 0 && sense.threats().next().is_some() {
            return safest(sense, seen, rng, legal);
        }
        let mut best: Option<(f64, Move)> = None;
        for option in options {
            let merit = option.merit + rng.unit();
            if best.is_none_or(|(most, _)| merit > most)
                && let Some(mv) = way_to_discard(option.kind, legal)
            {
                best = Some((merit, mv));
            }
        }
        best.map_or_else(|| any_discard(rng, legal), |(_, mv)| mv)
    }
}

fn safest(sense: &Sense<'_>, seen: &Counts, rng: &mut Rng, legal: &[Move]) -> Move {
    let mut best: Option<(f64, Move)> = None;
    for &mv in legal.iter().filter(|mv| matches!(mv, Move::Discard { .. })) {
        let Some(tile) = mv.discarded() else { continue };
        let safety = sense.safety(tile.kind, seen) + 0.01 * rng.unit();
        if best.is_none_or(|(most, _)| safety > most) {
            best = Some((safety, mv));
        }
    }
    best.map_or_else(|| any_discard(rng, legal), |(_, mv)| mv)
}

/// After some calls the best discards are forbidden: then any other goes.
fn any_discard(rng: &mut Rng, legal: &[Move]) -> Move {
    let count = legal.iter().filter(|mv| mv.discarded().is_some()).count();
    let place = if count > 0 { rng.below(count as u32) as usize } else { 0 };
    let mut discards = legal.iter().copied().filter(|mv| mv.discarded().is_some());
    discards.nth(place).or(legal.first().copied()).unwrap_or(Move::Pass)
}

/// The way to discard a kind: with riichi when that can be declared, a plain
/// five before a red one.
pub(super) fn way_to_discard(kind: Kind, legal: &[Move]) -> Option<Move> {
    let of_kind = legal.iter().filter(|mv| mv.discarded().is_some_and(|tile| tile.kind == kind));
    of_kind.copied().min_by_key(|mv| match *mv {
        Move::Riichi { tile, drawn } => (0, tile.red, !drawn),
        Move::Discard { tile, drawn } => (1, tile.red, !drawn),
        _ => (2, false, false),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::{Game, Purpose, Seed};
    use fuda_mahjong::game::{Deal, Ending};
    use fuda_search::{Horizon, Random};

    /// The share of hands that end in a win when all play by the policy.
    fn wins(mut policy: impl Policy<Mahjong, EndOfHand>, hands: u64) -> f64 {
        let (mut wins, mut scratch) = (0, Vec::new());
        for number in 0..hands {
            let mut position = Mahjong::default().start(&Deal::from_seed(number)).unwrap();
            let mut rng = Seed(number).stream(Purpose::Playout, &[]);
            let mark = EndOfHand.mark(&position, Seat(0));
            policy.play_out(&EndOfHand, &mark, &mut position, &mut rng, &mut scratch);
            let ending = position.last_result().map(|result| result.ending);
            wins += u32::from(ending == Some(Ending::Win));
        }
        f64::from(wins) / hands as f64
    }

    #[test]
    fn playouts_win_about_as_often_as_people() {
        let random = wins(Random, 4_000);
        let guided = wins(WinningPolicy { fold: true }, 1_000);
        println!("hands that end in a win: random {random:.4}, guided {guided:.3}");
        assert!(random < 0.03, "{random}");
        assert!((0.6..0.95).contains(&guided), "{guided}");
    }
}
