//! Which games there are.

use crate::any::{AnyGame, Table, TypedGame};
use crate::error::error;
use fuda_core::Game;
use fuda_mahjong::encode::planes;
use fuda_mahjong::encode::planes::targets::{TARGETS, targets};
use fuda_players::{Catalogue, nearest};
use fuda_train::positions::Targets;
use pyo3::PyResult;

/// Makes a game under some rules.
type Make = fn(Option<&str>) -> PyResult<Box<dyn AnyGame>>;

/// Every game by name: adding one is adding a line.
fn games() -> [(&'static str, Make); 5] {
    [
        entry::<fuda_othello::Othello>(|rules| typed(fuda_players::othello(), rules, None)),
        entry::<fuda_mahjong::Mahjong>(|rules| {
            let more = Targets { layout: TARGETS, rows: targets, about: planes::about };
            typed(fuda_players::mahjong(), rules, Some(more))
        }),
        entry::<fuda_daihinmin::Daihinmin>(|rules| typed(fuda_players::daihinmin(), rules, None)),
        entry::<fuda_koikoi::KoiKoi>(|rules| typed(fuda_players::koikoi(), rules, None)),
        entry::<fuda_leduc::Leduc>(|rules| typed(fuda_players::leduc(), rules, None)),
    ]
}

fn entry<G: Game>(make: Make) -> (&'static str, Make) {
    (G::NAME, make)
}

fn typed<G: Game>(
    players: Catalogue<G>,
    rules: Option<&str>,
    targets: Option<Targets<G>>,
) -> PyResult<Box<dyn AnyGame>> {
    let rules = rules.unwrap_or(G::presets()[0].0);
    let game = G::with_rules(rules).map_err(|e| {
        let names: Vec<&str> = G::presets().iter().map(|(name, _)| *name).collect();
        error(format!("rules of {}: {e}; rule sets: {}", G::NAME, names.join(", ")))
    })?;
    Ok(Box::new(TypedGame { table: Table::new(game, targets), players }))
}

/// The names of all games.
pub fn names() -> Vec<&'static str> {
    games().iter().map(|(name, _)| *name).collect()
}

/// The game of that name under some rules, the default ones if none are given.
pub fn game(name: &str, rules: Option<&str>) -> PyResult<Box<dyn AnyGame>> {
    match games().iter().find(|(known, _)| *known == name) {
        Some((_, make)) => make(rules),
        None => {
            let all = names().join(", ");
            let meant = match nearest(name, &names()) {
                Some(nearest) => format!("; did you mean `{nearest}`?"),
                None => ".".to_owned(),
            };
            Err(error(format!("there is no game `{name}`{meant} Games: {all}")))
        }
    }
}
