//! Players that search anew for every move.

use crate::{Guide, Parts, Question, Report};
use fuda_core::{Ask, Choice, Game, MoveOf, Player, PlayerError};

/// A search that remembers nothing from move to move.
pub trait Search: Clone + Send {
    /// Searches and reports.
    fn search<G: Game, H: Parts<G>>(
        &self,
        question: &Question<'_, G>,
        guide: &H,
    ) -> Report<MoveOf<G>>;
}

/// Plays what a search recommends.
#[derive(Clone, Debug)]
pub struct SearchPlayer<S, H = Guide> {
    search: S,
    guide: H,
    seats: usize,
}

impl<S, H> SearchPlayer<S, H> {
    /// A player for a game; [`Guide::UNIFORM`] guides any.
    pub fn new<G: Game>(game: &G, search: S, guide: H) -> SearchPlayer<S, H>
    where
        H: Parts<G>,
    {
        SearchPlayer { search, guide, seats: game.seats() }
    }
}

impl<G: Game, S: Search, H: Parts<G>> Player<G> for SearchPlayer<S, H> {
    fn choose(&mut self, ask: Ask<'_, G>) -> Result<Choice<MoveOf<G>>, PlayerError> {
        if let [only] = ask.legal {
            return Ok(Choice::from(*only));
        }
        self.search.search(&Question::new(ask, self.seats), &self.guide).choice()
    }
}
