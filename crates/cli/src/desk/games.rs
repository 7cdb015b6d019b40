//! Which games there are.

use super::{Desk, GameDesk};
use fuda_core::formats::Format;
use fuda_core::{Game, OwnFormat};
use fuda_othello::Othello;

/// A desk for every game.
pub fn desks() -> Vec<Box<dyn Desk>> {
    vec![Box::new(GameDesk {
        catalogue: fuda_players::othello(),
        formats: with_own(fuda_othello::formats()),
        position: Some(Othello::parse_position),
        favourite: "alphabeta",
    })]
}

fn with_own<G: Game>(mut formats: Vec<Box<dyn Format<G>>>) -> Vec<Box<dyn Format<G>>> {
    formats.insert(0, Box::new(OwnFormat));
    formats
}
