//! Which games there are.

use super::{Desk, GameDesk};
use fuda_core::{Game, View};
use fuda_mahjong::Mahjong;
use fuda_mahjong::encode::planes;
use fuda_mahjong::encode::planes::targets::{TARGETS, targets};
use fuda_othello::draw_after;
use fuda_players::{Catalogue, favourite, usual_rules};
use fuda_train::positions::Targets;

/// A desk for every game: its players, and which of them to play against and
/// to ask when none is named.
pub fn desks() -> Vec<Box<dyn Desk>> {
    vec![
        Box::new(GameDesk {
            usual_rules: usual_rules::OTHELLO,
            drawn: |view: &fuda_othello::View, last, style| {
                draw_after(view.position(), last.and_then(fuda_othello::Move::square), style)
            },
            ..desk(fuda_players::othello(), favourite::OTHELLO)
        }),
        Box::new(GameDesk {
            targets: Some(mahjong_targets()),
            ..desk(fuda_players::mahjong(), favourite::MAHJONG)
        }),
        Box::new(GameDesk {
            usual_rules: usual_rules::DAIHINMIN,
            ..desk(fuda_players::daihinmin(), favourite::DAIHINMIN)
        }),
        Box::new(GameDesk {
            usual_rules: usual_rules::KOIKOI,
            ..desk(fuda_players::koikoi(), favourite::KOIKOI)
        }),
        Box::new(desk(fuda_players::leduc(), favourite::LEDUC)),
    ]
}

/// What a game has without more work.
fn desk<G: Game>(catalogue: Catalogue<G>, favourite: &'static str) -> GameDesk<G> {
    GameDesk {
        catalogue,
        favourite,
        usual_rules: G::presets()[0].0,
        drawn: |view, _, style| view.draw(style),
        targets: None,
    }
}

/// What mahjong's network learns to guess beside the move.
fn mahjong_targets() -> Targets<Mahjong> {
    Targets { layout: TARGETS, rows: targets, about: planes::about }
}
