//! What the workers of a queue can do with the players of a game.
//!
//! A job names its players by their descriptions and brings the models they
//! name. Workers look at no files of their own for it and start no programs.

use crate::agree::{self, AGREE};
use crate::learned::view_value;
use crate::{Catalogue, Models, Recipe};
use fuda_arena::{Entrant, JobModels, MATCH, MakeValuation, Makers, SELF_PLAY};
use fuda_arena::{open_match, open_self_play};
use fuda_core::Game;
use fuda_learn::ModelFile;
use fuda_queue::{Job, JobData};
use serde::Deserialize;
use std::sync::Arc;

/// The kinds of jobs of games, by their names.
pub const JOB_KINDS: [&str; 3] = [MATCH, SELF_PLAY, AGREE];

/// The name of the game that a job of one of these kinds is about.
pub fn game_of(data: &JobData) -> Result<String, String> {
    #[derive(Deserialize)]
    struct About {
        game: String,
    }
    data.read().map(|About { game }| game)
}

/// Opens a job of one of these kinds with the players of its game.
pub fn open_job<G: Game>(
    players: &Catalogue<G>,
    kind: &str,
    data: &JobData,
) -> Result<Box<dyn Job>, String> {
    match kind {
        MATCH => open_match(data, players),
        SELF_PLAY => open_self_play(data, players),
        AGREE => agree::open(players, data),
        _ => Err(format!("no kind of job is `{kind}`")),
    }
}

impl<G: Game> Recipe<G> {
    /// The player for matches, which workers can make, too.
    pub fn entrant(self) -> Entrant<G> {
        let Recipe { name, make, models, .. } = self;
        Entrant::fair(name, move || make()).with_models(models)
    }
}

impl<G: Game> Makers<G> for Catalogue<G> {
    fn entrant(
        &self,
        game: &G,
        description: &str,
        models: &JobModels,
    ) -> Result<Entrant<G>, String> {
        let recipe = self.recipe_with(game, description, Models::Brought(models));
        Ok(recipe.map_err(|e| e.to_string())?.entrant())
    }

    fn valuation(&self, game: &G, model: &[u8]) -> Result<MakeValuation<G>, String> {
        let file = ModelFile::from_bytes("the model of luck", model);
        let value = file.and_then(|file| view_value(game, &file, "--luck"));
        let value = value.map_err(|e| e.to_string())?;
        Ok(Arc::new(move || Box::new(value.clone())))
    }
}
