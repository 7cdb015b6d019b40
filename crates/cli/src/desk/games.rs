//! Which games there are.

use super::{Desk, GameDesk};
use fuda_core::Game;
use fuda_mahjong::Mahjong;
use fuda_mahjong::encode::planes;
use fuda_mahjong::encode::planes::targets::{TARGETS, targets};
use fuda_players::{Catalogue, favourite};
use fuda_train::positions::Targets;

/// A desk for every game: its players, and which of them to play against and
/// to ask when none is named.
pub fn desks() -> Vec<Box<dyn Desk>> {
    vec![
        desk(fuda_players::othello(), favourite::OTHELLO, None),
        desk(fuda_players::mahjong(), favourite::MAHJONG, Some(mahjong_targets())),
        desk(fuda_players::daihinmin(), favourite::DAIHINMIN, None),
        desk(fuda_players::koikoi(), favourite::KOIKOI, None),
        desk(fuda_players::leduc(), favourite::LEDUC, None),
    ]
}

fn desk<G: Game>(
    catalogue: Catalogue<G>,
    favourite: &'static str,
    targets: Option<Targets<G>>,
) -> Box<dyn Desk> {
    Box::new(GameDesk { catalogue, favourite, targets })
}

/// What mahjong's network learns to guess beside the move.
fn mahjong_targets() -> Targets<Mahjong> {
    Targets { layout: TARGETS, rows: targets, about: planes::about }
}
