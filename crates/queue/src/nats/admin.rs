//! Looking at a server's jobs, and removing them.

use super::names;
use super::server::{Server, now, runtime, unique};
use super::wire::{About, Answer, Call, SubmitterInfo, WorkerInfo};
use crate::address::Connection;
use crate::error::QueueError;
use async_nats::jetstream::consumer::pull;
use futures_util::{StreamExt, TryStreamExt};
use serde::Serialize;
use std::collections::BTreeSet;
use std::time::Duration;
use tokio::runtime::Runtime;

/// How long answers are waited for.
const ANSWERS: Duration = Duration::from_millis(800);

/// A connection to look at a server and to tidy it.
pub struct Admin {
    runtime: Runtime,
    server: Server,
}

/// What is at a server.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ServerReport {
    /// Its address, without secrets.
    pub address: String,
    /// The version of the server.
    pub server: String,
    /// The jobs there are.
    pub jobs: Vec<JobReport>,
    /// The workers that answered.
    pub workers: Vec<WorkerInfo>,
    /// Stores of data whose submitter is gone, by their streams.
    pub leftovers: Vec<String>,
}

/// A job at a server.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct JobReport {
    /// Its name.
    pub job: String,
    /// Its kind; unknown of a stream that does not say.
    pub kind: Option<String>,
    /// The version of fuda that made it.
    pub version: Option<String>,
    /// Who submitted it.
    pub submitter: Option<String>,
    /// How old it is, in seconds.
    pub age: Option<u64>,
    /// Whether its submitter is gone.
    pub abandoned: bool,
    /// Groups of tasks that wait for a worker.
    pub waiting: u64,
    /// Groups that workers have.
    pub running: u64,
    /// Tasks there are, while the submitter is there.
    pub tasks: Option<u64>,
    /// Tasks that are done.
    pub done: Option<u64>,
    /// Seconds left at the speed so far.
    pub seconds_left: Option<f64>,
}

impl Admin {
    /// Connects.
    pub fn connect(connection: &Connection) -> Result<Admin, QueueError> {
        let runtime = runtime()?;
        let server = runtime.block_on(async {
            let server = Server::connect(connection, &format!("fuda queue {}", unique())).await?;
            server.check().await?;
            Ok::<_, QueueError>(server)
        })?;
        Ok(Admin { runtime, server })
    }

    /// What is at the server now.
    pub fn report(&self) -> Result<ServerReport, QueueError> {
        self.runtime.block_on(report(&self.server))
    }

    /// Ends a job, whoever submitted it; false where there is none of the name.
    pub fn cancel(&self, job: &str) -> Result<bool, QueueError> {
        self.runtime.block_on(async {
            let report = report(&self.server).await?;
            let Some(found) = report.jobs.iter().find(|found| found.job == job) else {
                return Ok(false);
            };
            self.remove(found).await;
            if found.abandoned {
                self.remove_leftovers().await?;
            }
            Ok(true)
        })
    }

    /// Removes the jobs and the data whose submitters are gone, or with `all`
    /// every job; gives their number.
    pub fn purge(&self, all: bool) -> Result<usize, QueueError> {
        self.runtime.block_on(async {
            let report = report(&self.server).await?;
            let mut removed = 0;
            for job in report.jobs.iter().filter(|job| all || job.abandoned) {
                self.remove(job).await;
                removed += 1;
            }
            Ok(removed + self.remove_leftovers().await?)
        })
    }

    async fn remove(&self, job: &JobReport) {
        // Its submitter removes the stream, too, and what else it has there.
        let _ = self.server.client.publish(names::cancel(&job.job), "".into()).await;
        self.server.remove(&names::stream(&job.job)).await;
    }

    async fn remove_leftovers(&self) -> Result<usize, QueueError> {
        let leftovers = report(&self.server).await?.leftovers;
        for stream in &leftovers {
            self.server.remove(stream).await;
        }
        Ok(leftovers.len())
    }
}

async fn report(server: &Server) -> Result<ServerReport, QueueError> {
    let streams: Vec<String> = server
        .context
        .stream_names()
        .try_collect()
        .await
        .map_err(|error| server.error("the streams cannot be listed", error))?;
    // Whoever made one of these streams is asked after they are listed: the
    // other way round a job that is just being made would look abandoned.
    let (workers, submitters) = answers(server).await?;
    let mut jobs = Vec::new();
    let mut sessions = BTreeSet::new();
    for name in streams.iter().filter_map(|stream| names::job_of_stream(stream)) {
        let job = job(server, name, &submitters).await;
        if !job.abandoned {
            sessions.insert(names::session_of_job(name).to_owned());
        }
        jobs.push(job);
    }
    sessions.extend(submitters.into_iter().map(|submitter| submitter.session));
    let left = |stream: &&String| {
        names::session_of_stream(stream).is_some_and(|session| !sessions.contains(session))
    };
    let leftovers = streams.iter().filter(left).cloned().collect();
    let address = server.address.clone();
    let version = server.client.server_info().version;
    Ok(ServerReport { address, server: version, jobs, workers, leftovers })
}

/// Everybody who answers within a while.
async fn answers(server: &Server) -> Result<(Vec<WorkerInfo>, Vec<SubmitterInfo>), QueueError> {
    let inbox = server.client.new_inbox();
    let heard = server.client.subscribe(inbox.clone()).await;
    let mut heard = heard.map_err(|error| server.error("answers cannot be heard", error))?;
    server.call(&inbox, &Call::Everybody).await;
    let (mut workers, mut submitters) = (Vec::new(), Vec::new());
    let until = tokio::time::Instant::now() + ANSWERS;
    while let Ok(Some(message)) = tokio::time::timeout_at(until, heard.next()).await {
        match serde_json::from_slice(&message.payload) {
            Ok(Answer::Worker(info)) => workers.push(info),
            Ok(Answer::Submitter(info)) => submitters.push(info),
            // Another version may say something else.
            Err(_) => {}
        }
    }
    workers.sort_by(|a, b| (&a.host, a.process).cmp(&(&b.host, b.process)));
    Ok((workers, submitters))
}

async fn job(server: &Server, name: &str, submitters: &[SubmitterInfo]) -> JobReport {
    let session = names::session_of_job(name);
    let submitter = submitters.iter().find(|submitter| submitter.session == session);
    let info = submitter.and_then(|s| s.jobs.iter().find(|info| info.job == name));
    let mut report = JobReport {
        job: name.to_owned(),
        kind: None,
        version: None,
        submitter: None,
        age: None,
        abandoned: submitter.is_none(),
        waiting: 0,
        running: 0,
        tasks: info.map(|info| info.tasks),
        done: info.map(|info| info.done),
        seconds_left: info.filter(|info| info.done > 0).map(|info| {
            info.seconds / info.done as f64 * info.tasks.saturating_sub(info.done) as f64
        }),
    };
    let Ok(Some(stream)) = server.stream(name).await else { return report };
    if let Ok(message) = stream.get_last_raw_message_by_subject(&names::about(name)).await
        && let Ok(about) = serde_json::from_slice::<About>(&message.payload)
    {
        report.age = Some(now().saturating_sub(about.created));
        report.kind = Some(about.kind);
        report.version = Some(about.version);
        report.submitter = Some(about.submitter);
    }
    if let Ok(mut consumer) = stream.get_consumer::<pull::Config>(names::WORKERS).await
        && let Ok(info) = consumer.info().await
    {
        report.waiting = info.num_pending;
        report.running = info.num_ack_pending as u64;
    }
    report
}
