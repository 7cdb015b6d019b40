//! A job at a worker: its data is fetched once, then group after group.

use super::server::Server;
use super::wire::{About, CalledJob, TaskMessage};
use super::worker::{Crew, WorkerEvent};
use super::{DELIVERIES, PART, PAUSE, SILENCE, STILL_AT_IT, names};
use crate::data::{Blob, JobData};
use crate::error::QueueError;
use crate::results::{Outcome, ResultHead, pack};
use crate::work::Job;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::consumer::pull;
use async_nats::jetstream::stream::Stream;
use async_nats::jetstream::{self, AckKind};
use futures_util::StreamExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::AsyncReadExt;
use tokio::sync::{Notify, OnceCell, OwnedSemaphorePermit};

/// How long a fetch waits for a group where nothing else is to be done, and
/// where other jobs wait.
const FETCH_WAIT: [Duration; 2] = [Duration::from_secs(1), Duration::from_millis(50)];

/// How often data is asked for before it counts as missing.
const ATTEMPTS: u32 = 5;

/// A group somebody works on.
pub(super) struct InHand {
    pub message: jetstream::Message,
}

/// A job, and its tasks' code once it is opened.
struct Opening {
    about: About,
    job: OnceCell<Result<Arc<dyn Job>, String>>,
}

/// Works on a job until it is gone or nobody calls for it any more.
pub(super) async fn run(crew: Arc<Crew>, called: CalledJob, over: Arc<Notify>) {
    let job = called.job.clone();
    match begin(&crew, &called).await {
        Ok(Some((stream, about))) => {
            // What is still waited for when the job is over does not come.
            tokio::select! {
                () = groups(&crew, &stream, about) => {}
                () = over.notified() => {}
            }
        }
        // Gone, or the server is away: if it is called for again, it is tried
        // again.
        Ok(None) | Err(_) => tokio::time::sleep(PAUSE).await,
    }
    crew.state().jobs.remove(&job);
}

/// The stream of a job, and what it is; none where it is left to others.
async fn begin(crew: &Crew, called: &CalledJob) -> Result<Option<(Stream, About)>, QueueError> {
    let Some(stream) = crew.server.stream(&called.job).await? else { return Ok(None) };
    let found = stream.get_last_raw_message_by_subject(&names::about(&called.job)).await;
    let Ok(found) = found else { return Ok(None) };
    let about = serde_json::from_slice::<About>(&found.payload);
    let about = about.map_err(|e| format!("it does not say what it is: {e}")).and_then(|about| {
        about.check(&called.job, &crew.version)?;
        match crew.memory {
            Some(memory) if about.bytes() > memory => Err(format!(
                "its data has {} bytes, and this worker has {memory} bytes of memory",
                about.bytes()
            )),
            _ => Ok(about),
        }
    });
    match about {
        Ok(about) => Ok(Some((stream, about))),
        Err(reason) => {
            crew.refuse(&called.job, &called.submitter, reason);
            Ok(None)
        }
    }
}

async fn groups(crew: &Arc<Crew>, stream: &Stream, about: About) {
    let consumer = stream.get_consumer::<pull::Config>(names::WORKERS).await;
    let Ok(consumer) = consumer else { return };
    let kind = about.kind.clone();
    crew.tell(WorkerEvent::Job { kind, submitter: about.submitter.clone() });
    let opening = Arc::new(Opening { about, job: OnceCell::new() });
    let name = &opening.about.job;
    let silent =
        || crew.state().jobs.get(name).is_none_or(|going| going.called.elapsed() > SILENCE);
    while !silent() {
        // It is closed when the worker stops.
        let Ok(permit) = Arc::clone(&crew.slots).acquire_owned().await else { return };
        match next(crew, &consumer).await {
            Ok(Some(message)) => {
                tokio::spawn(group(Arc::clone(crew), Arc::clone(&opening), message, permit));
            }
            Ok(None) => {}
            Err(()) => {
                drop(permit);
                if matches!(crew.server.stream(name).await, Ok(None)) {
                    return;
                }
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

/// The next group, if there is one before long.
async fn next(crew: &Crew, consumer: &PullConsumer) -> Result<Option<jetstream::Message>, ()> {
    let alone = crew.state().jobs.len() <= 1;
    let wait = FETCH_WAIT[usize::from(!alone)];
    let fetch = consumer.fetch().max_messages(1).expires(wait).messages();
    let mut messages = fetch.await.map_err(drop)?;
    messages.next().await.transpose().map_err(drop)
}

/// Runs a group of tasks.
async fn group(
    crew: Arc<Crew>,
    opening: Arc<Opening>,
    message: jetstream::Message,
    permit: OwnedSemaphorePermit,
) {
    let about = &opening.about;
    let Some(group) = TaskMessage::read(&message.payload, about.tasks) else {
        crew.state().report.dropped += 1;
        let _ = message.ack_with(AckKind::Term).await;
        return;
    };
    let delivered = message.info().map_or(1, |info| info.delivered);
    let place = (about.job.clone(), group.first);
    crew.state().in_hand.insert(place.clone(), InHand { message: message.clone() });
    let still = tokio::spawn(still_at_it(message.clone()));
    let begun = Instant::now();
    let (outcome, results) = if delivered > DELIVERIES {
        let TaskMessage { first, count } = group;
        let submitter = about.submitter.clone();
        crew.tell(WorkerEvent::SetAside { submitter, first, count });
        (Outcome::SetAside, Vec::new())
    } else {
        match opened(&crew, &opening).await {
            Err(problem) => (Outcome::Unopened { problem }, Vec::new()),
            Ok(job) => {
                let done = tokio::task::spawn_blocking(move || tasks(&*job, group)).await;
                done.unwrap_or_else(|_| {
                    let problem = "the task broke down".to_owned();
                    (Outcome::Failed { task: group.first, problem }, Vec::new())
                })
            }
        }
    };
    let seconds = begun.elapsed().as_secs_f64();
    // The next group may begin while the results travel.
    drop(permit);
    let published = publish(&crew.server, about, group, seconds, outcome, &pack(&results)).await;
    still.abort();
    if crew.state().in_hand.remove(&place).is_none() {
        // It was given back in the meantime.
        return;
    }
    let report = {
        let mut state = crew.state();
        state.last = Instant::now();
        state.seconds += seconds;
        match published {
            Ok(true) => state.report.done += group.count,
            Ok(false) | Err(_) => state.report.dropped += 1,
        }
        state.report
    };
    if matches!(published, Ok(true)) {
        // The results are safe: now, and only now, the group is done. If this
        // word is lost, it is done once more.
        let _ = message.ack().await;
    }
    crew.tell(WorkerEvent::Done(report));
}

/// Runs the tasks of a group one after the other.
fn tasks(job: &dyn Job, group: TaskMessage) -> (Outcome, Vec<Vec<u8>>) {
    let mut results = Vec::with_capacity(group.count.min(1 << 16) as usize);
    let mut task = group.first;
    let ran = catch_unwind(AssertUnwindSafe(|| {
        let mut run = job.runner();
        while task < group.first + group.count {
            results.push(run(task)?);
            task += 1;
        }
        Ok(())
    }));
    let problem = match ran {
        Ok(Ok(())) => return (Outcome::Done, results),
        Ok(Err(problem)) => problem,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            format!("task {task} panicked: {}", text.unwrap_or("without a message"))
        }
    };
    (Outcome::Failed { task, problem }, Vec::new())
}

/// Tells the server every few seconds that a group is still being worked on.
async fn still_at_it(message: jetstream::Message) {
    loop {
        tokio::time::sleep(STILL_AT_IT).await;
        let _ = message.ack_with(AckKind::Progress).await;
    }
}

/// The job, opened by whoever comes first.
async fn opened(crew: &Crew, opening: &Opening) -> Result<Arc<dyn Job>, String> {
    let open = || async {
        let data = fetch_data(crew, &opening.about).await?;
        let kind = crew.kinds.iter().find(|kind| kind.name() == opening.about.kind);
        let kind = kind.ok_or_else(|| format!("no kind of job is `{}`", opening.about.kind))?;
        let open = || catch_unwind(AssertUnwindSafe(|| kind.open(&data)));
        let job = tokio::task::block_in_place(open);
        let job = job.unwrap_or_else(|_| Err("opening the job panicked".into()))?;
        Ok::<Arc<dyn Job>, String>(Arc::from(job))
    };
    opening.job.get_or_init(open).await.clone()
}

/// The description and the data of a job.
async fn fetch_data(crew: &Crew, about: &About) -> Result<JobData, String> {
    let mut data = JobData::new(about.spec.clone());
    for wanted in &about.blobs {
        let (hash, size) = (wanted.hash.as_str(), wanted.size);
        let blob = match crew.cache.get(hash, size) {
            Some(blob) => blob,
            None => {
                let bytes = fetch_bytes(&crew.server, about, hash, size).await?;
                // Where nothing can be kept, it stays in memory.
                crew.cache.put(hash, &bytes).unwrap_or_else(|_| Blob::new(bytes))
            }
        };
        if blob.hash() != hash {
            return Err(format!("data of the job is not what its hash {hash} promises"));
        }
        data.blobs.push(blob);
    }
    Ok(data)
}

async fn fetch_bytes(
    server: &Server,
    about: &About,
    hash: &str,
    size: u64,
) -> Result<Vec<u8>, String> {
    let mut problem = String::new();
    for _ in 0..ATTEMPTS {
        match fetch_once(server, about, hash, size).await {
            Ok(bytes) => return Ok(bytes),
            Err(error) => problem = error.to_string(),
        }
        tokio::time::sleep(PAUSE).await;
    }
    Err(format!("data of the job cannot be fetched: {problem}"))
}

async fn fetch_once(
    server: &Server,
    about: &About,
    hash: &str,
    size: u64,
) -> Result<Vec<u8>, async_nats::Error> {
    let bucket = names::bucket(names::session_of_job(&about.job));
    let store = server.context.get_object_store(bucket).await?;
    let object = store.get(hash).await?;
    let mut bytes = Vec::new();
    // Whatever is there, no more is read than was promised, and one byte.
    object.take(size.saturating_add(1)).read_to_end(&mut bytes).await?;
    match bytes.len() as u64 == size {
        true => Ok(bytes),
        false => Err(format!("{size} bytes were promised, and there are others").into()),
    }
}

/// Publishes the results of a group in parts; false when nobody wants them.
async fn publish(
    server: &Server,
    about: &About,
    group: TaskMessage,
    seconds: f64,
    outcome: Outcome,
    bytes: &[u8],
) -> Result<bool, QueueError> {
    let pieces: Vec<&[u8]> =
        if bytes.is_empty() { vec![bytes] } else { bytes.chunks(PART).collect() };
    let parts = pieces.len();
    for (part, piece) in pieces.into_iter().enumerate() {
        let TaskMessage { first, count } = group;
        let head = ResultHead { first, count, part, parts, seconds, outcome: outcome.clone() };
        let mut payload = serde_json::to_vec(&head)
            .map_err(|error| server.error("a result cannot be written", error))?;
        payload.push(b'\n');
        payload.extend_from_slice(piece);
        let name = format!("result-{first}-{part}");
        if !server.publish(names::results(&about.job), &name, payload).await? {
            return Ok(false);
        }
    }
    Ok(true)
}
