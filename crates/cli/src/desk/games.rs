//! Which games there are.

use super::{Desk, GameDesk};
use fuda_daihinmin::Daihinmin;
use fuda_koikoi::KoiKoi;
use fuda_mahjong::Mahjong;
use fuda_othello::Othello;

/// A desk for every game.
pub fn desks() -> Vec<Box<dyn Desk>> {
    vec![
        Box::new(GameDesk::<Othello> {
            catalogue: fuda_players::othello(),
            favourite: "alphabeta",
        }),
        Box::new(GameDesk::<Mahjong> {
            catalogue: fuda_players::mahjong(),
            favourite: "uct+:loops=100",
        }),
        Box::new(GameDesk::<Daihinmin> { catalogue: fuda_players::daihinmin(), favourite: "mc" }),
        Box::new(GameDesk::<KoiKoi> { catalogue: fuda_players::koikoi(), favourite: "rule" }),
    ]
}
