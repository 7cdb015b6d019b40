//! All tables: who thinks when, what is shown, what is kept.

use crate::any_game::AnyGame;
use crate::error::ServeError;
use crate::id;
use crate::pool::Pool;
use crate::store::Store;
use crate::table::{AnyTable, Due, Setup};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{broadcast, oneshot};

/// What one table may have waiting for a connection that reads slowly; a
/// connection that falls behind gets the whole state instead.
const MOST_BEHIND: usize = 64;
/// A table nobody has touched for so long rests: its players are let go.
const REST_AFTER: Duration = Duration::from_secs(120);

/// What is sent to those who watch a table.
pub type Message = Arc<str>;

/// A table with what is shown of it.
pub struct Slot {
    /// Its name.
    pub id: String,
    game: &'static str,
    table: Mutex<Box<dyn AnyTable>>,
    /// Whether a job of this table waits or runs.
    busy: AtomicBool,
    /// Whether that job runs.
    begun: AtomicBool,
    shown: Mutex<Message>,
    news: broadcast::Sender<Message>,
    /// Seconds since the start of the server at the last touch.
    touched: AtomicU64,
    resting: AtomicBool,
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Slot {
    /// What the person's seat saw last, as JSON.
    pub fn shown(&self) -> Message {
        Arc::clone(&lock(&self.shown))
    }

    /// News of the table from now on.
    pub fn listen(&self) -> broadcast::Receiver<Message> {
        self.news.subscribe()
    }

    /// Whether somebody thinks at the table.
    pub fn is_busy(&self) -> bool {
        self.busy.load(Ordering::Acquire)
    }

    /// Whether its job waits because all threads are taken.
    pub fn is_waiting(&self) -> bool {
        self.is_busy() && !self.begun.load(Ordering::Acquire)
    }

    fn publish(&self, table: &mut dyn AnyTable) {
        let Some(mut state) = table.shown() else { return };
        state["id"] = Value::from(self.id.as_str());
        state["type"] = Value::from("state");
        let past = state["past"].take();
        // Whoever has seen what happened before needs the news alone.
        state["past"] = if state["reset"] == true { past.clone() } else { json!([]) };
        let news: Message = state.to_string().into();
        *lock(&self.shown) = for_later(state, past);
        let _ = self.news.send(news);
    }
}

/// A state for whoever comes later: the view, and what happened before it.
fn for_later(mut state: Value, past: Value) -> Message {
    state["reset"] = Value::from(true);
    let news = std::mem::replace(&mut state["events"], json!([]));
    // A game that has just begun has no other past than its news.
    state["past"] = if past == json!([]) { news } else { past };
    state.to_string().into()
}

/// The table's mark that somebody works on it, taken away when the work is
/// over however it ends.
struct Busy(Arc<Slot>);

impl Busy {
    fn take(slot: &Arc<Slot>) -> Result<Busy, ServeError> {
        match slot.busy.swap(true, Ordering::AcqRel) {
            true => Err(ServeError::Conflict("the table is thinking; wait for its answer".into())),
            false => Ok(Busy(Arc::clone(slot))),
        }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.begun.store(false, Ordering::Release);
        self.0.busy.store(false, Ordering::Release);
    }
}

/// All tables of the server.
pub struct Tables {
    games: Vec<Box<dyn AnyGame>>,
    slots: Mutex<HashMap<String, Arc<Slot>>>,
    /// Where players think.
    pub pool: Arc<Pool>,
    /// What survives a restart.
    pub store: Arc<Store>,
    most: usize,
    begun: Instant,
}

/// What a person asks of a table.
pub enum Asked {
    /// To play a move after so many moves.
    Move(String, usize),
    /// To take back the last decision.
    Undo,
    /// To deal the next game.
    Next,
}

impl Tables {
    /// No table yet; at most so many at once in memory.
    pub fn new(
        games: Vec<Box<dyn AnyGame>>,
        pool: Arc<Pool>,
        store: Arc<Store>,
        most: usize,
    ) -> Tables {
        let slots = Mutex::new(HashMap::new());
        Tables { games, slots, pool, store, most, begun: Instant::now() }
    }

    /// The games.
    pub fn games(&self) -> &[Box<dyn AnyGame>] {
        &self.games
    }

    /// The game of that name.
    pub fn game(&self, name: &str) -> Result<&dyn AnyGame, ServeError> {
        let found = self.games.iter().find(|game| game.name() == name);
        found.map(|game| &**game).ok_or_else(|| ServeError::Missing(format!("game `{name}`")))
    }

    /// Sits down at a new table.
    pub fn open(self: &Arc<Self>, mut setup: Setup) -> Result<Arc<Slot>, ServeError> {
        setup.seed = id::seed()?;
        let game = self.game(&setup.game)?;
        let name = game.name();
        let table = game.open(setup)?;
        let slot = self.seat(id::fresh()?, name, table)?;
        self.go_on(Busy::take(&slot)?);
        Ok(slot)
    }

    /// The table of that name, if it is in memory.
    pub fn in_memory(&self, id: &str) -> Option<Arc<Slot>> {
        let slot = lock(&self.slots).get(id).cloned()?;
        self.touch(&slot);
        Some(slot)
    }

    /// The table of that name, from memory or from the store.
    pub fn find(self: &Arc<Self>, id: &str) -> Result<Arc<Slot>, ServeError> {
        let missing = || ServeError::Missing("table of that name".into());
        if !id::is_id(id) {
            return Err(missing());
        }
        if let Some(slot) = self.in_memory(id) {
            return Ok(slot);
        }
        let (game, saved) = self.store.table(id)?.ok_or_else(missing)?;
        let game = self.game(&game)?;
        let slot = self.seat(id.to_owned(), game.name(), game.restore(&saved)?)?;
        if let Ok(busy) = Busy::take(&slot) {
            self.go_on(busy);
        }
        Ok(slot)
    }

    fn now(&self) -> u64 {
        self.begun.elapsed().as_secs()
    }

    fn touch(&self, slot: &Slot) {
        slot.touched.store(self.now(), Ordering::Relaxed);
        slot.resting.store(false, Ordering::Relaxed);
    }

    /// Puts a table among the others, unless somebody else just did.
    fn seat(
        &self,
        id: String,
        game: &'static str,
        mut table: Box<dyn AnyTable>,
    ) -> Result<Arc<Slot>, ServeError> {
        let mut slots = lock(&self.slots);
        if let Some(slot) = slots.get(&id) {
            return Ok(Arc::clone(slot));
        }
        if slots.len() >= self.most {
            // Tables that nobody watches and that wait for a person are in the store.
            let idle = |slot: &Arc<Slot>| !slot.is_busy() && slot.news.receiver_count() == 0;
            let oldest = slots.values().filter(|slot| idle(slot));
            let oldest = oldest.min_by_key(|slot| slot.touched.load(Ordering::Relaxed));
            match oldest.map(|slot| slot.id.clone()) {
                Some(id) => drop(slots.remove(&id)),
                None => {
                    return Err(ServeError::TooMany(format!(
                        "{} games are being played here; please try again later",
                        self.most
                    )));
                }
            }
        }
        let (news, _) = broadcast::channel(MOST_BEHIND);
        let first = table.shown();
        let slot = Arc::new(Slot {
            id: id.clone(),
            game,
            table: Mutex::new(table),
            busy: AtomicBool::new(false),
            begun: AtomicBool::new(false),
            shown: Mutex::new("{\"type\":\"wait\"}".into()),
            news,
            touched: AtomicU64::new(self.now()),
            resting: AtomicBool::new(false),
        });
        if let Some(mut state) = first {
            state["id"] = Value::from(id.as_str());
            state["type"] = Value::from("state");
            let past = state["past"].take();
            *lock(&slot.shown) = for_later(state, past);
        }
        slots.insert(id, Arc::clone(&slot));
        Ok(slot)
    }

    /// Lets computers move until the person is asked: one move, then the end
    /// of the queue, so that tables take turns.
    fn go_on(self: &Arc<Self>, busy: Busy) {
        let tables = Arc::clone(self);
        self.pool.submit(move || {
            let slot = Arc::clone(&busy.0);
            slot.begun.store(true, Ordering::Release);
            let mut table = lock(&slot.table);
            if table.due() == Due::Computer {
                table.step();
                let rests = table.due() != Due::Computer;
                if rests {
                    tables.save(&slot, &**table);
                    // Whoever hears the news may answer at once.
                    drop(busy);
                    slot.publish(&mut **table);
                } else {
                    slot.publish(&mut **table);
                    drop(table);
                    slot.begun.store(false, Ordering::Release);
                    tables.go_on(busy);
                }
            } else {
                tables.save(&slot, &**table);
            }
        });
    }

    fn save(&self, slot: &Slot, table: &dyn AnyTable) {
        if let Err(e) = self.store.save_table(&slot.id, slot.game, &table.saved()) {
            eprintln!("fuda: a table could not be saved: {e}");
        }
    }

    /// Does what a person asks, and gives what is seen after it.
    pub async fn act(
        self: &Arc<Self>,
        slot: &Arc<Slot>,
        asked: Asked,
    ) -> Result<Message, ServeError> {
        let tables = Arc::clone(self);
        self.work(slot, move |busy, table| {
            match asked {
                Asked::Move(mv, number) => table.play(&mv, number)?,
                Asked::Undo => table.undo()?,
                Asked::Next => table.next_game()?,
            }
            let slot = Arc::clone(&busy.0);
            match table.due() {
                Due::Computer => {
                    slot.publish(table);
                    slot.begun.store(false, Ordering::Release);
                    tables.go_on(busy);
                }
                Due::Person | Due::Over => {
                    tables.save(&slot, table);
                    drop(busy);
                    slot.publish(table);
                }
            }
            Ok(slot.shown())
        })
        .await
    }

    /// Asks a table something that changes nothing.
    pub async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        slot: &Arc<Slot>,
        question: impl FnOnce(&mut dyn AnyTable) -> Result<T, ServeError> + Send + 'static,
    ) -> Result<T, ServeError> {
        self.work(slot, move |_busy, table| question(table)).await
    }

    async fn work<T: Send + 'static>(
        self: &Arc<Self>,
        slot: &Arc<Slot>,
        job: impl FnOnce(Busy, &mut dyn AnyTable) -> Result<T, ServeError> + Send + 'static,
    ) -> Result<T, ServeError> {
        let (busy, work) = (Busy::take(slot)?, Arc::clone(slot));
        let (answer, answered) = oneshot::channel();
        self.touch(slot);
        self.pool.submit(move || {
            work.begun.store(true, Ordering::Release);
            let mut table = lock(&work.table);
            let _ = answer.send(job(busy, &mut **table));
        });
        answered.await.unwrap_or_else(|_| Err(ServeError::internal("the player failed")))
    }

    /// Lets tables rest that nobody has touched for a while.
    pub fn rest(&self) {
        let now = self.now();
        let slots: Vec<Arc<Slot>> = lock(&self.slots).values().cloned().collect();
        for slot in slots {
            let idle = now.saturating_sub(slot.touched.load(Ordering::Relaxed));
            if idle >= REST_AFTER.as_secs()
                && !slot.is_busy()
                && !slot.resting.swap(true, Ordering::Relaxed)
                && let Ok(mut table) = slot.table.try_lock()
            {
                table.rest();
            }
        }
    }

    /// How many tables are in memory.
    pub fn count(&self) -> usize {
        lock(&self.slots).len()
    }
}
