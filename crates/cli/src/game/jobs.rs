//! The jobs about games that a worker takes.

use super::AnyGame;
use fuda_players::jobs::{JOB_KINDS, game_of};
use fuda_queue::{Job, JobData, JobKind};
use std::sync::Arc;

/// A kind of job about any of the games.
struct GameJobs {
    kind: &'static str,
    games: Vec<Arc<dyn AnyGame>>,
}

pub(super) fn kinds(games: &[Arc<dyn AnyGame>]) -> Vec<Box<dyn JobKind>> {
    let kind = |kind| Box::new(GameJobs { kind, games: games.to_vec() }) as Box<dyn JobKind>;
    JOB_KINDS.map(kind).into()
}

impl JobKind for GameJobs {
    fn name(&self) -> &str {
        self.kind
    }

    fn open(&self, data: &JobData) -> Result<Box<dyn Job>, String> {
        let name = game_of(data)?;
        let game = self.games.iter().find(|game| game.name() == name);
        game.ok_or_else(|| format!("there is no game `{name}`"))?.job(self.kind, data)
    }
}
