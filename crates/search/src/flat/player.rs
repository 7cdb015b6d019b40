//! A player that searches with flat Monte Carlo.

use super::params::FlatMonteCarlo;
use crate::{Guide, Parts, Question};
use fuda_core::{Ask, Choice, Game, MoveOf, Player, PlayerError};

/// Plays what [`FlatMonteCarlo`] recommends.
#[derive(Clone, Debug)]
pub struct FlatMonteCarloPlayer<H = Guide> {
    flat: FlatMonteCarlo,
    guide: H,
    seats: usize,
}

impl<H> FlatMonteCarloPlayer<H> {
    /// A player for a game; [`Guide::UNIFORM`] guides any.
    pub fn new<G: Game>(game: &G, flat: FlatMonteCarlo, guide: H) -> FlatMonteCarloPlayer<H>
    where
        H: Parts<G>,
    {
        FlatMonteCarloPlayer { flat, guide, seats: game.seats() }
    }
}

impl<G: Game, H: Parts<G>> Player<G> for FlatMonteCarloPlayer<H> {
    fn choose(&mut self, ask: Ask<'_, G>) -> Result<Choice<MoveOf<G>>, PlayerError> {
        if let [only] = ask.legal {
            return Ok(Choice::from(*only));
        }
        self.flat.search(&Question::new(ask, self.seats), &self.guide).choice()
    }
}
