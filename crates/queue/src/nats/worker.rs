//! Working on tasks, whoever submitted them.

use super::job_loop::{self, InHand};
use super::server::{Server, host, now, runtime, unique};
use super::wire::{Answer, Call, CalledJob, WorkerInfo, other_version};
use super::{Cache, names};
use crate::address::Connection;
use crate::error::QueueError;
use crate::work::JobKind;
use futures_util::StreamExt;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, Semaphore, mpsc};

/// How often the stop flag is looked at.
const TICK: Duration = Duration::from_millis(100);

/// How long tasks in hand may go on when a worker is to stop; then they are
/// given back.
const GRACE: Duration = Duration::from_secs(10);

/// Takes tasks from a server and runs them.
pub struct Worker {
    connection: Connection,
    version: String,
    kinds: Vec<Box<dyn JobKind>>,
    threads: usize,
    memory: Option<u64>,
    idle: Option<Duration>,
    grace: Duration,
    cache: Cache,
}

/// What a worker has done.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct WorkerReport {
    /// Tasks whose results were published.
    pub done: u64,
    /// Groups of tasks that were given back or passed over: the worker had to
    /// stop, or their job was gone.
    pub dropped: u64,
}

/// What happens at a worker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WorkerEvent {
    /// It is at its server.
    Connected,
    /// It begins to work on a job.
    Job {
        /// The kind of job.
        kind: String,
        /// Who submitted it.
        submitter: String,
    },
    /// It leaves a job to others.
    Refused {
        /// Who submitted it.
        submitter: String,
        /// Why.
        reason: String,
    },
    /// A group of tasks crashed three workers and was set aside.
    SetAside {
        /// Who submitted it.
        submitter: String,
        /// The first task.
        first: u64,
        /// How many tasks.
        count: u64,
    },
    /// A group is done.
    Done(WorkerReport),
}

impl Worker {
    /// A worker of this version of fuda that knows these kinds of jobs.
    pub fn new(connection: Connection, version: &str, kinds: Vec<Box<dyn JobKind>>) -> Worker {
        Worker {
            connection,
            version: version.to_owned(),
            kinds,
            threads: 1,
            memory: None,
            idle: None,
            grace: GRACE,
            cache: Cache::usual(),
        }
    }

    /// Works on so many groups of tasks at a time.
    pub fn threads(self, threads: usize) -> Worker {
        Worker { threads: threads.max(1), ..self }
    }

    /// Leaves jobs whose data has more bytes than this to others.
    pub fn memory(self, bytes: u64) -> Worker {
        Worker { memory: Some(bytes), ..self }
    }

    /// Ends the work when there was nothing to do for so long.
    pub fn stop_when_idle(self, idle: Duration) -> Worker {
        Worker { idle: Some(idle), ..self }
    }

    /// Gives tasks back so long after it was to stop.
    pub fn grace(self, grace: Duration) -> Worker {
        Worker { grace, ..self }
    }

    /// Keeps data of jobs there.
    pub fn cache(self, cache: Cache) -> Worker {
        Worker { cache, ..self }
    }

    /// Works until `stop` is set; then finishes what it has in hand, or gives
    /// it back where that takes too long.
    pub fn run(
        self,
        stop: &AtomicBool,
        hears: &mut dyn FnMut(WorkerEvent),
    ) -> Result<WorkerReport, QueueError> {
        let runtime = runtime()?;
        let outcome = runtime.block_on(self.work(stop, hears));
        // A task that was given back may still be going on.
        runtime.shutdown_background();
        outcome
    }

    async fn work(
        self,
        stop: &AtomicBool,
        hears: &mut dyn FnMut(WorkerEvent),
    ) -> Result<WorkerReport, QueueError> {
        let name = unique();
        let server = Server::connect(&self.connection, &format!("fuda worker {name}")).await?;
        server.check().await?;
        let calls = server.client.subscribe(names::CALLS).await;
        let mut calls =
            calls.map_err(|error| server.error("calls of submitters cannot be heard", error))?;
        hears(WorkerEvent::Connected);
        let (sender, mut events) = mpsc::unbounded_channel();
        let (idle, grace) = (self.idle, self.grace);
        let crew = Arc::new(Crew::new(self, server, name, sender));
        let mut tick = tokio::time::interval(TICK);
        loop {
            tokio::select! {
                Some(message) = calls.next() => {
                    Crew::hear(&crew, &message).await;
                }
                Some(event) = events.recv() => hears(event),
                _ = tick.tick() => {
                    let nothing_to_do = idle.is_some_and(|idle| crew.idle_for() > idle);
                    if nothing_to_do || stop.load(Ordering::Relaxed) {
                        break;
                    }
                }
            }
        }
        crew.stop();
        let asked = Instant::now();
        while crew.busy() > 0 && asked.elapsed() < grace {
            tokio::time::sleep(TICK / 4).await;
        }
        crew.give_back().await;
        while let Ok(event) = events.try_recv() {
            hears(event);
        }
        Ok(crew.state().report)
    }
}

/// A worker at work.
pub(super) struct Crew {
    pub server: Server,
    pub kinds: Vec<Box<dyn JobKind>>,
    pub version: String,
    pub memory: Option<u64>,
    pub cache: Cache,
    /// One permit for each thread.
    pub slots: Arc<Semaphore>,
    name: String,
    threads: usize,
    since: u64,
    events: mpsc::UnboundedSender<WorkerEvent>,
    state: Mutex<State>,
}

/// A job a worker works on.
pub(super) struct Going {
    /// When it was last called for.
    pub called: Instant,
    /// Heard when its submitter has ended it.
    over: Arc<Notify>,
}

/// What changes while a worker works.
pub(super) struct State {
    pub report: WorkerReport,
    /// Seconds spent on tasks.
    pub seconds: f64,
    /// When the last group was done.
    pub last: Instant,
    pub stopping: bool,
    /// The jobs it works on.
    pub jobs: BTreeMap<String, Going>,
    /// Jobs left to others, and why.
    pub refused: BTreeMap<String, String>,
    /// Groups worked on, by job and first task.
    pub in_hand: BTreeMap<(String, u64), InHand>,
}

impl Crew {
    fn new(
        worker: Worker,
        server: Server,
        name: String,
        events: mpsc::UnboundedSender<WorkerEvent>,
    ) -> Crew {
        let Worker { version, kinds, threads, memory, cache, .. } = worker;
        let state = State {
            report: WorkerReport::default(),
            seconds: 0.0,
            last: Instant::now(),
            stopping: false,
            jobs: BTreeMap::new(),
            refused: BTreeMap::new(),
            in_hand: BTreeMap::new(),
        };
        Crew {
            server,
            kinds,
            version,
            memory,
            cache,
            slots: Arc::new(Semaphore::new(threads)),
            name,
            threads,
            since: now(),
            events,
            state: Mutex::new(state),
        }
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn tell(&self, event: WorkerEvent) {
        // The worker hears its events as long as it runs.
        let _ = self.events.send(event);
    }

    /// Leaves a job to others.
    pub fn refuse(&self, job: &str, submitter: &str, reason: String) {
        let known = self.state().refused.insert(job.to_owned(), reason.clone());
        if known.is_none() {
            self.tell(WorkerEvent::Refused { submitter: submitter.to_owned(), reason });
        }
    }

    fn busy(&self) -> usize {
        self.state().in_hand.len()
    }

    fn idle_for(&self) -> Duration {
        let state = self.state();
        if state.in_hand.is_empty() { state.last.elapsed() } else { Duration::ZERO }
    }

    fn stop(&self) {
        self.state().stopping = true;
        self.slots.close();
    }

    /// Answers a call, and begins to work on its job.
    async fn hear(crew: &Arc<Crew>, message: &async_nats::Message) {
        let refuses = match serde_json::from_slice(&message.payload) {
            Ok(Call::Everybody) => None,
            Ok(Call::Job(called)) if names::is_job(&called.job) => Crew::called(crew, called),
            Ok(Call::Over(job)) => {
                if let Some(going) = crew.state().jobs.get(&job) {
                    going.over.notify_one();
                }
                return;
            }
            // Another version may call something else.
            Ok(Call::Job(_)) | Err(_) => return,
        };
        let Some(reply) = message.reply.clone() else { return };
        let answer = serde_json::to_vec(&Answer::Worker(crew.info(refuses))).unwrap_or_default();
        // Whoever called will call again.
        let _ = crew.server.client.publish(reply, answer.into()).await;
    }

    /// Works on the job of a call, or gives the reason why not.
    fn called(crew: &Arc<Crew>, called: CalledJob) -> Option<String> {
        if let Some(reason) = crew.why_not(&called) {
            crew.refuse(&called.job, &called.submitter, reason.clone());
            return Some(reason);
        }
        let now = Instant::now();
        let mut state = crew.state();
        if let Some(going) = state.jobs.get_mut(&called.job) {
            going.called = now;
            return None;
        }
        let over = Arc::new(Notify::new());
        state.jobs.insert(called.job.clone(), Going { called: now, over: Arc::clone(&over) });
        drop(state);
        tokio::spawn(job_loop::run(Arc::clone(crew), called, over));
        None
    }

    /// Why it does not work on a job.
    fn why_not(&self, called: &CalledJob) -> Option<String> {
        if called.version != self.version {
            return Some(other_version(&called.version, &self.version));
        }
        if !self.kinds.iter().any(|kind| kind.name() == called.kind) {
            return Some(format!("this worker takes no jobs of the kind `{}`", called.kind));
        }
        self.state().refused.get(&called.job).cloned()
    }

    fn info(&self, refuses: Option<String>) -> WorkerInfo {
        let state = self.state();
        let kinds: BTreeSet<&str> = self.kinds.iter().map(|kind| kind.name()).collect();
        WorkerInfo {
            worker: self.name.clone(),
            host: host(),
            process: std::process::id(),
            version: self.version.clone(),
            threads: self.threads,
            kinds: kinds.into_iter().map(str::to_owned).collect(),
            done: state.report.done,
            busy: state.in_hand.len(),
            seconds: state.seconds,
            since: self.since,
            refuses,
        }
    }

    /// Puts the groups in hand back into the queue, as if nobody had had them.
    async fn give_back(&self) {
        let in_hand = std::mem::take(&mut self.state().in_hand);
        for ((job, first), held) in in_hand {
            let name = format!("back-{}-{first}", self.name);
            let payload = held.message.payload.to_vec();
            let subject = names::tasks(&job);
            let again = self.server.publish(subject, &name, payload);
            let again = tokio::time::timeout(Duration::from_secs(3), again).await;
            if matches!(again, Ok(Ok(true))) {
                // Without this word the group only comes twice.
                let term = async_nats::jetstream::AckKind::Term;
                let _ = held.message.ack_with(term).await;
            }
            self.state().report.dropped += 1;
        }
        let _ = tokio::time::timeout(Duration::from_secs(3), self.server.client.flush()).await;
    }
}
