//! Searches against exact enumerations and against plain ones written anew.

mod golden;
mod kuhn;
mod maxn;
mod options;
mod plain_uct;
mod players;
mod reuse;
mod star;
mod tabu;
mod thicket;
mod thicket_uct;

use fuda_core::{Budget, Game, MoveOf, Position, PositionOf, Seat, Seed, ViewOf};
use fuda_search::Question;

/// A question about a position, with everything it borrows.
struct Asked<G: Game> {
    view: ViewOf<G>,
    legal: Vec<MoveOf<G>>,
    seats: usize,
}

impl<G: Game> Asked<G> {
    fn new(game: &G, position: &PositionOf<G>, seat: Seat) -> Asked<G> {
        let mut legal = Vec::new();
        position.legal_moves(seat, &mut legal);
        Asked { view: position.view(seat), legal, seats: game.seats() }
    }

    fn question(&self, seed: Seed) -> Question<'_, G> {
        let budget = Budget::default();
        Question { view: &self.view, legal: &self.legal, seats: self.seats, budget, seed }
    }
}
