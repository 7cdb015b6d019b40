//! Submitting jobs, and leaving nothing behind.

use super::drive::Drive;
use super::server::{Server, host, now, runtime, unique};
use super::wire::{About, Answer, BlobAbout, Call, JobInfo, SubmitterInfo};
use super::{ACK_WAIT, LONGEST_SPEC, names};
use crate::address::Connection;
use crate::data::{Blob, JobData};
use crate::error::QueueError;
use crate::work::{Collect, Work, WorkQueue};
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{Config, RetentionPolicy, StorageType};
use futures_util::StreamExt;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::runtime::Runtime;

/// Runs jobs by whatever workers there are at a server.
pub struct Nats {
    connection: Connection,
    version: String,
    notice: Notify,
    group: Option<u64>,
    silence: Duration,
    /// Made with the first job.
    session: Mutex<Option<Arc<Session>>>,
}

/// What a submitter should know while its job is done by others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// So many workers, with so many threads together, work on the job.
    Workers {
        /// Processes.
        workers: usize,
        /// Groups of tasks they work on at a time.
        threads: usize,
    },
    /// Nobody works on the job.
    Nobody {
        /// For how long.
        waited: Duration,
    },
    /// A worker is there and does not work on the job.
    Refused {
        /// Its machine.
        host: String,
        /// Why.
        reason: String,
    },
    /// Tasks crashed three workers and were set aside.
    SetAside {
        /// The first of them.
        first: u64,
        /// How many.
        count: u64,
    },
}

/// Who hears of it.
pub(super) type Notify = Arc<dyn Fn(Notice) + Send + Sync>;

impl Nats {
    /// The queue at a server, for jobs of this version of fuda.
    pub fn new(connection: Connection, version: &str) -> Nats {
        Nats {
            connection,
            version: version.to_owned(),
            notice: Arc::new(|_| {}),
            group: None,
            silence: ACK_WAIT,
            session: Mutex::new(None),
        }
    }

    /// Who hears of workers that come and go.
    pub fn notify(self, notice: impl Fn(Notice) + Send + Sync + 'static) -> Nats {
        Nats { notice: Arc::new(notice), ..self }
    }

    /// Sends so many tasks at a time, whatever they take, instead of groups
    /// that take about half a second.
    pub fn groups_of(self, tasks: u64) -> Nats {
        Nats { group: Some(tasks), ..self }
    }

    /// Gives tasks to another worker when theirs was silent for so long.
    pub fn silence(self, silence: Duration) -> Nats {
        Nats { silence, ..self }
    }

    /// Makes sure that the server is there and lets us in.
    pub fn check(&self) -> Result<(), QueueError> {
        self.session().map(drop)
    }

    /// Removes the data of its jobs from the server; a job that comes later
    /// brings its own again.
    pub fn close(&self) {
        let session = self.session.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(session) = session {
            session.runtime().block_on(session.remove_bucket());
        }
    }

    fn session(&self) -> Result<Arc<Session>, QueueError> {
        let mut held = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(session) = &*held {
            return Ok(Arc::clone(session));
        }
        let session = Arc::new(Session::open(&self.connection)?);
        *held = Some(Arc::clone(&session));
        Ok(session)
    }
}

impl WorkQueue for Nats {
    fn run(&self, work: &Work<'_>, collect: Collect<'_>) -> Result<(), QueueError> {
        let session = self.session()?;
        let number = session.count.fetch_add(1, Ordering::Relaxed) + 1;
        let job = format!("{}-{number}", session.name);
        session.runtime().block_on(async {
            let outcome = self.submit(&session, &job, work, collect).await;
            // Whatever happened, nothing of the job stays behind.
            session.jobs.lock().unwrap_or_else(PoisonError::into_inner).remove(&job);
            session.server.call("", &Call::Over(job.clone())).await;
            session.server.remove(&names::stream(&job)).await;
            outcome
        })
    }
}

impl Nats {
    async fn submit(
        &self,
        session: &Session,
        job: &str,
        work: &Work<'_>,
        collect: Collect<'_>,
    ) -> Result<(), QueueError> {
        let about = About {
            job: job.to_owned(),
            version: self.version.clone(),
            kind: work.kind.to_owned(),
            submitter: format!("process {} at {}", std::process::id(), host()),
            created: now(),
            tasks: work.tasks.iter().map(|range| range.end).max().unwrap_or(0),
            spec: work.data.spec.clone(),
            blobs: session.upload(work.data).await?,
        };
        if about.spec.len() > LONGEST_SPEC {
            return Err(QueueError::Long { bytes: about.spec.len(), most: LONGEST_SPEC });
        }
        let results = session.make_stream(&about, self.silence).await?;
        let mut drive = Drive::new(session, &about, work, Arc::clone(&self.notice));
        if let Some(tasks) = self.group {
            drive.groups_of(tasks);
        }
        drive.run(results, collect).await
    }
}

/// A connection of one submitter, over which it runs its jobs.
pub(super) struct Session {
    /// There until the session ends.
    runtime: Option<Runtime>,
    pub server: Server,
    name: String,
    count: AtomicU64,
    /// The jobs it has going.
    jobs: Arc<Mutex<BTreeMap<String, JobInfo>>>,
    bucket: tokio::sync::Mutex<Option<Bucket>>,
}

/// Where the data of its jobs lies.
struct Bucket {
    store: ObjectStore,
    held: BTreeSet<String>,
}

impl Session {
    fn open(connection: &Connection) -> Result<Session, QueueError> {
        let runtime = runtime()?;
        let name = unique();
        let jobs = Arc::new(Mutex::new(BTreeMap::new()));
        let server = runtime.block_on(async {
            let server = Server::connect(connection, &format!("fuda {name}")).await?;
            server.check().await?;
            Ok::<_, QueueError>(server)
        })?;
        runtime.spawn(answer(server.clone(), name.clone(), Arc::clone(&jobs)));
        let (count, bucket) = (AtomicU64::new(0), tokio::sync::Mutex::new(None));
        Ok(Session { runtime: Some(runtime), server, name, count, jobs, bucket })
    }

    /// Writes down how far a job is.
    pub fn note(&self, info: JobInfo) {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.insert(info.job.clone(), info);
    }

    fn runtime(&self) -> &Runtime {
        self.runtime.as_ref().expect("it is taken by `drop` alone")
    }

    /// Puts the data of a job into the object store, where it is not there yet.
    async fn upload(&self, data: &JobData) -> Result<Vec<BlobAbout>, QueueError> {
        let about = |blob: &Blob| BlobAbout { hash: blob.hash().to_owned(), size: blob.size() };
        if data.blobs.is_empty() {
            return Ok(Vec::new());
        }
        let failed = |error: &dyn ToString| {
            self.server.error("the data of the job cannot be stored", error.to_string())
        };
        let mut bucket = self.bucket.lock().await;
        if bucket.is_none() {
            let config =
                object_store::Config { bucket: names::bucket(&self.name), ..Default::default() };
            let made = self.server.context.create_object_store(config).await;
            let store = made.map_err(|error| failed(&error))?;
            *bucket = Some(Bucket { store, held: BTreeSet::new() });
        }
        let Some(Bucket { store, held }) = &mut *bucket else { return Ok(Vec::new()) };
        for blob in &data.blobs {
            if held.contains(blob.hash()) {
                continue;
            }
            let bytes = blob.bytes().map_err(|problem| failed(&problem))?;
            let put = store.put(blob.hash(), &mut &*bytes).await;
            put.map_err(|error| failed(&error))?;
            held.insert(blob.hash().to_owned());
        }
        Ok(data.blobs.iter().map(about).collect())
    }

    async fn remove_bucket(&self) {
        if self.bucket.lock().await.take().is_some() {
            let bucket = names::bucket(&self.name);
            let removing = self.server.context.delete_object_store(bucket);
            let _ = tokio::time::timeout(super::CLEANING, removing).await;
        }
    }

    /// Makes the stream of a job, with what it is; gives the consumer of its
    /// results.
    async fn make_stream(
        &self,
        about: &About,
        ack_wait: Duration,
    ) -> Result<PullConsumer, QueueError> {
        let server = &self.server;
        let made = server.context.create_stream(Config {
            name: names::stream(&about.job),
            subjects: vec![names::subjects(&about.job)],
            // What is acknowledged leaves the stream.
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::File,
            ..Config::default()
        });
        let stream =
            made.await.map_err(|error| server.error("the job's stream cannot be made", error))?;
        let consumer = |name: &str, filter_subject| pull::Config {
            durable_name: Some(name.to_owned()),
            filter_subject,
            ack_policy: AckPolicy::Explicit,
            ack_wait,
            max_ack_pending: 100_000,
            max_waiting: 4_096,
            ..pull::Config::default()
        };
        let failed = |error: &dyn ToString| {
            server.error("the job's consumers cannot be made", error.to_string())
        };
        let tasks = consumer(names::WORKERS, names::tasks(&about.job));
        stream.create_consumer(tasks).await.map_err(|error| failed(&error))?;
        let results = consumer(names::SUBMITTER, names::results(&about.job));
        let results = stream.create_consumer(results).await.map_err(|error| failed(&error))?;
        let bytes = serde_json::to_vec(about).map_err(|error| failed(&error))?;
        server.publish(names::about(&about.job), "about", bytes).await?;
        Ok(results)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.block_on(self.remove_bucket());
            runtime.shutdown_background();
        }
    }
}

/// Answers those who ask who is there.
async fn answer(server: Server, session: String, jobs: Arc<Mutex<BTreeMap<String, JobInfo>>>) {
    let Ok(mut calls) = server.client.subscribe(names::CALLS).await else { return };
    while let Some(message) = calls.next().await {
        let call = serde_json::from_slice::<Call>(&message.payload);
        let (Ok(Call::Everybody), Some(reply)) = (call, message.reply) else { continue };
        let jobs = jobs.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect();
        let answer = Answer::Submitter(SubmitterInfo { session: session.clone(), jobs });
        let bytes = serde_json::to_vec(&answer).unwrap_or_default();
        // Whoever asked will ask again.
        let _ = server.client.publish(reply, bytes.into()).await;
    }
}
