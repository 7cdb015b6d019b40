//! Which games there are.

use super::{Desk, GameDesk};
use fuda_daihinmin::Daihinmin;
use fuda_koikoi::KoiKoi;
use fuda_mahjong::Mahjong;
use fuda_othello::Othello;
use fuda_players::agree::plain_study;

/// A desk for every game.
pub fn desks() -> Vec<Box<dyn Desk>> {
    vec![
        Box::new(GameDesk::<Othello> {
            catalogue: fuda_players::othello(),
            favourite: "alphabeta",
            study: plain_study,
        }),
        Box::new(GameDesk::<Mahjong> {
            catalogue: fuda_players::mahjong(),
            favourite: "uct+:loops=100",
            study: fuda_players::mahjong_study,
        }),
        Box::new(GameDesk::<Daihinmin> {
            catalogue: fuda_players::daihinmin(),
            favourite: "mc",
            study: plain_study,
        }),
        Box::new(GameDesk::<KoiKoi> {
            catalogue: fuda_players::koikoi(),
            favourite: "rule",
            study: plain_study,
        }),
    ]
}
