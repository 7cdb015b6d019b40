//! Choosing from sets of patterns as a job for many machines: the table and
//! the patterns travel, task `n` is set `n`.

use super::divided::choose;
use super::spill::{SpillFormat, SpilledPattern};
use crate::distributed::{pack_table, unpack_table};
use crate::features::Features;
use crate::lcm::PatternFormat;
use crate::table::Table;
use fuda_queue::{Blob, Job, JobData, JobKind, job_of};
use serde::{Deserialize, Serialize};
use std::io;

/// The kind of job that chooses from sets of patterns, for workers and
/// submitters.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SelectKind;

/// The description of a job; its blobs are the table and the patterns.
#[derive(Serialize, Deserialize)]
struct Head {
    rows: u32,
    labelled: bool,
    cutoff: f64,
    set_size: usize,
}

/// The table of a run, packed once for all its jobs.
pub(super) fn table(table: &Table) -> io::Result<Blob> {
    Ok(Blob::new(pack_table(table)?))
}

/// The data of a job: sets of so many patterns each.
pub(super) fn data(
    table: &Table,
    packed: &Blob,
    patterns: &[SpilledPattern],
    set_size: usize,
    cutoff: f64,
) -> Result<JobData, String> {
    let (rows, labelled) = (table.rows() as u32, table.labels().is_some());
    let mut bytes = Vec::new();
    for SpilledPattern { items, support, positives } in patterns {
        SpillFormat.write(&mut items.clone(), *support, *positives, &mut bytes);
    }
    let blobs = vec![packed.clone(), Blob::new(bytes)];
    JobData::json(&Head { rows, labelled, cutoff, set_size }, blobs)
}

impl JobKind for SelectKind {
    fn name(&self) -> &str {
        "select"
    }

    fn open(&self, data: &JobData) -> Result<Box<dyn Job>, String> {
        let Head { rows, labelled, cutoff, set_size } = data.read()?;
        let table = unpack_table(rows, labelled, &data.blob(0)?.bytes()?)
            .ok_or("the table of the job cannot be read")?;
        table.two_classes().map_err(|e| e.to_string())?;
        if !(cutoff.is_finite() && cutoff >= 0.0) || set_size == 0 {
            return Err("the cut-off or the size of the sets is impossible".into());
        }
        let bytes = data.blob(1)?.bytes()?;
        let (mut rest, mut patterns) = (bytes.as_ref(), Vec::new());
        while !rest.is_empty() {
            let pattern = SpilledPattern::read(&mut rest);
            patterns.push(pattern.ok_or("the patterns of the job cannot be read")?);
        }
        let items = Features::of_items(&table);
        let room = items.empty_like();
        Ok(job_of(
            move || room.empty_like(),
            move |features: &mut Features, task| {
                let set =
                    usize::try_from(task).ok().and_then(|set| patterns.chunks(set_size).nth(set));
                let set = set.ok_or_else(|| "the job has no such set".to_owned())?;
                choose(&table, &items, cutoff, set, features).map_err(|e| e.to_string())
            },
        ))
    }
}
