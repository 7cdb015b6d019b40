//! The engine of many machines, over NATS JetStream.

mod submit;
mod worker;

pub use submit::Nats;
pub use worker::{Worker, WorkerReport};

use crate::{QueueError, ResultError};
use async_nats::jetstream::consumer::AckPolicy;
use async_nats::jetstream::consumer::pull;
use async_nats::jetstream::stream::{Config, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{self, Context};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The stream in which the tasks of all jobs wait.
const TASKS: &str = "fuda-tasks";

/// Messages stay well below the server's usual limit of a mebibyte.
const PART: usize = 512 << 10;

/// How long the server waits for a word from a worker before the task goes
/// to another one.
const ACK_WAIT: Duration = Duration::from_secs(10);

/// How often a worker says that it is still at it.
const STILL_AT_IT: Duration = Duration::from_secs(3);

/// How long to wait before something is tried again.
const PAUSE: Duration = Duration::from_millis(500);

/// How often a stream may be missing before it is taken for gone.
const STREAM_MISSING: u32 = 10;

/// How often a stream or a consumer is asked for before an error counts.
const ATTEMPTS: u32 = 5;

/// A task on its way to a worker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct TaskMessage {
    job: String,
    kind: String,
    /// In how many parts the data of the job lies.
    parts: usize,
    task: u64,
}

impl ResultError {
    /// The same as an error of the queue.
    fn of(self, server: &Server) -> QueueError {
        match self {
            ResultError::Failed { task, problem } => QueueError::Task { task, problem },
            ResultError::Unreadable => {
                server.error("a result cannot be read", "it is not as workers write it")
            }
        }
    }
}

fn job_stream(job: &str) -> String {
    format!("fuda-job-{job}")
}

fn task_subject(job: &str) -> String {
    format!("fuda.tasks.{job}")
}

fn data_subject(job: &str) -> String {
    format!("fuda.data.{job}")
}

fn result_stream(job: &str) -> String {
    format!("fuda-results-{job}")
}

fn result_subject(job: &str) -> String {
    format!("fuda.results.{job}")
}

/// A server, and how to speak of it.
#[derive(Clone)]
struct Server {
    address: String,
    context: Context,
}

impl Server {
    async fn connect(address: &str) -> Result<Server, QueueError> {
        let options = async_nats::ConnectOptions::new()
            .connection_timeout(Duration::from_secs(5))
            .max_reconnects(None);
        let client = options.connect(address).await.map_err(|error| QueueError::Unreachable {
            address: address.to_owned(),
            problem: error.to_string(),
        })?;
        Ok(Server { address: address.to_owned(), context: jetstream::new(client) })
    }

    fn error(&self, doing: &'static str, problem: impl ToString) -> QueueError {
        let (address, problem) = (self.address.clone(), problem.to_string());
        QueueError::Server { address, doing, problem }
    }

    /// The stream of tasks, made if it is not there.
    async fn tasks(&self) -> Result<Stream, QueueError> {
        let config = Config {
            name: TASKS.into(),
            subjects: vec![task_subject("*")],
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::File,
            ..Config::default()
        };
        let made = patiently(|| self.context.get_or_create_stream(config.clone())).await;
        made.map_err(|error| self.error("the stream of tasks cannot be opened", error))
    }

    /// The consumer that all workers share.
    async fn workers(&self) -> Result<jetstream::consumer::PullConsumer, QueueError> {
        let config = pull::Config {
            durable_name: Some("workers".into()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            max_ack_pending: 10_000,
            ..pull::Config::default()
        };
        let tasks = self.tasks().await?;
        let made = patiently(|| tasks.get_or_create_consumer("workers", config.clone())).await;
        made.map_err(|error| self.error("the tasks cannot be taken from", error))
    }

    /// Publishes until the server says it has the message. A connection that
    /// is lost for a while is waited for; each message carries a name, so
    /// that the server keeps one of those sent again.
    async fn publish(
        &self,
        subject: String,
        name: String,
        bytes: bytes::Bytes,
    ) -> Result<(), QueueError> {
        let mut missing = 0;
        loop {
            let mut headers = async_nats::HeaderMap::new();
            headers.insert("Nats-Msg-Id", name.as_str());
            let sent =
                self.context.publish_with_headers(subject.clone(), headers, bytes.clone()).await;
            let answer = match sent {
                Ok(answer) => answer.await,
                Err(error) => Err(error),
            };
            use async_nats::jetstream::context::PublishErrorKind as Kind;
            match answer {
                Ok(_) => return Ok(()),
                Err(error) => {
                    // A server that starts again does not know its streams
                    // at once. One that still does not after a while: nobody
                    // waits for this message any more.
                    missing += u32::from(error.kind() == Kind::StreamNotFound);
                    if missing > STREAM_MISSING {
                        return Err(self.error("a message cannot be published", error));
                    }
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }
}

/// Tries something that fails when somebody else does the same at that moment
/// (two that start together both find no stream, and one of them may make it)
/// a few times before its error counts.
async fn patiently<T, E, F>(mut attempt: impl FnMut() -> F) -> Result<T, E>
where
    F: std::future::Future<Output = Result<T, E>>,
{
    for _ in 1..ATTEMPTS {
        match attempt().await {
            Ok(done) => return Ok(done),
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
    attempt().await
}

fn runtime() -> Result<tokio::runtime::Runtime, QueueError> {
    Ok(tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_counts_when_it_stays() {
        let attempts_until = |works: u32| {
            let mut attempts = 0;
            let outcome = runtime().unwrap().block_on(patiently(|| {
                attempts += 1;
                std::future::ready(if attempts == works { Ok(()) } else { Err("taken") })
            }));
            (outcome, attempts)
        };
        assert_eq!(attempts_until(3), (Ok(()), 3));
        assert_eq!(attempts_until(ATTEMPTS + 1), (Err("taken"), ATTEMPTS));
    }
}
