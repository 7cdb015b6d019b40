//! A player that searches with UCT.

use super::params::Uct;
use super::worker::Worker;
use crate::{Guide, Question, Uniform};
use fuda_core::{Ask, Choice, Game, MoveOf, Player, PlayerError};

/// Plays what [`Uct`] recommends.
#[derive(Debug)]
pub struct UctPlayer<G: Game, H = Uniform> {
    uct: Uct,
    guide: H,
    seats: usize,
    workers: Vec<Worker<G>>,
}

impl<G: Game, H: Guide<G>> UctPlayer<G, H> {
    /// A player for a game; [`Uniform`] guides any.
    pub fn new(game: &G, uct: Uct, guide: H) -> UctPlayer<G, H> {
        UctPlayer { uct, guide, seats: game.seats(), workers: Vec::new() }
    }
}

impl<G: Game, H: Guide<G>> Player<G> for UctPlayer<G, H> {
    fn choose(&mut self, ask: Ask<'_, G>) -> Result<Choice<MoveOf<G>>, PlayerError> {
        if let [only] = ask.legal {
            return Ok(Choice::from(*only));
        }
        let question = Question::new(ask, self.seats);
        self.uct.search_with(&question, &self.guide, &mut self.workers).choice()
    }
}
