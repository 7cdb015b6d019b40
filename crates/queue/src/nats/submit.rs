//! Submitting a job and collecting its results.

use super::{PART, PAUSE, Server, TaskMessage};
use super::{data_subject, job_stream, result_stream, result_subject, runtime, task_subject};
use crate::{Collect, QueueError, Results, Work, WorkQueue};
use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::stream::{Config, RetentionPolicy, StorageType, Stream};
use futures_util::{StreamExt, TryStreamExt, stream};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Runs jobs by whatever workers there are at a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nats {
    address: String,
}

/// Tasks published at a time.
const AT_ONCE: usize = 256;

/// How long a fetch of results waits for the first one.
const FETCH_WAIT: Duration = Duration::from_secs(1);

/// How long an orphaned job is kept on the server.
const KEPT: Duration = Duration::from_secs(7 * 24 * 3600);

impl Nats {
    /// The queue at an address such as `nats://127.0.0.1:4222`.
    pub fn new(address: &str) -> Nats {
        Nats { address: address.to_owned() }
    }
}

impl WorkQueue for Nats {
    fn run(&self, work: &Work<'_>, collect: Collect<'_>) -> Result<(), QueueError> {
        let runtime = runtime()?;
        runtime.block_on(async {
            let server = Server::connect(&self.address).await?;
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            let job = format!("{:x}-{:x}", since.as_nanos(), std::process::id());
            let outcome = run(&server, &job, work, collect).await;
            // Whatever happened, nothing of the job stays behind.
            if outcome.is_err()
                && let Ok(tasks) = server.tasks().await
            {
                let _ = tasks.purge().filter(task_subject(&job)).await;
            }
            for stream in [job_stream(&job), result_stream(&job)] {
                let _ = server.context.delete_stream(stream).await;
            }
            outcome
        })
    }
}

async fn run(
    server: &Server,
    job: &str,
    work: &Work<'_>,
    collect: Collect<'_>,
) -> Result<(), QueueError> {
    // Workers share one consumer, which must be there before tasks are.
    server.workers().await?;
    let made = server.context.create_stream(Config {
        name: job_stream(job),
        subjects: vec![format!("{}.*", data_subject(job))],
        storage: StorageType::File,
        max_age: KEPT,
        ..Config::default()
    });
    made.await.map_err(|error| server.error("the job's stream cannot be made", error))?;
    // Results leave their stream when they are acknowledged.
    let made = server.context.create_stream(Config {
        name: result_stream(job),
        subjects: vec![result_subject(job)],
        retention: RetentionPolicy::WorkQueue,
        storage: StorageType::File,
        max_age: KEPT,
        ..Config::default()
    });
    let results =
        made.await.map_err(|error| server.error("the results' stream cannot be made", error))?;
    let parts: Vec<&[u8]> = split(work.data);
    for (number, part) in parts.iter().enumerate() {
        let bytes = bytes::Bytes::copy_from_slice(part);
        let subject = format!("{}.{number}", data_subject(job));
        server.publish(subject, format!("data.{number}"), bytes).await?;
    }
    let publish = |task| {
        let message = TaskMessage {
            job: job.to_owned(),
            kind: work.kind.name().to_owned(),
            parts: parts.len(),
            task,
        };
        async move {
            let bytes = serde_json::to_vec(&message)
                .map_err(|error| server.error("a task cannot be written", error))?;
            server.publish(task_subject(job), format!("{job}.{task}"), bytes.into()).await
        }
    };
    let published = stream::iter(0..work.tasks)
        .map(|task| Ok::<_, QueueError>(publish(task)))
        .try_buffered(AT_ONCE)
        .try_for_each(|()| async { Ok(()) });
    // Results are collected while tasks are still being published.
    let collected = gather(server, &results, work.tasks, collect);
    tokio::pin!(published, collected);
    tokio::select! {
        outcome = &mut published => {
            outcome?;
            collected.await
        }
        outcome = &mut collected => outcome,
    }
}

fn split(data: &[u8]) -> Vec<&[u8]> {
    if data.is_empty() { vec![data] } else { data.chunks(PART).collect() }
}

/// Takes results until every task has come once.
async fn gather(
    server: &Server,
    stream: &Stream,
    tasks: u64,
    collect: Collect<'_>,
) -> Result<(), QueueError> {
    let config = pull::Config {
        ack_policy: AckPolicy::Explicit,
        durable_name: Some("submitter".into()),
        ..pull::Config::default()
    };
    let made = stream.get_or_create_consumer("submitter", config).await;
    let consumer = made.map_err(|error| server.error("results cannot be taken", error))?;
    let mut results = Results::new(tasks);
    while results.left() > 0 {
        // A server that is away for a while is waited for.
        let fetch = consumer.fetch().max_messages(256).expires(FETCH_WAIT).messages();
        let Ok(mut messages) = fetch.await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        while let Some(Ok(message)) = messages.next().await {
            if let Some((task, bytes)) = results.take(&message.payload).map_err(|e| e.of(server))?
                && collect(task, bytes).is_break()
            {
                return Err(QueueError::Stopped);
            }
            // If this word is lost, the result comes again and is ignored.
            let _ = message.ack().await;
        }
    }
    Ok(())
}
