//! A player that searches with star-minimax.

use super::params::StarMinimax;
use crate::{Guide, Parts, Question};
use fuda_core::{Ask, Choice, Game, MoveOf, Player, PlayerError};

/// Plays what [`StarMinimax`] recommends.
#[derive(Clone, Debug)]
pub struct StarPlayer<H = Guide> {
    star: StarMinimax,
    guide: H,
    seats: usize,
}

impl<H> StarPlayer<H> {
    /// A player for a game; [`Guide::UNIFORM`] guides any.
    pub fn new<G: Game>(game: &G, star: StarMinimax, guide: H) -> StarPlayer<H>
    where
        H: Parts<G>,
    {
        StarPlayer { star, guide, seats: game.seats() }
    }
}

impl<G: Game, H: Parts<G>> Player<G> for StarPlayer<H> {
    fn choose(&mut self, ask: Ask<'_, G>) -> Result<Choice<MoveOf<G>>, PlayerError> {
        if let [only] = ask.legal {
            return Ok(Choice::from(*only));
        }
        self.star.search(&Question::new(ask, self.seats), &self.guide).choice()
    }
}
