//! Which games there are.

use super::{Desk, GameDesk};
use fuda_core::formats::Format;
use fuda_core::{Game, OwnFormat};
use fuda_daihinmin::Daihinmin;
use fuda_koikoi::{GuanFormat, KoiKoi};
use fuda_mahjong::Mahjong;
use fuda_othello::Othello;
use fuda_players::agree::plain_study;

/// A desk for every game.
pub fn desks() -> Vec<Box<dyn Desk>> {
    vec![
        Box::new(GameDesk::<Othello> {
            catalogue: fuda_players::othello(),
            formats: with_own(fuda_othello::formats()),
            position: Some(Othello::parse_position),
            favourite: "alphabeta",
            study: plain_study,
        }),
        Box::new(GameDesk::<Mahjong> {
            catalogue: fuda_players::mahjong(),
            formats: with_own(fuda_mahjong::records::formats()),
            position: None,
            favourite: "uct+:loops=100",
            study: fuda_players::mahjong_study,
        }),
        Box::new(GameDesk::<Daihinmin> {
            catalogue: fuda_players::daihinmin(),
            formats: fuda_daihinmin::formats(),
            position: None,
            favourite: "mc",
            study: plain_study,
        }),
        Box::new(GameDesk::<KoiKoi> {
            catalogue: fuda_players::koikoi(),
            formats: with_own(vec![Box::new(GuanFormat)]),
            position: None,
            favourite: "rule",
            study: plain_study,
        }),
    ]
}

fn with_own<G: Game>(mut formats: Vec<Box<dyn Format<G>>>) -> Vec<Box<dyn Format<G>>> {
    formats.insert(0, Box::new(OwnFormat));
    formats
}
