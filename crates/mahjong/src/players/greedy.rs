//! The player of the lowest shanten.

use super::shanten_after;
use crate::game::{Mahjong, Move};
use fuda_core::{Ask, Choice, Player, PlayerError};

/// Among all legal moves those with the lowest shanten after the move, one at
/// random. Wins are always taken; claims that leave the shanten as it is are
/// as good as passing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Player<Mahjong> for Greedy {
    fn choose(&mut self, ask: Ask<'_, Mahjong>) -> Result<Choice<Move>, PlayerError> {
        let after: Vec<i8> = ask.legal.iter().map(|&mv| shanten_after(ask.view, mv)).collect();
        let lowest = after.iter().copied().min().unwrap_or(i8::MAX);
        let best: Vec<Move> = ask
            .legal
            .iter()
            .zip(&after)
            .filter(|(_, shanten)| **shanten == lowest)
            .map(|(mv, _)| *mv)
            .collect();
        match ask.rng.pick(&best) {
            Some(mv) => Ok(Choice::from(*mv)),
            None => Err(PlayerError("there is no legal move".into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Deal;
    use fuda_core::{Budget, Game, Position, Purpose, Seed};

    #[test]
    fn every_choice_leaves_the_lowest_shanten_and_wins_are_taken() {
        let game = Mahjong::default();
        let mut position = game.start(&Deal::from_seed(9)).unwrap();
        let mut rng = Seed(9).stream(Purpose::Player, &[]);
        let mut legal = Vec::new();
        let mut wins = 0;
        while let Some(seat) = position.turn().first() {
            position.legal_moves(seat, &mut legal);
            let view = position.view(seat);
            let ask = Ask { view: &view, legal: &legal, budget: Budget::default(), rng: &mut rng };
            let mv = Greedy.choose(ask).unwrap().mv;
            let won = legal.iter().any(|mv| matches!(mv, Move::Ron | Move::Tsumo));
            assert_eq!(won, matches!(mv, Move::Ron | Move::Tsumo));
            wins += u32::from(won);
            assert!(
                legal.iter().all(|&other| shanten_after(&view, other) >= shanten_after(&view, mv))
            );
            position.play(seat, mv).unwrap();
        }
        assert!(wins > 0);
    }
}
