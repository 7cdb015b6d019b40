//! Numbered pieces of an experiment: by threads, or by the workers of a queue.

use super::{hands, learning_curve};
use crate::context::Context;
use crate::error::ExperimentError;
use fuda_core::{Seed, try_in_order};
use fuda_players::Models;
use fuda_queue::{Blob, Job, JobData, JobKind, Remote, job_of};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Pieces of an experiment by number, as data that a worker understands, too.
pub(super) trait Pieces: Send + Sync + 'static {
    /// What workers know them by.
    const NAME: &str;
    /// What a piece gives.
    type Piece: Serialize + DeserializeOwned + Send + 'static;

    /// The settings that [`Pieces::open`] understands.
    fn settings(&self) -> Value;

    /// The model files that the settings name.
    fn models(&self) -> Vec<String>;

    /// Makes them from their settings.
    fn open(settings: Value, seed: Seed, models: Models<'_>) -> Result<Self, String>
    where
        Self: Sized;

    /// What a piece is kept under.
    fn key(&self, number: usize) -> Value;

    /// Does one.
    fn piece(&self, number: u64, stop: &AtomicBool) -> Result<Self::Piece, ExperimentError>;
}

/// Does `count` pieces, or those that are not kept yet, and gives their
/// results in order. The first error ends it.
pub(super) fn each<P: Pieces>(
    context: &Context<'_>,
    pieces: &P,
    count: usize,
    done: &(dyn Fn(usize) + Sync),
) -> Result<Vec<P::Piece>, ExperimentError> {
    let finished = AtomicUsize::new(0);
    let tell = || done(finished.fetch_add(1, Ordering::Relaxed) + 1);
    if context.queue.is_some() {
        by_workers(context, pieces, count, &tell)?;
    }
    // By now they are kept where workers did them.
    try_in_order(count, context.threads, |number| {
        let result = context.memo(pieces.key(number), || pieces.piece(number as u64, context.stop));
        if context.queue.is_none() {
            tell();
        }
        result
    })
}

/// The description of a job; its blobs are the models.
#[derive(Serialize, Deserialize)]
struct Spec {
    pieces: String,
    settings: Value,
    seed: Seed,
    models: Vec<String>,
}

/// Has workers do the pieces that are not kept yet, and keeps each.
fn by_workers<P: Pieces>(
    context: &Context<'_>,
    pieces: &P,
    count: usize,
    tell: &dyn Fn(),
) -> Result<(), ExperimentError> {
    let Some(queue) = context.queue else { return Ok(()) };
    let mut missing = Vec::new();
    for number in 0..count {
        match context.folder.kept::<P::Piece>(&pieces.key(number))? {
            Some(_) => tell(),
            None => missing.push(number as u64..number as u64 + 1),
        }
    }
    if missing.is_empty() {
        return Ok(());
    }
    let models = pieces.models();
    let blob = |name: &String| {
        let path = Path::new(name);
        Blob::of_file(path)
            .map_err(|source| ExperimentError::File { path: path.to_owned(), source })
    };
    let blobs = models.iter().map(blob).collect::<Result<_, _>>()?;
    let (name, settings) = (P::NAME.to_owned(), pieces.settings());
    let spec = Spec { pieces: name, settings, seed: context.seed, models };
    let data = JobData::json(&spec, blobs).map_err(ExperimentError::measuring)?;
    let remote = Remote { queue, kind: PiecesKind.name(), data: &data, stop: Some(context.stop) };
    let mut problem = None;
    let outcome = remote.run(joined(missing), &mut |number, piece: P::Piece| {
        if let Err(error) = context.memo(pieces.key(number as usize), || Ok(piece)) {
            problem = Some(error);
            return ControlFlow::Break(());
        }
        tell();
        ControlFlow::Continue(())
    });
    match problem {
        Some(problem) => Err(problem),
        None => Ok(outcome?),
    }
}

/// Ranges that follow each other as one.
fn joined(ranges: Vec<std::ops::Range<u64>>) -> Vec<std::ops::Range<u64>> {
    let mut all: Vec<std::ops::Range<u64>> = Vec::new();
    for range in ranges {
        match all.last_mut() {
            Some(last) if last.end == range.start => last.end = range.end,
            _ => all.push(range),
        }
    }
    all
}

/// The kind of job that does pieces of experiments, for workers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PiecesKind;

impl JobKind for PiecesKind {
    fn name(&self) -> &str {
        "reproduce"
    }

    fn open(&self, data: &JobData) -> Result<Box<dyn Job>, String> {
        let spec: Spec = data.read()?;
        match spec.pieces.as_str() {
            hands::Table::NAME => open::<hands::Table>(spec, data),
            learning_curve::Curves::NAME => open::<learning_curve::Curves>(spec, data),
            other => Err(format!("there are no pieces of an experiment called `{other}`")),
        }
    }
}

fn open<P: Pieces>(spec: Spec, data: &JobData) -> Result<Box<dyn Job>, String> {
    let Spec { settings, seed, models: names, .. } = spec;
    let mut models: BTreeMap<String, Arc<[u8]>> = BTreeMap::new();
    for (number, name) in names.into_iter().enumerate() {
        models.insert(name, Arc::from(data.blob(number)?.bytes()?.as_ref()));
    }
    let pieces = P::open(settings, seed, Models::Brought(&models))?;
    // Nobody raises it: workers finish what they have in hand.
    let never = AtomicBool::new(false);
    Ok(job_of(
        || (),
        move |(): &mut (), number| match pieces.piece(number, &never) {
            Err(ExperimentError::Entry { reason, .. }) => Err(reason),
            other => other.map_err(|error| error.to_string()),
        },
    ))
}
