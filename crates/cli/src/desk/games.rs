//! Which games there are.

use super::{Desk, GameDesk};
use fuda_core::Game;
use fuda_players::Catalogue;

/// A desk for every game: its players, and which of them to play against and
/// to ask when none is named.
pub fn desks() -> Vec<Box<dyn Desk>> {
    vec![
        desk(fuda_players::othello(), "alphabeta"),
        desk(fuda_players::mahjong(), "uct+:loops=100"),
        desk(fuda_players::daihinmin(), "mc"),
        desk(fuda_players::koikoi(), "rule"),
        desk(fuda_players::leduc(), "cfr"),
    ]
}

fn desk<G: Game>(catalogue: Catalogue<G>, favourite: &'static str) -> Box<dyn Desk> {
    Box::new(GameDesk { catalogue, favourite })
}
