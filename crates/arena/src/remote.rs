//! Matches and self-play by the workers of a queue: the work as data, and the
//! jobs that workers make of it.

use crate::codec;
use crate::entrant::Entrant;
use crate::error::ArenaError;
use crate::isolated::LeftBehind;
use crate::keeper::RecordKeeper;
use crate::luck::{Chairs, Drawers, LuckMeter, MOST_DRAWS, MakeValuation};
use crate::observer::Observer;
use crate::plan::{Description, MOST_DEALS, MatchOptions, Plan};
use crate::results::Chunk;
use crate::rounds::RoundCounter;
use crate::self_play;
use crate::worker::{Played, Worker};
use fuda_core::{BadText, Game, Record, Seed};
use fuda_queue::{Blob, Job, JobData, Runner, job_of, pack, unpack};
use fuda_stats::Cluster;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The name of the kind of job that plays blocks of a match.
pub const MATCH: &str = "match";

/// The name of the kind of job that plays games for their records.
pub const SELF_PLAY: &str = "self-play";

/// The models that came with a job, by the names descriptions have for them.
pub type JobModels = BTreeMap<String, Arc<[u8]>>;

/// Makes players, and what measures luck, where no file is looked at and no
/// program is started.
pub trait Makers<G: Game> {
    /// The player of a description.
    fn entrant(
        &self,
        game: &G,
        description: &str,
        models: &JobModels,
    ) -> Result<Entrant<G>, String>;

    /// The valuation of a model file.
    fn valuation(&self, game: &G, model: &[u8]) -> Result<MakeValuation<G>, String>;
}

/// What observers want of the games that workers play.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Watch {
    /// The records.
    pub records: bool,
    /// The statistics of rounds.
    pub rounds: bool,
    /// The luck of draws.
    pub luck: Option<WatchLuck>,
}

/// How the luck of draws is to be measured.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WatchLuck {
    /// How often each draw is made anew.
    pub draws: u32,
    /// The root of the draws.
    pub seed: Seed,
    /// The model of the valuation; it travels beside the description.
    #[serde(skip)]
    pub model: Option<Blob>,
}

/// What a worker has watched in the games of a block.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Found<G: Game> {
    /// The records.
    pub records: Vec<Record<G>>,
    /// How many rounds, and what every entrant did in them.
    pub rounds: (u64, Vec<Cluster>),
    /// The luck of every entrant.
    pub(crate) luck: Vec<Chairs>,
}

/// The description of a match; its blobs are the models, then that of luck.
#[derive(Serialize, Deserialize)]
struct MatchSpec {
    game: String,
    plan: Description,
    watch: Watch,
    models: Vec<String>,
}

/// The description of self-play; its blobs are the models.
#[derive(Serialize, Deserialize)]
struct SelfPlaySpec {
    game: String,
    rules: String,
    players: Vec<String>,
    seed: Seed,
    models: Vec<String>,
}

/// The model files that players name, each once.
fn models<G: Game>(entrants: &[Entrant<G>]) -> Result<(Vec<String>, Vec<Blob>), ArenaError> {
    let mut names = Vec::new();
    for entrant in entrants {
        let stays = || ArenaError::Stays { name: entrant.name().to_owned() };
        names.extend_from_slice(entrant.models().ok_or_else(stays)?);
    }
    names.sort();
    names.dedup();
    let blob = |name: &String| {
        let path = Path::new(name);
        Blob::of_file(path).map_err(|e| {
            let (path, problem) = (path.to_owned(), e.to_string());
            ArenaError::Records { path, problem }
        })
    };
    let blobs = names.iter().map(blob).collect::<Result<_, _>>()?;
    Ok((names, blobs))
}

fn data(spec: &impl Serialize, blobs: Vec<Blob>) -> Result<JobData, ArenaError> {
    let data = JobData::json(spec, blobs);
    data.map_err(|problem| fuda_queue::QueueError::Open(problem).into())
}

/// The models that came with a job.
fn brought(data: &JobData, names: &[String]) -> Result<JobModels, String> {
    let model = |(number, name): (usize, &String)| {
        Ok((name.clone(), Arc::from(data.blob(number)?.bytes()?.as_ref())))
    };
    names.iter().enumerate().map(model).collect()
}

/// A match as data; task `n` is its block `n`.
pub(crate) fn match_data<G: Game>(
    plan: &Plan<G>,
    observer: &impl Observer<G>,
) -> Result<JobData, ArenaError> {
    let mut watch = Watch::default();
    if !observer.ask_workers(&mut watch) {
        return Err(ArenaError::Watched);
    }
    let (models, mut blobs) = models(&plan.entrants)?;
    blobs.extend(watch.luck.as_mut().and_then(|luck| luck.model.take()));
    let spec = MatchSpec { game: G::NAME.to_owned(), plan: plan.description(), watch, models };
    data(&spec, blobs)
}

/// The players of a job.
fn entrants<G: Game>(
    game: &G,
    players: &[String],
    models: &JobModels,
    makers: &dyn Makers<G>,
) -> Result<Vec<Entrant<G>>, String> {
    players.iter().map(|text| makers.entrant(game, text, models)).collect()
}

/// The game of a job.
fn game<G: Game>(name: &str, rules: &str) -> Result<G, String> {
    match name == G::NAME {
        true => G::with_rules(rules).map_err(|e| e.to_string()),
        false => Err(format!("the job is one of {name}, not of {}", G::NAME)),
    }
}

/// Opens a match that was described elsewhere.
pub fn open_match<G: Game>(data: &JobData, makers: &dyn Makers<G>) -> Result<Box<dyn Job>, String> {
    let MatchSpec { game: name, plan, watch, models } = data.read()?;
    let game: G = game(&name, &plan.rules)?;
    let entrants = entrants(&game, &plan.players, &brought(data, &models)?, makers)?;
    let luck = match &watch.luck {
        Some(luck) if luck.draws > MOST_DRAWS => {
            return Err(format!("{} draws, and {MOST_DRAWS} at the most", luck.draws));
        }
        Some(luck) => {
            let model = data.blob(models.len())?.bytes()?;
            Some((makers.valuation(&game, &model)?, luck.clone()))
        }
        None => None,
    };
    let options = MatchOptions {
        deals: MOST_DEALS,
        seed: plan.seed,
        scheme: Some(plan.seating.parse().map_err(|e: BadText| e.to_string())?),
        series: plan.series,
        limits: plan.limits,
        ..MatchOptions::default()
    };
    let opened = Plan::new(game, entrants, options).map_err(|e| e.to_string())?;
    if let Some((what, theirs, ours)) = plan.difference(&opened.description()) {
        return Err(format!("the {what} came as {theirs} and would be {ours}"));
    }
    let luck = luck.map(|(valuation, luck)| (valuation, Drawers::of(&opened), luck));
    Ok(Box::new(MatchJob { plan: opened, watch, luck, never: AtomicBool::new(false) }))
}

struct MatchJob<G: Game> {
    plan: Plan<G>,
    watch: Watch,
    luck: Option<(MakeValuation<G>, Drawers<G>, WatchLuck)>,
    /// A stop flag that nobody raises: workers finish what they have in hand.
    never: AtomicBool,
}

impl<G: Game> Job for MatchJob<G> {
    fn runner(&self) -> Runner<'_> {
        let mut worker = Worker::new(&self.plan, &self.never, LeftBehind::default());
        Box::new(move |block| {
            let mut chunk = Chunk::new(block, self.plan.shape.entrants);
            let found = match self.watch.records || self.watch.rounds || self.luck.is_some() {
                false => {
                    self.play(&mut worker, block, &mut chunk, &mut ())?;
                    Vec::new()
                }
                true => {
                    let mut observer = self.observer();
                    self.play(&mut worker, block, &mut chunk, &mut observer)?;
                    let ((records, rounds), luck) = observer;
                    let found = Found {
                        records: records.map_or(Vec::new(), |kept| kept.records),
                        rounds: rounds.map(RoundCounter::counts).unwrap_or_default(),
                        luck: luck.map(LuckMeter::into_sums).unwrap_or_default(),
                    };
                    serde_json::to_vec(&found).map_err(|e| e.to_string())?
                }
            };
            Ok(pack(&[codec::encode(&chunk, &self.plan.shape), found]))
        })
    }
}

/// Everybody who can watch at a worker.
type Watchers<G> = ((Option<RecordKeeper<G>>, Option<RoundCounter<G>>), Option<LuckMeter<G>>);

impl<G: Game> MatchJob<G> {
    fn observer(&self) -> Watchers<G> {
        let records = self.watch.records.then(RecordKeeper::default);
        let rounds = self.watch.rounds.then(RoundCounter::default);
        let luck = self.luck.as_ref();
        let luck = luck
            .map(|(make, drawers, luck)| LuckMeter::new(make(), drawers, luck.draws, luck.seed));
        ((records, rounds), luck)
    }

    fn play(
        &self,
        worker: &mut Worker<'_, G>,
        block: u64,
        chunk: &mut Chunk,
        observer: &mut impl Observer<G>,
    ) -> Result<(), String> {
        match worker.block(block, chunk, observer) {
            Ok(Played::Whole) => Ok(()),
            Ok(Played::Dropped) => Err("the block was broken off".into()),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// The results of blocks that follow each other, with what the observer of
/// each has found.
pub(crate) fn results<G: Game, O: Observer<G>>(
    plan: &Plan<G>,
    first: u64,
    results: &[Vec<u8>],
    observe: &impl Fn() -> O,
) -> Result<(Chunk, Vec<O>), String> {
    let mut all = Chunk::new(first, plan.shape.entrants);
    let mut observers = Vec::with_capacity(results.len());
    for (block, bytes) in (first..).zip(results) {
        let wrong = || format!("the result of block {block} cannot be read");
        let parts = unpack(bytes, 2).ok_or_else(wrong)?;
        let chunk = codec::decode(&parts[0], block, 1, &plan.shape).ok_or_else(wrong)?;
        all.append(chunk);
        let mut observer = observe();
        if !parts[1].is_empty() {
            let found = serde_json::from_slice(&parts[1]);
            observer.take_over(&mut found.map_err(|e| format!("{}: {e}", wrong()))?);
        }
        observers.push(observer);
    }
    Ok((all, observers))
}

/// Self-play as data; task `n` is game `n`.
pub(crate) fn self_play_data<G: Game>(
    game: &G,
    entrants: &[Entrant<G>],
    seed: Seed,
) -> Result<JobData, ArenaError> {
    let (models, blobs) = models(entrants)?;
    let players = entrants.iter().map(|entrant| entrant.name().to_owned()).collect();
    let (name, rules) = (G::NAME.to_owned(), game.rules());
    data(&SelfPlaySpec { game: name, rules, players, seed, models }, blobs)
}

/// Opens self-play that was described elsewhere.
pub fn open_self_play<G: Game>(
    data: &JobData,
    makers: &dyn Makers<G>,
) -> Result<Box<dyn Job>, String> {
    let SelfPlaySpec { game: name, rules, players, seed, models } = data.read()?;
    let game: G = game(&name, &rules)?;
    let entrants = entrants(&game, &players, &brought(data, &models)?, makers)?;
    if entrants.is_empty() {
        return Err("the job names no player".into());
    }
    let play = move |(): &mut (), number| self_play::game(&game, &entrants, seed, number);
    Ok(job_of(|| (), play))
}
