//! Asking about decisions as a job for the workers of a queue.

use super::compare::{Asker, Options, Rank};
use super::{AgreeError, Sample};
use crate::{Catalogue, Models};
use fuda_arena::JobModels;
use fuda_core::{Game, Record, Seed};
use fuda_queue::{Blob, Job, JobData, QueueError, job_of};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;

/// The name of the kind of job that asks players about decisions.
pub const AGREE: &str = "agree";

/// The most repeats of a decision that a job may ask for.
const MOST_REPEATS: u32 = 1_000_000;

/// The description of the job. Its first blob has the decisions, its second
/// the records they are of, the others are the models.
#[derive(Serialize, Deserialize)]
struct Spec {
    game: String,
    player: String,
    seed: Seed,
    repeats: u32,
    models: Vec<String>,
}

/// A decision by what it depends on.
#[derive(Serialize, Deserialize)]
struct Place {
    /// Which record among those of the submitter.
    record: usize,
    /// Which record among those that travel.
    at: usize,
    /// Which move of it.
    number: usize,
}

/// The decisions of a sample as data; task `n` asks about decision `n`.
pub(super) fn data<G: Game>(
    player: &str,
    models: Option<&[String]>,
    records: &[Record<G>],
    sample: &Sample<G>,
    options: Options,
) -> Result<JobData, AgreeError> {
    let failed = |problem: String| AgreeError::Queue(problem);
    let models = models.ok_or_else(|| {
        failed(format!(
            "`{player}` is a program of this machine and cannot be asked on others; leave out \
             --queue"
        ))
    })?;
    let mut travelling: Vec<usize> = sample.decisions.iter().map(|d| d.record).collect();
    travelling.dedup();
    let place = |decision: &super::SampledDecision<G>| Place {
        record: decision.record,
        at: travelling.partition_point(|&record| record < decision.record),
        number: decision.number,
    };
    let places: Vec<Place> = sample.decisions.iter().map(place).collect();
    let records: Vec<&Record<G>> = travelling.iter().map(|&record| &records[record]).collect();
    let json = |e: serde_json::Error| failed(e.to_string());
    let mut blobs = vec![
        Blob::new(serde_json::to_vec(&places).map_err(json)?),
        Blob::new(serde_json::to_vec(&records).map_err(json)?),
    ];
    for name in models {
        let blob = Blob::of_file(Path::new(name));
        blobs.push(blob.map_err(|e| failed(format!("{name}: {e}")))?);
    }
    let (game, player, models) = (G::NAME.to_owned(), player.to_owned(), models.to_vec());
    let spec = Spec { game, player, seed: options.seed, repeats: options.repeats, models };
    JobData::json(&spec, blobs).map_err(failed)
}

/// Opens the job.
pub(crate) fn open<G: Game>(
    catalogue: &Catalogue<G>,
    data: &JobData,
) -> Result<Box<dyn Job>, String> {
    let Spec { game, player, seed, repeats, models } = data.read()?;
    if game != G::NAME {
        return Err(format!("the job is one of {game}, not of {}", G::NAME));
    }
    if repeats > MOST_REPEATS {
        return Err(format!("{repeats} repeats, and {MOST_REPEATS} at the most"));
    }
    let json = |e: serde_json::Error| format!("the decisions of the job cannot be read: {e}");
    let places: Vec<Place> = serde_json::from_slice(&data.blob(0)?.bytes()?).map_err(json)?;
    let records: Vec<Record<G>> = serde_json::from_slice(&data.blob(1)?.bytes()?).map_err(json)?;
    let brought = |(number, name): (usize, &String)| {
        Ok((name.clone(), Arc::from(data.blob(number + 2)?.bytes()?.as_ref())))
    };
    let models = models.iter().enumerate().map(brought).collect::<Result<JobModels, String>>()?;
    let wanted: Vec<(usize, usize)> = places.iter().map(|place| (place.at, place.number)).collect();
    let mut sample = Sample::find(&records, &wanted).map_err(|e| e.to_string())?;
    // Random numbers and messages go by the submitter's numbers.
    let rules: Vec<String> =
        sample.decisions.iter().map(|decision| records[decision.record].rules.clone()).collect();
    for (decision, place) in sample.decisions.iter_mut().zip(&places) {
        decision.record = place.record;
    }
    let options = Options { seed, repeats, threads: 1 };
    let asker = Asker::new(catalogue, &player, Models::Brought(&models), rules, sample, options);
    let asker = asker.map_err(|e| e.to_string())?;
    let count = asker.decisions().len();
    Ok(job_of(Default::default, move |players, task| {
        let number = usize::try_from(task).ok().filter(|&number| number < count);
        let number = number.ok_or_else(|| format!("there are {count} decisions"))?;
        let record = &records[places[number].at];
        let rank: Result<Rank, AgreeError> = asker.ask(players, number, record);
        rank.map_err(|error| serde_json::to_string(&error).unwrap_or_default())
    }))
}

impl From<QueueError> for AgreeError {
    fn from(error: QueueError) -> AgreeError {
        match &error {
            QueueError::Task { problem, .. } => {
                serde_json::from_str(problem).unwrap_or_else(|_| AgreeError::Queue(problem.clone()))
            }
            _ => AgreeError::Queue(error.to_string()),
        }
    }
}
