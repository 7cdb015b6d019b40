//! A player that searches with max^n.

use super::params::MaxN;
use crate::{Guide, Parts, Question};
use fuda_core::{Ask, Choice, Game, MoveOf, Player, PlayerError};

/// Plays what [`MaxN`] recommends.
#[derive(Clone, Debug)]
pub struct MaxNPlayer<H = Guide> {
    maxn: MaxN,
    guide: H,
    seats: usize,
}

impl<H> MaxNPlayer<H> {
    /// A player for a game; [`Guide::UNIFORM`] guides any.
    pub fn new<G: Game>(game: &G, maxn: MaxN, guide: H) -> MaxNPlayer<H>
    where
        H: Parts<G>,
    {
        MaxNPlayer { maxn, guide, seats: game.seats() }
    }
}

impl<G: Game, H: Parts<G>> Player<G> for MaxNPlayer<H> {
    fn choose(&mut self, ask: Ask<'_, G>) -> Result<Choice<MoveOf<G>>, PlayerError> {
        if let [only] = ask.legal {
            return Ok(Choice::from(*only));
        }
        self.maxn.search(&Question::new(ask, self.seats), &self.guide).choice()
    }
}
