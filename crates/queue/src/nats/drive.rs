//! One job of a submitter: groups out, results in.

use super::server::Server;
use super::submit::{Notice, Notify, Session};
use super::wire::{About, Answer, Call, CalledJob, JobInfo, TaskMessage, WorkerInfo};
use super::{CALL, MOST_SET_ASIDE, PAUSE, names};
use crate::error::QueueError;
use crate::groups::Groups;
use crate::results::{GroupResult, Outcome, Results};
use crate::work::{Collect, Work};
use async_nats::jetstream;
use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// How often the stop flag is looked at.
const TICK: Duration = Duration::from_millis(100);
/// When it is first said that nobody is there, and how often again.
const NOBODY: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(30)];
/// A worker that did not answer for so long is gone.
const GONE: Duration = Duration::from_secs(4);
/// How often it is looked whether the job's stream is still there.
const LOOK: Duration = Duration::from_secs(1);
/// So often the stream must be missing before it counts as removed.
const MISSING: u32 = 5;
/// How long a fetch of results waits for the first one.
const FETCH_WAIT: Duration = Duration::from_secs(1);
/// Results fetched at a time.
const FETCHED: usize = 500;

/// One job on its way.
pub(super) struct Drive<'a> {
    session: &'a Session,
    about: &'a About,
    work: &'a Work<'a>,
    groups: Groups,
    results: Results,
    helpers: Helpers,
    begun: Instant,
    total: u64,
    done: u64,
    /// Groups that came back lately, each second anew.
    lately: u64,
    per_second: u64,
    failure: Option<(u64, String)>,
    aside: Vec<Range<u64>>,
}

impl<'a> Drive<'a> {
    pub fn new(
        session: &'a Session,
        about: &'a About,
        work: &'a Work<'a>,
        notify: Notify,
    ) -> Drive<'a> {
        let groups = Groups::new(&work.tasks);
        Drive {
            session,
            about,
            work,
            total: groups.left(),
            groups,
            results: Results::default(),
            helpers: Helpers::new(notify),
            begun: Instant::now(),
            done: 0,
            lately: 0,
            per_second: 0,
            failure: None,
            aside: Vec::new(),
        }
    }

    pub fn groups_of(&mut self, tasks: u64) {
        self.groups = Groups::new(&self.work.tasks).fixed(tasks);
    }

    /// Has all tasks done.
    pub async fn run(
        &mut self,
        results: PullConsumer,
        collect: Collect<'_>,
    ) -> Result<(), QueueError> {
        let server = self.session.server.clone();
        let failed = |error: async_nats::SubscribeError| {
            server.error("answers of workers cannot be heard", error)
        };
        let inbox = server.client.new_inbox();
        let mut answers = server.client.subscribe(inbox.clone()).await.map_err(failed)?;
        let cancel = names::cancel(&self.about.job);
        let mut cancels = server.client.subscribe(cancel).await.map_err(failed)?;
        let (fetched, mut messages) = mpsc::channel(FETCHED);
        let fetching = tokio::spawn(fetch(results, fetched));
        let (lost, mut losses) = mpsc::unbounded_channel();
        let (mut called, mut looked, mut missing) = (None::<Instant>, Instant::now(), 0);
        let mut tick = tokio::time::interval(TICK);
        let outcome = loop {
            if let Some(end) = self.end() {
                break end;
            }
            self.publish(&lost);
            tokio::select! {
                Some(message) = messages.recv() => {
                    if let Err(error) = self.take(&message, collect) {
                        break Err(error);
                    }
                    // If this word is lost, the result comes again and is
                    // passed over.
                    let _ = message.ack().await;
                }
                Some(message) = answers.next() => {
                    if let Ok(Answer::Worker(info)) = serde_json::from_slice(&message.payload) {
                        self.helpers.heard(info);
                    }
                }
                Some(_) = cancels.next() => break Err(self.cancelled()),
                Some(error) = losses.recv() => break Err(error),
                _ = tick.tick() => {
                    if self.work.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                        break Err(QueueError::Stopped);
                    }
                    if called.is_none_or(|at| at.elapsed() >= CALL) {
                        called = Some(Instant::now());
                        self.call(&server, &inbox).await;
                    }
                    if looked.elapsed() >= LOOK {
                        looked = Instant::now();
                        let there = !matches!(server.stream(&self.about.job).await, Ok(None));
                        missing = if there { 0 } else { missing + 1 };
                        if missing >= MISSING {
                            break Err(self.cancelled());
                        }
                    }
                    self.helpers.look();
                }
            }
        };
        fetching.abort();
        outcome
    }

    fn cancelled(&self) -> QueueError {
        let address = self.session.server.address.clone();
        QueueError::Cancelled { address, job: self.about.job.clone() }
    }

    /// How the job came out, once there is nothing more to wait for.
    fn end(&mut self) -> Option<Result<(), QueueError>> {
        if let Some((task, _)) = &self.failure {
            // Groups behind a failure do not count.
            if self.results.lowest().is_some_and(|first| first < *task) {
                return None;
            }
            let (task, problem) = self.failure.take()?;
            return Some(Err(QueueError::Task { task, problem }));
        }
        let set_aside = !self.aside.is_empty();
        if set_aside && (self.aside.len() >= MOST_SET_ASIDE || self.is_over()) {
            let each = self.aside.iter().map(|range| format!("{}-{}", range.start, range.end - 1));
            return Some(Err(QueueError::SetAside { tasks: each.collect::<Vec<_>>().join(", ") }));
        }
        self.is_over().then_some(Ok(()))
    }

    fn is_over(&self) -> bool {
        self.groups.left() == 0 && self.results.waiting() == 0
    }

    /// Sends groups, as many as keep all workers at work.
    fn publish(&mut self, lost: &mpsc::UnboundedSender<QueueError>) {
        let threads = self.helpers.threads() as u64;
        let most = 8 + 2 * threads + self.per_second / 2;
        while (self.results.waiting() as u64) < most
            && let Some(group) = self.groups.next(threads)
        {
            let (first, count) = (group.start, group.end - group.start);
            self.results.expect(first, count);
            let message = serde_json::to_vec(&TaskMessage { first, count }).unwrap_or_default();
            let (server, lost) = (self.session.server.clone(), lost.clone());
            let (subject, gone) = (names::tasks(&self.about.job), self.cancelled());
            tokio::spawn(async move {
                let sent = server.publish(subject, &format!("task-{first}"), message).await;
                let error = match sent {
                    Ok(true) => return,
                    Ok(false) => gone,
                    Err(error) => error,
                };
                // Nobody listens when the job is over, and then it does not matter.
                let _ = lost.send(error);
            });
        }
    }

    /// Takes a message with results.
    fn take(
        &mut self,
        message: &jetstream::Message,
        collect: Collect<'_>,
    ) -> Result<(), QueueError> {
        let taken = self.results.take(&message.payload).map_err(|problem| {
            let address = self.session.server.address.clone();
            QueueError::Result { address, problem }
        })?;
        let Some(GroupResult { first, count, seconds, outcome, results }) = taken else {
            return Ok(());
        };
        self.lately += 1;
        match outcome {
            Outcome::Done => {
                let bytes = results.iter().map(Vec::len).sum();
                self.groups.took(count, seconds, bytes);
                self.done += count;
                if collect(first, results).is_break() {
                    return Err(QueueError::Stopped);
                }
            }
            Outcome::Unopened { problem } => return Err(QueueError::Open(problem)),
            Outcome::SetAside => {
                self.helpers.notify(Notice::SetAside { first, count });
                self.aside.push(first..first + count);
            }
            Outcome::Failed { task, problem } => {
                if self.failure.as_ref().is_none_or(|(lowest, _)| task < *lowest) {
                    self.groups.end_before(task);
                    self.failure = Some((task, problem));
                }
            }
        }
        Ok(())
    }

    /// Calls the workers, and writes down how far the job is.
    async fn call(&mut self, server: &Server, inbox: &str) {
        self.per_second = std::mem::take(&mut self.lately);
        let info = JobInfo {
            job: self.about.job.clone(),
            tasks: self.total,
            done: self.done,
            seconds: self.begun.elapsed().as_secs_f64(),
        };
        self.session.note(info);
        let About { job, kind, version, submitter, .. } = self.about.clone();
        let call = Call::Job(CalledJob { job, kind, version, submitter });
        server.call(inbox, &call).await;
    }
}

/// Hands on results as they come.
async fn fetch(results: PullConsumer, fetched: mpsc::Sender<jetstream::Message>) {
    loop {
        // A server that is away for a while is waited for.
        let fetch = results.fetch().max_messages(FETCHED).expires(FETCH_WAIT).messages();
        let Ok(mut messages) = fetch.await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        while let Some(message) = messages.next().await {
            match message {
                Ok(message) => {
                    if fetched.send(message).await.is_err() {
                        return;
                    }
                }
                Err(_) => {
                    tokio::time::sleep(PAUSE).await;
                    break;
                }
            }
        }
    }
}

/// The workers that answered.
struct Helpers {
    all: BTreeMap<String, (Instant, WorkerInfo)>,
    refused: BTreeSet<(String, String)>,
    notify: Notify,
    shown: (usize, usize),
    /// Since when nobody is there, and when that was said.
    nobody: Option<(Instant, Option<Instant>)>,
}

impl Helpers {
    fn new(notify: Notify) -> Helpers {
        Helpers {
            all: BTreeMap::new(),
            refused: BTreeSet::new(),
            notify,
            shown: (0, 0),
            nobody: Some((Instant::now(), None)),
        }
    }

    fn notify(&self, notice: Notice) {
        (self.notify)(notice);
    }

    fn heard(&mut self, info: WorkerInfo) {
        if let Some(reason) = &info.refuses {
            self.all.remove(&info.worker);
            if self.refused.insert((info.worker.clone(), reason.clone())) {
                let (host, reason) = (info.host, reason.clone());
                self.notify(Notice::Refused { host, reason });
            }
            return;
        }
        self.all.insert(info.worker.clone(), (Instant::now(), info));
    }

    /// How many groups can be worked on at a time.
    fn threads(&self) -> usize {
        self.all.values().map(|(_, info)| info.threads.min(4_096)).sum()
    }

    /// Forgets those who went, and says what has changed.
    fn look(&mut self) {
        self.all.retain(|_, (heard, _)| heard.elapsed() < GONE);
        let now = (self.all.len(), self.threads());
        if now != self.shown {
            self.shown = now;
            self.notify(Notice::Workers { workers: now.0, threads: now.1 });
        }
        if now.0 > 0 {
            self.nobody = None;
            return;
        }
        let (since, said) = *self.nobody.get_or_insert((Instant::now(), None));
        let wait = said.map_or((since, NOBODY[0]), |said| (said, NOBODY[1]));
        if wait.0.elapsed() >= wait.1 {
            self.nobody = Some((since, Some(Instant::now())));
            self.notify(Notice::Nobody { waited: since.elapsed() });
        }
    }
}
