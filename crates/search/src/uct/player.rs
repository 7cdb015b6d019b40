//! A player that searches with UCT.

use super::params::Uct;
use super::search::Settled;
use super::worker::Worker;
use crate::{Belief, Guide, Parts, Question, Report};
use fuda_core::{Ask, Choice, Game, MoveOf, Player, PlayerError, Seat, ViewOf};

/// Plays what [`Uct`] recommends.
#[derive(Debug)]
pub struct UctPlayer<G: Game, H = Guide> {
    uct: Uct,
    guide: H,
    seats: usize,
    workers: Vec<Worker<G, H>>,
    /// What was last asked in this game, when trees are to be used again.
    last: Option<ViewOf<G>>,
}

impl<G: Game, H: Parts<G>> UctPlayer<G, H> {
    /// A player for a game; [`Guide::UNIFORM`] guides any.
    pub fn new(game: &G, uct: Uct, guide: H) -> UctPlayer<G, H> {
        UctPlayer { uct, guide, seats: game.seats(), workers: Vec::new(), last: None }
    }

    /// Searches as [`Player::choose`] does, and ends as soon as `settled` says that
    /// the answer is settled.
    pub fn report(
        &mut self,
        ask: Ask<'_, G>,
        settled: Option<Settled<'_, MoveOf<G>>>,
    ) -> Report<MoveOf<G>> {
        let question = Question::new(ask, self.seats);
        let mut made = None;
        if self.uct.params().reuse {
            let before = self.last.replace(question.view.clone());
            made =
                before.and_then(|before| self.guide.belief().moves_since(&before, question.view));
        }
        let made = made.as_deref();
        self.uct.search_with(&question, &self.guide, &mut self.workers, made, settled)
    }
}

impl<G: Game, H: Parts<G>> Player<G> for UctPlayer<G, H> {
    fn begin(&mut self, _seat: Seat) {
        self.last = None;
    }

    fn choose(&mut self, ask: Ask<'_, G>) -> Result<Choice<MoveOf<G>>, PlayerError> {
        if let [only] = ask.legal {
            return Ok(Choice::from(*only));
        }
        self.report(ask, None).choice()
    }
}
