//! A guess of who will win the hand, from shanten and acceptance: the
//! evaluation of the searches that stop at a depth.

use super::guide::{EndOfHand, HandMark};
use super::reward::Reward;
use fuda_core::{PerSeat, Position, Seat};
use fuda_mahjong::hand::acceptance::{acceptance, best_discards};
use fuda_mahjong::{Mahjong, MahjongPosition};
use fuda_search::Value;

/// Judges ended hands by who won, and others by each hand's outlook.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook;

/// No reward of [`Outlook`] is lower, none higher.
pub(super) const RANGE: (f64, f64) = (0.0, 1.0);
/// The most that rewards of [`Outlook`] add up to: three wins on one tile.
pub(super) const MOST: f64 = 3.0;

impl Value<Mahjong, EndOfHand> for Outlook {
    fn rewards(&mut self, mark: &HandMark, position: &MahjongPosition) -> PerSeat<f64> {
        Reward::Win.rewards(mark, position)
    }

    fn estimate(&mut self, _: &HandMark, position: &MahjongPosition) -> Option<PerSeat<f64>> {
        let chances: [f64; 4] = std::array::from_fn(|seat| chance(position, Seat(seat as u8)));
        let all: f64 = chances.iter().sum();
        // Half of what others may win is lost, as with the reward for wins:
        // somebody pays all of it by ron, everybody by a self-draw.
        let value = |own: &f64| (0.5 + 0.5 * (own - (all - own) / 3.0)).clamp(0.0, 1.0);
        Some(chances.iter().map(value).collect())
    }
}

/// Tiles a hand usually accepts, by how far it is from tenpai.
const USUAL: [f64; 4] = [6.0, 18.0, 32.0, 48.0];

/// How likely the seat's hand is to be completed with the draws it has left,
/// each step towards it getting an equal part of them.
fn chance(position: &MahjongPosition, seat: Seat) -> f64 {
    let counts = position.hand(seat).counts();
    let seen = position.view(seat).seen();
    let unseen = 136.0 - seen.total() as f64;
    let (shanten, accepted) = if counts.total() % 3 == 2 {
        let discards = best_discards(counts);
        let most = discards.iter().map(|discard| discard.after.live(&seen)).max();
        (discards.first().map_or(0, |discard| discard.after.shanten), most.unwrap_or(0))
    } else {
        let now = acceptance(counts);
        (now.shanten, now.live(&seen))
    };
    let steps = usize::from(shanten.max(0).unsigned_abs());
    let draws = f64::from(position.table().live) / 4.0 / (steps as f64 + 1.0);
    let step = |tiles: f64| 1.0 - libm::pow(1.0 - (tiles / unseen).min(1.0), draws);
    // Others discard what completes a tenpai hand, too.
    let step = |k: usize, tiles: f64| if k == 0 { step(2.0 * tiles) } else { step(tiles) };
    let later: f64 = (0..steps).map(|k| step(k, USUAL[k.min(USUAL.len() - 1)])).product();
    later * step(steps, f64::from(accepted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::{Game, Purpose, Seed};
    use fuda_mahjong::game::Deal;
    use fuda_mahjong::hand::shanten::shanten;
    use fuda_search::Horizon;

    #[test]
    fn hands_nearer_to_complete_look_better_and_all_stays_in_range() {
        let game = Mahjong::default();
        let (mut near, mut far) = ((0.0, 0.0), (0.0, 0.0));
        for number in 0..40 {
            let mut position = game.start(&Deal::from_seed(number)).unwrap();
            let mut rng = Seed(number).stream(Purpose::Playout, &[]);
            let mut moves = Vec::new();
            let mark = EndOfHand.mark(&position, Seat(0));
            while !EndOfHand.reached(&mark, &position)
                && let Some(seat) = position.turn().first()
            {
                let values = Outlook.estimate(&mark, &position).unwrap();
                assert!(values.iter().all(|v| (RANGE.0..=RANGE.1).contains(v)));
                assert!(values.iter().sum::<f64>() <= MOST);
                for seat in Seat::all(4) {
                    let own = chance(&position, seat);
                    let by = if shanten(position.hand(seat).counts()) <= 1 {
                        &mut near
                    } else {
                        &mut far
                    };
                    by.0 += own;
                    by.1 += 1.0;
                }
                let Some(mv) = position.random_move(seat, &mut rng, &mut moves) else { break };
                position.play_unchecked(seat, mv);
            }
        }
        assert!(near.1 > 0.0 && near.0 / near.1 > far.0 / far.1, "{near:?} {far:?}");
    }
}
