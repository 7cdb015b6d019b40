//! The games by name.

use crate::any::{AnyGame, Table, TypedGame};
use crate::error::error;
use fuda::Game;
use fuda::games::{GameEntry, GameVisitor, every_game, known};
use pyo3::PyResult;

/// Makes a game under some rules.
type Make = Box<dyn Fn(Option<&str>) -> PyResult<Box<dyn AnyGame>>>;

/// Puts a game behind Python's objects.
struct Classes;

impl GameVisitor for Classes {
    type Output = (&'static str, Make);

    fn visit<G: Game>(&self, entry: GameEntry<G>) -> (&'static str, Make) {
        let entry = std::sync::Arc::new(entry);
        let make = move |rules: Option<&str>| -> PyResult<Box<dyn AnyGame>> {
            let game = entry.rules(rules).map_err(|e| error(format!("{e}; {}", e.help)))?;
            let table = Table::new(game, entry.targets.clone());
            Ok(Box::new(TypedGame { table, entry: std::sync::Arc::clone(&entry) }))
        };
        (G::NAME, Box::new(make))
    }
}

/// The names of all games.
pub fn names() -> Vec<&'static str> {
    every_game(&Classes).into_iter().map(|(name, _)| name).collect()
}

/// The game of that name under some rules, the default ones if none are given.
pub fn game(name: &str, rules: Option<&str>) -> PyResult<Box<dyn AnyGame>> {
    let at = known(name, &names()).map_err(|e| error(format!("{e} ({})", e.help)))?;
    let (_, make) = &every_game(&Classes)[at];
    make(rules)
}
