//! Everything that Python asks of a game, whichever it is: object-safe traits,
//! each implemented once for every `G: Game`.

use crate::batch::{AnyBatch, BatchSettings};
use crate::error::error;
use crate::matches::{self, MatchSettings};
use crate::play::TypedPosition;
use crate::player::{AnyPlayer, TypedPlayer};
use crate::record::{AnyRecord, TypedRecord};
use crate::view::{AnyView, TypedView};
use fuda::games::GameEntry;
use fuda_arena::Entrant;
use fuda_arena::batch::{Batch, BatchOptions};
use fuda_core::{Game, MoveOf, Observation, Purpose, RecordSet, Seed, ViewOf};
use fuda_train::positions::Targets;
use pyo3::PyResult;
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;

pub use crate::play::AnyPosition;

/// A game under some rules, its type forgotten.
pub trait AnyGame: Send + Sync {
    /// Its name.
    fn name(&self) -> &'static str;
    /// The rules as text.
    fn rules(&self) -> String;
    /// How many sit at the table.
    fn seats(&self) -> usize;
    /// What there is of the game: rule sets, players, encoders, formats.
    fn info(&self) -> Value;
    /// Thousands of games at a time.
    fn batch(&self, settings: BatchSettings) -> PyResult<Box<dyn AnyBatch>>;
    /// The first position of the deal that a seed and a number name.
    fn deal(&self, seed: u64, number: u64) -> PyResult<Box<dyn AnyPosition>>;
    /// The first positions of all deals, each equally likely, where there are
    /// few enough.
    fn deals(&self, most: usize) -> PyResult<Vec<Box<dyn AnyPosition>>>;
    /// A view and the legal moves, read from what [`AnyView::to_json`] wrote.
    fn view(&self, text: &str) -> PyResult<Arc<dyn AnyView>>;
    /// The player of a description.
    fn player(&self, description: &str, seed: u64) -> PyResult<Box<dyn AnyPlayer>>;
    /// Plays a match and gives its report as JSON.
    fn run_match(&self, settings: MatchSettings) -> PyResult<String>;
    /// The records of files and folders, and what was left out, and why.
    fn records(&self, paths: &[PathBuf]) -> PyResult<ReadRecords>;
    /// A record read from fuda's own form.
    fn record(&self, text: &str) -> PyResult<Box<dyn AnyRecord>>;
}

/// Records, and what was left out, and why.
pub type ReadRecords = (Vec<Box<dyn AnyRecord>>, Vec<String>);

/// A game with its players, and what more its network learns from.
pub struct TypedGame<G: Game> {
    pub table: Arc<Table<G>>,
    pub entry: Arc<GameEntry<G>>,
}

/// What positions, views and records of a game share.
pub struct Table<G: Game> {
    pub game: G,
    pub encoders: Vec<Box<dyn Observation<G>>>,
    pub targets: Option<Targets<G>>,
}

impl<G: Game> Table<G> {
    /// A game with its encoders.
    pub fn new(game: G, targets: Option<Targets<G>>) -> Arc<Table<G>> {
        let encoders = game.observations();
        Arc::new(Table { game, encoders, targets })
    }

    /// The encoder of that name, the default one if none is given.
    pub fn encoder(&self, name: Option<&str>) -> PyResult<&dyn Observation<G>> {
        let mut fitting = self.encoders.iter().filter(|e| name.is_none_or(|n| e.name() == n));
        fitting.next().map(|encoder| &**encoder).ok_or_else(|| {
            let names: Vec<&str> = self.encoders.iter().map(|e| e.name()).collect();
            let (wrong, known) = (name.unwrap_or("none"), names.join(", "));
            error(format!("{} has no observation encoder `{wrong}`; it has: {known}", G::NAME))
        })
    }
}

impl<G: Game> TypedGame<G> {
    /// Who takes part by this description.
    pub fn entrant(&self, description: &str) -> PyResult<Entrant<G>> {
        self.entry.entrant(&self.table.game, description).map_err(error)
    }
}

/// A view as [`AnyView::to_json`] writes it.
#[derive(Deserialize)]
#[serde(bound = "")]
struct Written<G: Game> {
    view: ViewOf<G>,
    legal: Vec<MoveOf<G>>,
}

impl<G: Game> AnyGame for TypedGame<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn rules(&self) -> String {
        self.table.game.rules()
    }

    fn seats(&self) -> usize {
        self.table.game.seats()
    }

    fn info(&self) -> Value {
        let pairs = |list: &[(&str, &str)]| {
            list.iter().map(|(name, about)| json!({"name": name, "about": about})).collect()
        };
        let rules: Vec<Value> = pairs(G::presets());
        let decisions: Vec<Value> = pairs(G::decision_kinds());
        let encoders: Vec<Value> = self
            .table
            .encoders
            .iter()
            .map(|e| {
                json!({"name": e.name(), "about": e.about(), "len": e.len(),
                       "actions": e.actions(), "one": e.one()})
            })
            .collect();
        let formats: Vec<Value> = G::formats()
            .iter()
            .map(|f| json!({"name": f.name(), "about": f.about(), "writes": f.writes()}))
            .collect();
        json!({
            "name": G::NAME, "about": G::ABOUT, "rules": rules, "decisions": decisions,
            "encoders": encoders, "formats": formats, "players": self.entry.players.info(),
        })
    }

    fn batch(&self, settings: BatchSettings) -> PyResult<Box<dyn AnyBatch>> {
        let BatchSettings { games, seed, threads, encoder, opponents, rotate } = settings;
        let name = self.table.encoder(encoder.as_deref())?.name().to_owned();
        let game = self.table.game.clone();
        let mut encoders = game.observations();
        encoders.retain(|encoder| encoder.name() == name);
        let opponents: PyResult<Vec<_>> = opponents
            .into_iter()
            .map(|(seat, names)| {
                let pool: PyResult<Vec<_>> = names.iter().map(|name| self.entrant(name)).collect();
                Ok((seat, pool?))
            })
            .collect();
        let opponents = opponents?;
        let options = BatchOptions { games, seed: Seed(seed), threads, opponents, rotate };
        let encoder = encoders.pop().ok_or_else(|| error("there is no such encoder"))?;
        Ok(Box::new(Batch::new(game, encoder, options).map_err(error)?))
    }

    fn deal(&self, seed: u64, number: u64) -> PyResult<Box<dyn AnyPosition>> {
        let deal = self.table.game.deal(&mut Seed(seed).stream(Purpose::Deal, &[number]));
        Ok(Box::new(TypedPosition::start(Arc::clone(&self.table), deal)?))
    }

    fn deals(&self, most: usize) -> PyResult<Vec<Box<dyn AnyPosition>>> {
        let deals = self.table.game.deals(most).map_err(error)?;
        let start = |deal| -> PyResult<Box<dyn AnyPosition>> {
            Ok(Box::new(TypedPosition::start(Arc::clone(&self.table), deal)?))
        };
        deals.into_iter().map(start).collect()
    }

    fn view(&self, text: &str) -> PyResult<Arc<dyn AnyView>> {
        let Written::<G> { view, legal } = serde_json::from_str(text)
            .map_err(|e| error(format!("not a view of {}: {e}", G::NAME)))?;
        Ok(Arc::new(TypedView { table: Arc::clone(&self.table), view, legal }))
    }

    fn player(&self, description: &str, seed: u64) -> PyResult<Box<dyn AnyPlayer>> {
        let recipe = self.entry.players.recipe(&self.table.game, description).map_err(error)?;
        Ok(Box::new(TypedPlayer::<G>::new(recipe, Seed(seed))))
    }

    fn run_match(&self, settings: MatchSettings) -> PyResult<String> {
        matches::run(self, settings)
    }

    fn records(&self, paths: &[PathBuf]) -> PyResult<ReadRecords> {
        let set = RecordSet::<G>::read(paths, |_, _| {}).map_err(error)?;
        let left_out = set.left_out.iter().map(|one| format!("{}: {}", one.file, one.reason));
        let left_out = left_out.collect();
        let typed = |record| -> Box<dyn AnyRecord> {
            Box::new(TypedRecord { table: Arc::clone(&self.table), record: Arc::new(record) })
        };
        Ok((set.records.into_iter().map(typed).collect(), left_out))
    }

    fn record(&self, text: &str) -> PyResult<Box<dyn AnyRecord>> {
        let record = serde_json::from_str(text)
            .map_err(|e| error(format!("not a record of {}: {e}", G::NAME)))?;
        Ok(Box::new(TypedRecord { table: Arc::clone(&self.table), record: Arc::new(record) }))
    }
}
