//! Running a match on several threads.

use crate::error::ArenaError;
use crate::isolated::LeftBehind;
use crate::observer::Observer;
use crate::plan::Plan;
use crate::remote;
use crate::report::{MatchReport, Times};
use crate::results::{Chunk, Ledger};
use crate::store::Store;
use crate::tally;
use crate::worker::{Played, Worker};
use fuda_core::Game;
use fuda_queue::{QueueError, Work, WorkQueue};
use fuda_stats::SprtWatch;
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// A thread takes about as many blocks at once as it plays in this time.
const BATCH_TIME: Duration = Duration::from_millis(20);
/// The most blocks a thread takes at once.
const LARGEST_BATCH: u64 = 8_192;
/// Results of workers are written at once where the last were written so long
/// ago.
const STORE_EVERY: Duration = Duration::from_millis(250);
/// How often the stop flag is looked at and progress is reported.
const TICK: Duration = Duration::from_millis(40);

/// How far a match has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Blocks that are there, stored ones included.
    pub done: u64,
    /// Blocks there are to be.
    pub total: u64,
    /// Games of one block.
    pub games_per_block: u64,
    /// Games per second of this run so far.
    pub games_per_second: f64,
}

/// What the caller hears and says while a match runs.
#[derive(Default)]
pub struct Hooks<'a> {
    /// The queue whose workers play the games in place of threads; the results
    /// are the same.
    pub queue: Option<&'a dyn WorkQueue>,
    /// Once true, the match ends soon: blocks in play are dropped, finished
    /// ones stored and reported.
    pub stop: Option<&'a AtomicBool>,
    /// Called several times per second on the thread that called [`run`].
    pub progress: Option<&'a mut dyn FnMut(Progress)>,
}

/// Plays a match, or what its store does not hold yet, and reports.
pub fn run<G: Game>(plan: &Plan<G>, hooks: Hooks<'_>) -> Result<MatchReport, ArenaError> {
    run_observed(plan, hooks, &|| (), &mut |_, ()| Ok(()))
}

/// Like [`run`], with an observer for every block that is played: `observe`
/// makes it on the thread that plays the block.
///
/// `collect` gets each block's number and observer on the calling thread when
/// the block is whole and before it is stored, in whatever order blocks are
/// finished. Blocks that come from the store are not played and so not
/// observed; those from [`MatchReport::deals`] on do not count.
pub fn run_observed<G: Game, O: Observer<G> + Send>(
    plan: &Plan<G>,
    hooks: Hooks<'_>,
    observe: &(impl Fn() -> O + Sync),
    collect: Collect<'_, O>,
) -> Result<MatchReport, ArenaError> {
    let Outcome { chunk, interrupted, times } = play_out(plan, hooks, observe, collect)?;
    Ok(tally::report(plan, &chunk, interrupted, times))
}

/// The results of a match from its first deal on, without a gap.
pub(crate) struct Outcome {
    pub chunk: Chunk,
    /// Whether it was stopped from outside before its end.
    pub interrupted: bool,
    pub times: Times,
}

/// Plays a match as [`run_observed`] does and gives its bare results.
pub(crate) fn play_out<G: Game, O: Observer<G> + Send>(
    plan: &Plan<G>,
    hooks: Hooks<'_>,
    observe: &(impl Fn() -> O + Sync),
    collect: Collect<'_, O>,
) -> Result<Outcome, ArenaError> {
    let begun = Instant::now();
    let total = plan.options.deals;
    let mut ledger = Ledger::new(plan.shape.entrants);
    let mut store = None;
    if let Some(path) = &plan.options.store {
        let (opened, chunks) = Store::open(path, &plan.description(), &plan.shape)?;
        chunks.into_iter().for_each(|chunk| ledger.add(chunk));
        store = Some(opened);
    }
    let missing = ledger.missing(total);
    let blocks: u64 = missing.iter().map(|r| r.end - r.start).sum();
    let threads = threads(plan.options.threads, blocks);
    let mut state =
        MatchState { plan, store, ledger, watch: plan.options.sprt.map(SprtWatch::new), cut: None };
    state.look();
    let (mut played, by_workers) = (0, hooks.queue.is_some());
    if state.cut.is_none() && blocks > 0 {
        played = match hooks.queue {
            Some(queue) => state.play_by_workers(queue, missing, hooks, observe, collect)?,
            None => state.play(Queue::new(missing), threads, hooks, observe, collect)?,
        };
    }
    let MatchState { ledger, cut, mut store, .. } = state;
    if let Some(store) = &mut store {
        store.commit()?;
    }
    let mut chunk = ledger.ready;
    chunk.truncate(cut.unwrap_or(total), &plan.shape);
    let interrupted = cut.is_none() && chunk.blocks < total;
    let seconds = begun.elapsed().as_secs_f64();
    let games = played * plan.shape.games() as u64;
    let games_per_second = (games > 0 && seconds > 0.0).then(|| games as f64 / seconds);
    let threads = if by_workers { 0 } else { threads };
    let times = Times { seconds, threads, games, games_per_second, players: Vec::new() };
    Ok(Outcome { chunk, interrupted, times })
}

/// How many threads to start for so many blocks.
fn threads(wanted: usize, blocks: u64) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, |n| n.get());
    let wanted = if wanted == 0 { cores() } else { wanted };
    wanted.min(usize::try_from(blocks).unwrap_or(usize::MAX)).max(1)
}

/// What a match has come to: finished blocks arrive here.
struct MatchState<'a, G: Game> {
    plan: &'a Plan<G>,
    store: Option<Store>,
    ledger: Ledger,
    watch: Option<SprtWatch>,
    /// After how many blocks the sequential test has stopped the match.
    cut: Option<u64>,
}

/// What takes in the observers of finished blocks.
pub type Collect<'a, O> = &'a mut dyn FnMut(u64, O) -> Result<(), ArenaError>;

/// Finished blocks with the observer of each.
type Message<O> = Result<(Chunk, Vec<O>), ArenaError>;

impl<G: Game> MatchState<'_, G> {
    /// Plays what is in the queue; gives the number of blocks played.
    fn play<O: Observer<G> + Send>(
        &mut self,
        queue: Queue,
        threads: usize,
        hooks: Hooks<'_>,
        observe: &(impl Fn() -> O + Sync),
        collect: Collect<'_, O>,
    ) -> Result<u64, ArenaError> {
        let plan = self.plan;
        let raised = hooks.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        let halt = AtomicBool::new(raised);
        let left_behind = LeftBehind::default();
        let (sender, receiver) = channel();
        std::thread::scope(|scope| {
            for number in 0..threads {
                let (sender, queue, halt) = (sender.clone(), &queue, &halt);
                let worker = Worker::new(plan, halt, LeftBehind::clone(&left_behind));
                let work = move || work(worker, plan, queue, halt, observe, &sender);
                let name = format!("arena-{number}");
                if let Err(e) = std::thread::Builder::new().name(name).spawn_scoped(scope, work) {
                    halt.store(true, Ordering::Relaxed);
                    return Err(ArenaError::Threads(e));
                }
            }
            drop(sender);
            let result = self.receive(&receiver, &halt, hooks, collect);
            halt.store(true, Ordering::Relaxed);
            result
        })
    }

    fn receive<O>(
        &mut self,
        receiver: &Receiver<Message<O>>,
        halt: &AtomicBool,
        hooks: Hooks<'_>,
        collect: Collect<'_, O>,
    ) -> Result<u64, ArenaError> {
        let stop = hooks.stop;
        let mut count = Count::new(self, hooks.progress);
        loop {
            let message = receiver.recv_timeout(TICK);
            if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                halt.store(true, Ordering::Relaxed);
            }
            let ended = matches!(message, Err(RecvTimeoutError::Disconnected));
            match message {
                Ok(finished) => {
                    let (chunk, observers) = finished?;
                    count.add(chunk.blocks);
                    self.take(chunk, observers, collect)?;
                    if self.cut.is_some() {
                        halt.store(true, Ordering::Relaxed);
                    }
                }
                Err(_) => {
                    if let Some(store) = &mut self.store {
                        store.tick()?;
                    }
                }
            }
            count.show(ended);
            if ended {
                return Ok(count.played);
            }
        }
    }

    /// Has the workers of a queue play blocks; gives their number.
    fn play_by_workers<O: Observer<G>>(
        &mut self,
        queue: &dyn WorkQueue,
        missing: Vec<Range<u64>>,
        hooks: Hooks<'_>,
        observe: &impl Fn() -> O,
        collect: Collect<'_, O>,
    ) -> Result<u64, ArenaError> {
        let plan = self.plan;
        let data = remote::match_data(plan, &observe())?;
        let work = Work { kind: remote::MATCH, data: &data, tasks: missing, stop: hooks.stop };
        let mut count = Count::new(self, hooks.progress);
        let (mut problem, mut stored) = (None, None::<Instant>);
        let outcome = queue.run(&work, &mut |first, results| {
            let taken = remote::results(plan, first, &results, observe)
                .map_err(|problem| QueueError::Open(problem).into())
                .and_then(|(chunk, observers)| {
                    count.add(chunk.blocks);
                    self.take(chunk, observers, collect)?;
                    // Nobody knows when the next results come.
                    if stored.is_none_or(|at| at.elapsed() >= STORE_EVERY)
                        && let Some(store) = &mut self.store
                    {
                        store.commit()?;
                        stored = Some(Instant::now());
                    }
                    Ok(())
                });
            if let Err(error) = taken {
                problem = Some(error);
                return ControlFlow::Break(());
            }
            count.show(false);
            match self.cut {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        });
        count.show(true);
        match (problem, outcome) {
            (Some(problem), _) => Err(problem),
            // Whoever asked to stop finds what there is.
            (None, Ok(()) | Err(QueueError::Stopped)) => Ok(count.played),
            (None, Err(error)) => {
                // What has come is worth keeping.
                if let Some(store) = &mut self.store {
                    store.commit()?;
                }
                Err(error.into())
            }
        }
    }

    /// Takes in finished blocks with the observer of each.
    fn take<O>(
        &mut self,
        chunk: Chunk,
        observers: Vec<O>,
        collect: &mut dyn FnMut(u64, O) -> Result<(), ArenaError>,
    ) -> Result<(), ArenaError> {
        for (block, observer) in chunk.range().zip(observers) {
            collect(block, observer)?;
        }
        if let Some(store) = &mut self.store {
            store.put(&chunk, &self.plan.shape)?;
        }
        self.ledger.add(chunk);
        self.look();
        Ok(())
    }

    /// Shows the sequential test the blocks it has not seen yet.
    fn look(&mut self) {
        let Some(watch) = &mut self.watch else { return };
        let shape = &self.plan.shape;
        let end = self.ledger.ready.blocks.min(self.plan.options.deals);
        let mut means = Vec::new();
        while self.cut.is_none() && watch.count() < end {
            let scores = self.ledger.ready.block_scores(watch.count(), shape);
            tally::block_means(scores, shape, &mut means);
            if watch.add(means[0] - means[1]) {
                self.cut = Some(watch.count());
            }
        }
    }
}

/// Counts blocks, and reports how many there are.
struct Count<'a> {
    begun: Instant,
    told: Instant,
    played: u64,
    done: u64,
    total: u64,
    games_per_block: u64,
    progress: Option<&'a mut dyn FnMut(Progress)>,
}

impl<'a> Count<'a> {
    fn new<G: Game>(
        state: &MatchState<'_, G>,
        progress: Option<&'a mut dyn FnMut(Progress)>,
    ) -> Count<'a> {
        let (now, total) = (Instant::now(), state.plan.options.deals);
        let (done, games_per_block) = (state.ledger.done(total), state.plan.shape.games() as u64);
        Count { begun: now, told: now, played: 0, done, total, games_per_block, progress }
    }

    fn add(&mut self, blocks: u64) {
        self.played += blocks;
        self.done += blocks;
    }

    fn show(&mut self, ended: bool) {
        if let Some(progress) = &mut self.progress
            && (ended || self.told.elapsed() >= TICK)
        {
            self.told = Instant::now();
            let Count { done, total, games_per_block, .. } = *self;
            let seconds = self.begun.elapsed().as_secs_f64().max(1e-9);
            let games_per_second = (self.played * games_per_block) as f64 / seconds;
            progress(Progress { done, total, games_per_block, games_per_second });
        }
    }
}

/// The blocks still to be played.
struct Queue(Mutex<Vec<Range<u64>>>);

impl Queue {
    fn new(mut ranges: Vec<Range<u64>>) -> Queue {
        ranges.reverse();
        Queue(Mutex::new(ranges))
    }

    /// The next blocks, at most `most` of them and without a gap.
    fn take(&self, most: u64) -> Option<Range<u64>> {
        let mut ranges = self.0.lock().unwrap_or_else(|e| e.into_inner());
        let range = ranges.last_mut()?;
        let taken = range.start..range.end.min(range.start + most);
        range.start = taken.end;
        if range.is_empty() {
            ranges.pop();
        }
        Some(taken)
    }
}

/// What each thread does: take blocks, play them, hand in the results.
fn work<G: Game, O: Observer<G>>(
    mut worker: Worker<'_, G>,
    plan: &Plan<G>,
    queue: &Queue,
    halt: &AtomicBool,
    observe: &impl Fn() -> O,
    finished: &Sender<Message<O>>,
) {
    let mut size = 1;
    while let Some(range) = queue.take(size) {
        let begun = Instant::now();
        let mut handed_in = begun;
        let mut chunk = Chunk::new(range.start, plan.shape.entrants);
        let mut observers = Vec::new();
        for block in range.clone() {
            let played = match halt.load(Ordering::Relaxed) {
                true => Ok(Played::Dropped),
                false => {
                    let mut observer = observe();
                    let played = worker.block(block, &mut chunk, &mut observer);
                    if matches!(played, Ok(Played::Whole)) {
                        observers.push(observer);
                    }
                    played
                }
            };
            let end = match played {
                Ok(Played::Whole) => block + 1 == range.end,
                Ok(Played::Dropped) => true,
                Err(error) => {
                    halt.store(true, Ordering::Relaxed);
                    // Nobody may be listening any more; then it does not matter.
                    let _ = finished.send(Err(error));
                    return;
                }
            };
            if end || handed_in.elapsed() > 2 * BATCH_TIME {
                handed_in = Instant::now();
                let next = Chunk::new(chunk.range().end, plan.shape.entrants);
                let full = std::mem::replace(&mut chunk, next);
                let observed = std::mem::take(&mut observers);
                if full.blocks > 0 && finished.send(Ok((full, observed))).is_err() {
                    return;
                }
            }
            if matches!(played, Ok(Played::Dropped)) {
                return;
            }
        }
        let each = begun.elapsed().as_nanos() / u128::from(range.end - range.start);
        let fitting = u64::try_from(BATCH_TIME.as_nanos() / each.max(1)).unwrap_or(1);
        size = fitting.clamp(1, LARGEST_BATCH.min(size * 8));
    }
}
