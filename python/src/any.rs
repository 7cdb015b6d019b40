//! Everything that Python asks of a game, whichever it is.

use crate::batch::{AnyBatch, BatchSettings};
use crate::error::error;
use fuda_arena::Entrant;
use fuda_arena::batch::{Batch, BatchOptions};
use fuda_core::{Game, Observation, Seed};
use fuda_players::Catalogue;
use pyo3::PyResult;

/// A game under some rules, its type forgotten.
pub trait AnyGame: Send + Sync {
    /// Its name.
    fn name(&self) -> &'static str;
    /// The rules as text.
    fn rules(&self) -> String;
    /// Thousands of games at a time.
    fn batch(&self, settings: BatchSettings) -> PyResult<Box<dyn AnyBatch>>;
}

/// A game with its players.
pub struct TypedGame<G: Game> {
    pub game: G,
    pub players: Catalogue<G>,
}

impl<G: Game> TypedGame<G> {
    /// The encoder of that name, the default one if none is given.
    fn encoder(&self, name: Option<&str>) -> PyResult<Box<dyn Observation<G>>> {
        let all = self.game.observations();
        let names: Vec<String> = all.iter().map(|e| e.name().to_owned()).collect();
        let mut wanted = all.into_iter().filter(|e| name.is_none_or(|name| e.name() == name));
        wanted.next().ok_or_else(|| {
            let wrong = name.unwrap_or("none");
            let known = names.join(", ");
            error(format!("{} has no observation encoder `{wrong}`; it has: {known}", G::NAME))
        })
    }

    /// Who takes part by this description.
    fn entrant(&self, description: &str) -> PyResult<Entrant<G>> {
        let recipe = self.players.recipe(&self.game, description).map_err(error)?;
        Ok(Entrant::fair(recipe.name, move || (recipe.make)()))
    }
}

impl<G: Game> AnyGame for TypedGame<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn rules(&self) -> String {
        self.game.rules()
    }

    fn batch(&self, settings: BatchSettings) -> PyResult<Box<dyn AnyBatch>> {
        let BatchSettings { games, seed, threads, encoder, opponents, rotate } = settings;
        let encoder = self.encoder(encoder.as_deref())?;
        let opponents: PyResult<Vec<_>> = opponents
            .into_iter()
            .map(|(seat, names)| {
                let pool: PyResult<Vec<_>> = names.iter().map(|name| self.entrant(name)).collect();
                Ok((seat, pool?))
            })
            .collect();
        let opponents = opponents?;
        let options = BatchOptions { games, seed: Seed(seed), threads, opponents, rotate };
        Ok(Box::new(Batch::new(self.game.clone(), encoder, options).map_err(error)?))
    }
}
