//! Matches that run in the background: started, watched, stopped, gone on with.

use crate::contest::Played;
use crate::error::ServeError;
use crate::id;
use crate::pool::Pool;
use crate::tables::Tables;
use fuda_arena::{Highlights, KeptGame};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most deals of a match that is asked for over the network.
const MOST_DEALS: u64 = 100_000;
/// Matches that wait or run at once.
const MOST_WAITING: usize = 8;
/// The first interval is reported after so many deals; then after half as
/// many again, and so on.
const FIRST_STAGE: u64 = 10;

/// What is to be played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MatchRequest {
    /// The game.
    pub game: String,
    /// The rules as text.
    #[serde(default)]
    pub rules: String,
    /// Who meets whom.
    #[serde(default)]
    pub form: Form,
    /// The players, at least two.
    pub players: Vec<String>,
    /// How many deals, each in all seatings; of a tournament, for each pair.
    #[serde(default = "usual_deals")]
    pub deals: u64,
    /// The root of all random numbers.
    #[serde(default = "usual_seed")]
    pub seed: u64,
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// All players at one table; two of them unless the game seats more.
    #[default]
    Match,
    /// Every two of them.
    RoundRobin,
    /// The first against each of the others.
    Gauntlet,
}

fn usual_deals() -> u64 {
    200
}

fn usual_seed() -> u64 {
    1
}

/// How a match stands: what is kept of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MatchState {
    /// Its name.
    pub id: String,
    /// What is played.
    pub request: MatchRequest,
    /// `waiting`, `running`, `stopped`, `done` or `failed`.
    pub state: String,
    /// Deals played, over all pairs.
    pub done: u64,
    /// Deals to be played, over all pairs.
    #[serde(default)]
    pub total: u64,
    /// The difference of the first two players as it developed.
    pub stages: Vec<Stage>,
    /// The last report, as `fuda match --json` prints it.
    pub report: Value,
    /// Games worth a look, in the order of the records that can be fetched.
    #[serde(default)]
    pub games: Vec<KeptGame>,
    /// Why it failed.
    pub error: Option<String>,
}

/// How it stood after so many deals: the difference of the first two players
/// of a match, or the ratings of a tournament, with 95% intervals.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stage {
    /// How many deals.
    pub deals: u64,
    /// The mean difference in points per game; none where it is no number.
    pub mean: Option<f64>,
    /// The lower end.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The ladder of a tournament, the best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<Rated>,
}

/// A player's rating.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rated {
    /// The player.
    pub name: String,
    /// Its rating; none where it is no number.
    pub mean: Option<f64>,
    /// The lower end of the interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

struct Running {
    state: Mutex<MatchState>,
    done: AtomicU64,
    stop: AtomicBool,
}

/// All matches.
pub struct Matches {
    tables: Arc<Tables>,
    /// Where the results of each match are kept, so that it can go on.
    folder: PathBuf,
    /// Matches take turns, stage by stage.
    pool: Pool,
    running: Mutex<BTreeMap<String, Arc<Running>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Matches {
    /// No match runs yet.
    pub fn new(tables: Arc<Tables>, folder: PathBuf, pool: Pool) -> Matches {
        Matches { tables, folder, pool, running: Mutex::new(BTreeMap::new()) }
    }

    /// Starts a match.
    pub fn start(self: &Arc<Self>, request: MatchRequest) -> Result<MatchState, ServeError> {
        if request.deals == 0 || request.deals > MOST_DEALS {
            let message = format!("deals: expected 1 to {MOST_DEALS}, got {}", request.deals);
            return Err(ServeError::Bad(message));
        }
        let total = self.tables.game(&request.game)?.check_match(&request)?;
        if total > MOST_DEALS {
            let message = format!("{total} deals over all pairs; {MOST_DEALS} at the most");
            return Err(ServeError::Bad(message));
        }
        let state = MatchState {
            id: id::fresh()?,
            request,
            state: "waiting".into(),
            done: 0,
            total,
            stages: Vec::new(),
            report: Value::Null,
            games: Vec::new(),
            error: None,
        };
        self.queue(state)
    }

    /// Goes on with a match that was stopped.
    pub fn resume(self: &Arc<Self>, id: &str) -> Result<MatchState, ServeError> {
        let state = self.get(id)?;
        match state.state.as_str() {
            "stopped" | "failed" => self.queue(MatchState { state: "waiting".into(), ..state }),
            other => Err(ServeError::Conflict(format!("the match is {other}"))),
        }
    }

    fn queue(self: &Arc<Self>, state: MatchState) -> Result<MatchState, ServeError> {
        std::fs::create_dir_all(&self.folder).map_err(ServeError::internal)?;
        let mut all = lock(&self.running);
        if all.len() >= MOST_WAITING {
            return Err(ServeError::TooMany("too many matches are waiting; try later".into()));
        }
        let running = Arc::new(Running {
            done: AtomicU64::new(state.done),
            state: Mutex::new(state.clone()),
            stop: AtomicBool::new(false),
        });
        all.insert(state.id.clone(), Arc::clone(&running));
        drop(all);
        self.keep(&state);
        let matches = Arc::clone(self);
        self.pool.submit(move || matches.play(running));
        Ok(state)
    }

    /// Asks a match to stop; what was played is kept.
    pub fn stop(&self, id: &str) -> Result<MatchState, ServeError> {
        if let Some(running) = lock(&self.running).get(id) {
            running.stop.store(true, Ordering::Relaxed);
        }
        self.get(id)
    }

    /// How a match stands.
    pub fn get(&self, id: &str) -> Result<MatchState, ServeError> {
        if let Some(running) = lock(&self.running).get(id) {
            let mut state = lock(&running.state).clone();
            state.done = state.done.max(running.done.load(Ordering::Relaxed));
            return Ok(state);
        }
        let missing = || ServeError::Missing("match of that name".into());
        let text = self.tables.store.kept_match(id)?.ok_or_else(missing)?;
        let mut state: MatchState = serde_json::from_str(&text).map_err(ServeError::internal)?;
        if matches!(state.state.as_str(), "running" | "waiting") {
            // The server ended before the match did.
            state.state = "stopped".into();
        }
        Ok(state)
    }

    /// The records of the games of a match that are worth a look, one per line.
    pub fn games(&self, id: &str) -> Result<String, ServeError> {
        let missing = || ServeError::Missing("game of that match yet".into());
        self.get(id)?;
        let games = self.tables.store.match_games(id)?;
        games.filter(|lines| !lines.is_empty()).ok_or_else(missing)
    }

    /// The report of a match as a page.
    pub fn page(&self, id: &str) -> Result<String, ServeError> {
        let missing = || ServeError::Missing("report of that match yet".into());
        self.get(id)?;
        self.tables.store.match_page(id)?.ok_or_else(missing)
    }

    /// The latest matches without their reports, the newest first.
    pub fn list(&self) -> Result<Vec<MatchState>, ServeError> {
        let names = self.tables.store.matches()?;
        let mut all: Vec<MatchState> = names.iter().filter_map(|id| self.get(id).ok()).collect();
        all.iter_mut().for_each(|state| {
            (state.report, state.stages, state.games) = (Value::Null, Vec::new(), Vec::new());
        });
        Ok(all)
    }

    fn keep(&self, state: &MatchState) {
        let text = serde_json::to_string(state).map_err(ServeError::internal);
        let kept = text.and_then(|text| self.tables.store.save_match(&state.id, &text));
        if let Err(e) = kept {
            eprintln!("fuda: a match could not be kept: {e}");
        }
    }

    /// Plays one stage, and queues the next, so that matches take turns. Each
    /// stage goes on from the store of the one before, and ends with a report.
    fn play(self: &Arc<Self>, running: Arc<Running>) {
        let (id, request) = {
            let mut state = lock(&running.state);
            state.state = "running".into();
            (state.id.clone(), state.request.clone())
        };
        let file = if request.form == Form::Match { "sqlite" } else { "tournament" };
        let store = self.folder.join(format!("{id}.{file}"));
        // The match before may have taken away the empty folder.
        let outcome = std::fs::create_dir_all(&self.folder)
            .map_err(ServeError::internal)
            .and_then(|()| self.stage(&running, &request, &store));
        let mut state = lock(&running.state).clone();
        (state.state, state.error) = match outcome {
            Ok(Some(true)) => ("done".into(), None),
            Ok(Some(false)) => ("stopped".into(), None),
            Ok(None) => {
                let matches = Arc::clone(self);
                return self.pool.submit(move || matches.play(running));
            }
            Err(e) => ("failed".into(), Some(e.to_string())),
        };
        if state.state == "done" {
            let _ = match request.form {
                Form::Match => std::fs::remove_file(&store),
                _ => std::fs::remove_dir_all(&store),
            };
            // Only where nothing is left in it.
            let _ = std::fs::remove_dir(&self.folder);
        }
        self.keep(&state);
        lock(&self.running).remove(&id);
    }

    /// Whether the match came to its end; nothing where it goes on.
    fn stage(
        &self,
        running: &Running,
        request: &MatchRequest,
        store: &Path,
    ) -> Result<Option<bool>, ServeError> {
        let game = self.tables.game(&request.game)?;
        let (id, pairs, begun) = {
            let state = lock(&running.state);
            let pairs = state.total.max(1) / request.deals.max(1);
            (state.id.clone(), pairs.max(1), !state.stages.is_empty())
        };
        if begun && running.stop.load(Ordering::Relaxed) {
            return Ok(Some(false));
        }
        let kept = self.tables.store.match_games(&id)?.unwrap_or_default();
        let mut highlights = Highlights::read(&kept).map_err(ServeError::internal)?;
        let mut deals = FIRST_STAGE;
        while deals <= running.done.load(Ordering::Relaxed) / pairs {
            deals += deals / 2;
        }
        let deals = deals.min(request.deals);
        let mut progress = |done: u64| running.done.store(done, Ordering::Relaxed);
        let (stop, games) = (&running.stop, &mut highlights);
        let played = game.play_match(request, deals, store, stop, &mut progress, games)?;
        let Played { done, stage, report, page } = played;
        running.done.store(done, Ordering::Relaxed);
        let whole = stage.deals == deals;
        let state = {
            let mut state = lock(&running.state);
            (state.done, state.report) = (done, report);
            state.games = highlights.games().into_iter().map(|(game, _)| game).collect();
            state.stages.retain(|earlier| earlier.deals < stage.deals);
            state.stages.push(stage);
            state.clone()
        };
        self.tables.store.save_match_games(&id, &highlights.lines(), &page)?;
        self.keep(&state);
        Ok(match whole {
            true if deals == request.deals => Some(true),
            true if !running.stop.load(Ordering::Relaxed) => None,
            _ => Some(false),
        })
    }
}
