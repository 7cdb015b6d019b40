//! Working on tasks, whoever submitted them.

use super::{PART, PAUSE, STILL_AT_IT, Server, TaskMessage};
use super::{data_subject, job_stream, result_subject, runtime};
use crate::{Job, JobKind, QueueError, ResultHead};
use async_nats::jetstream::{self, AckKind};
use futures_util::StreamExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Takes tasks from a server, one at a time, and runs them.
pub struct Worker {
    address: String,
    kinds: Vec<Box<dyn JobKind>>,
    idle: Option<Duration>,
}

/// What a worker has done.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct WorkerReport {
    /// Tasks whose results were published.
    pub done: u64,
    /// Tasks given back because their job is gone or not known here.
    pub dropped: u64,
}

/// How long a fetch waits for a task, and so how long stopping takes.
const FETCH_WAIT: Duration = Duration::from_millis(500);

impl Worker {
    /// A worker at an address such as `nats://127.0.0.1:4222` that knows
    /// these kinds of jobs.
    pub fn new(address: &str, kinds: Vec<Box<dyn JobKind>>) -> Worker {
        Worker { address: address.to_owned(), kinds, idle: None }
    }

    /// Ends the work when there was nothing to do for so long.
    pub fn stop_when_idle(self, idle: Duration) -> Worker {
        Worker { idle: Some(idle), ..self }
    }

    /// Works until `stop` is set (looked at between tasks). `done` hears of
    /// each task finished.
    pub fn run(
        &self,
        stop: &AtomicBool,
        mut done: impl FnMut(WorkerReport),
    ) -> Result<WorkerReport, QueueError> {
        runtime()?.block_on(async {
            let server = Server::connect(&self.address).await?;
            let mut consumer = server.workers().await?;
            let mut report = WorkerReport::default();
            let mut opened: Option<Opened> = None;
            let mut last = Instant::now();
            while !stop.load(Ordering::Relaxed) {
                if self.idle.is_some_and(|idle| last.elapsed() > idle) {
                    break;
                }
                let fetch = consumer.fetch().max_messages(1).expires(FETCH_WAIT).messages();
                let message = match fetch.await {
                    Ok(mut messages) => messages.next().await,
                    Err(_) => {
                        // The server is away, or new: wait, and look again.
                        tokio::time::sleep(PAUSE).await;
                        if let Ok(found) = server.workers().await {
                            consumer = found;
                        }
                        continue;
                    }
                };
                let Some(Ok(message)) = message else { continue };
                match self.work(&server, &message, &mut opened).await {
                    Ok(true) => report.done += 1,
                    Ok(false) => report.dropped += 1,
                    // The result could not be published: somebody else will.
                    Err(_) => continue,
                }
                last = Instant::now();
                done(report);
            }
            Ok(report)
        })
    }

    /// Runs one task. False when it was dropped.
    async fn work(
        &self,
        server: &Server,
        message: &jetstream::Message,
        opened: &mut Option<Opened>,
    ) -> Result<bool, QueueError> {
        let drop_it = || async {
            let _ = message.ack_with(AckKind::Term).await;
            Ok(false)
        };
        let Ok(task) = serde_json::from_slice::<TaskMessage>(&message.payload) else {
            return drop_it().await;
        };
        if opened.as_ref().is_none_or(|opened| opened.id != task.job) {
            let Some(data) = fetch_data(server, &task).await? else { return drop_it().await };
            let kind = self.kinds.iter().find(|kind| kind.name() == task.kind);
            let job = match kind {
                Some(kind) => while_saying_so(message, || kind.open(&data)).await,
                None => Err(format!("a worker does not know jobs of the kind `{}`", task.kind)),
            };
            *opened = Some(Opened { id: task.job.clone(), job: job.map(Arc::from) });
        }
        let Some(Opened { job, .. }) = opened else { return drop_it().await };
        let outcome = match job {
            Ok(job) => {
                let job = Arc::clone(job);
                while_saying_so(message, || job.run(task.task)).await
            }
            Err(problem) => Err(problem.clone()),
        };
        publish(server, &task, outcome).await?;
        // The result is safe: now, and only now, the task is done.
        let _ = message.double_ack().await;
        Ok(true)
    }
}

/// The job a worker has at hand.
struct Opened {
    id: String,
    job: Result<Arc<dyn Job>, String>,
}

/// Does something long, and reports to the server every few seconds that the task
/// is still being worked on.
async fn while_saying_so<T>(message: &jetstream::Message, long: impl FnOnce() -> T) -> T {
    let stop = Arc::new(tokio::sync::Notify::new());
    let (heard, teller) = (Arc::clone(&stop), message.clone());
    let telling = tokio::spawn(async move {
        loop {
            tokio::select! {
                () = heard.notified() => break,
                () = tokio::time::sleep(STILL_AT_IT) => {
                    let _ = teller.ack_with(AckKind::Progress).await;
                }
            }
        }
    });
    let done = tokio::task::block_in_place(long);
    stop.notify_one();
    let _ = telling.await;
    done
}

/// The data of a task's job; `None` when the job is gone.
async fn fetch_data(server: &Server, task: &TaskMessage) -> Result<Option<Vec<u8>>, QueueError> {
    let gone = |error: &jetstream::context::GetStreamError| {
        use jetstream::context::GetStreamErrorKind as Kind;
        matches!(error.kind(), Kind::JetStream(_))
    };
    let stream = match server.context.get_stream(job_stream(&task.job)).await {
        Ok(stream) => stream,
        Err(error) if gone(&error) => return Ok(None),
        Err(error) => return Err(server.error("a job's data cannot be fetched", error)),
    };
    let mut data = Vec::new();
    for part in 0..task.parts {
        let subject = format!("{}.{part}", data_subject(&task.job));
        let message = stream.get_last_raw_message_by_subject(&subject).await;
        let message =
            message.map_err(|error| server.error("a job's data cannot be fetched", error))?;
        data.extend_from_slice(&message.payload);
    }
    Ok(Some(data))
}

async fn publish(
    server: &Server,
    task: &TaskMessage,
    outcome: Result<Vec<u8>, String>,
) -> Result<(), QueueError> {
    let (bytes, failed) = match outcome {
        Ok(bytes) => (bytes, None),
        Err(problem) => (Vec::new(), Some(problem)),
    };
    let parts: Vec<&[u8]> =
        if bytes.is_empty() { vec![&bytes] } else { bytes.chunks(PART).collect() };
    for (part, piece) in parts.iter().enumerate() {
        let head = ResultHead { task: task.task, part, parts: parts.len(), failed: failed.clone() };
        let mut payload = serde_json::to_vec(&head)
            .map_err(|error| server.error("a result cannot be written", error))?;
        payload.push(b'\n');
        payload.extend_from_slice(piece);
        let name = format!("result.{}.{part}", task.task);
        server.publish(result_subject(&task.job), name, payload.into()).await?;
    }
    Ok(())
}
