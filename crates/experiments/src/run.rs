//! Running entries one after the other.

use crate::clock::Clock;
use crate::context::Context;
use crate::entry::{Entry, Size};
use crate::error::ExperimentError;
use crate::folder::{EntryResult, Manifest, RunFolder};
use crate::kinds;
use crate::records::Records;
use fuda_arena::machine;
use fuda_core::Seed;
use fuda_queue::WorkQueue;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// What is to be run.
#[derive(Clone, PartialEq, Debug)]
pub struct RunOptions {
    /// How much is measured.
    pub size: Size,
    /// The root of all random numbers.
    pub seed: Seed,
    /// How many threads share the work.
    pub threads: usize,
    /// The folder of real records; without it our own players make them.
    pub records: Option<PathBuf>,
    /// The folder of the run.
    pub out: PathBuf,
    /// Go on with a run that is there.
    pub resume: bool,
    /// Settings that take the place of those of the size.
    pub changes: toml::Table,
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress<'a> {
    /// The entry being measured.
    pub entry: &'a str,
    /// Which of the entries it is, counted from 1.
    pub number: usize,
    /// How many entries there are.
    pub of: usize,
    /// The share of all work that is done, by expected cost.
    pub done: f64,
}

/// An entry with what was measured of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Reported {
    /// The entry.
    pub entry: &'static Entry,
    /// Its result, when it was run.
    pub result: Option<EntryResult>,
}

impl RunOptions {
    fn manifest(&self, records: &Records) -> Manifest {
        Manifest {
            format: Manifest::FORMAT.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            size: self.size,
            seed: self.seed.0,
            records: records.describe(),
        }
    }

    /// What has to be typed to measure an entry again.
    fn command(&self, entry: &Entry) -> String {
        let mut command = format!("fuda reproduce {} --{}", entry.name, self.size);
        if self.records.is_some() {
            command += " --records RECORDS";
        }
        if self.seed.0 != 1 {
            command += &format!(" --seed {}", self.seed.0);
        }
        for (name, value) in flat(&self.changes) {
            command += &format!(" --set '{name}={value}'");
        }
        command
    }
}

/// Changes as a reader writes them: dotted names and values.
pub(crate) fn flat(changes: &toml::Table) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (key, value) in changes {
        match value {
            toml::Value::Table(inner) => {
                let inner = flat(inner).into_iter();
                all.extend(inner.map(|(name, value)| (format!("{key}.{name}"), value)));
            }
            // Plain values and lists are written alike in JSON and TOML.
            other => {
                let value = serde_json::to_string(other).unwrap_or_default();
                all.push((key.clone(), value));
            }
        }
    }
    all
}

/// Runs the entries that are not finished yet and gives all of them with
/// their results. With a queue its workers do what can be divided; nothing that
/// is found depends on it. `progress` hears now and then how far it is; a raised
/// `stop` ends the run soon, and what is finished is kept.
pub fn run(
    entries: &[&'static Entry],
    options: &RunOptions,
    queue: Option<&'static dyn WorkQueue>,
    stop: &AtomicBool,
    progress: &(dyn Fn(Progress<'_>) + Sync),
) -> Result<(RunFolder, Vec<Reported>), ExperimentError> {
    let RunOptions { size, seed, threads, .. } = *options;
    let mut all_settings = Vec::with_capacity(entries.len());
    for entry in entries {
        let settings = entry.changed(size, &options.changes).map_err(ExperimentError::Setting)?;
        kinds::check(entry, &settings).map_err(ExperimentError::Setting)?;
        all_settings.push(settings);
    }
    let records = Records::new(options.records.as_deref(), size, seed, threads, queue)?;
    let manifest = options.manifest(&records);
    let folder = RunFolder::open(&options.out, &manifest, options.resume)?;
    let mut found = Vec::with_capacity(entries.len());
    for (entry, settings) in entries.iter().zip(&all_settings) {
        found.push(folder.result(entry, settings)?);
    }
    let costs: Vec<f64> = entries
        .iter()
        .zip(&found)
        .map(|(entry, found)| if found.is_some() { 0.0 } else { entry.cost(options.size).max(0.1) })
        .collect();
    let total: f64 = costs.iter().sum();
    let mut before = 0.0;
    for (at, entry) in entries.iter().enumerate() {
        if found[at].is_some() {
            continue;
        }
        let (number, of) = (at + 1, entries.len());
        let tell = |share: f64| {
            let spent = before + share * costs[at];
            let done = spent / total.max(1e-9);
            progress(Progress { entry: &entry.name, number, of, done });
        };
        tell(0.0);
        let clock = Clock::start(&folder, &entry.name, commit());
        let context = Context {
            seed: options.seed,
            threads: options.threads,
            queue,
            records: &records,
            folder: &folder,
            clock: &clock,
            stop,
            progress: &tell,
        };
        let measured = kinds::run(entry, &all_settings[at], &context)
            // Whatever broke off because everything was to end was stopped.
            .map_err(|error| match stop.load(Ordering::Relaxed) {
                true => ExperimentError::Stopped,
                false => error.in_entry(&entry.name),
            })?;
        let spent = clock.spent();
        let result = EntryResult {
            entry: entry.name.clone(),
            size: options.size,
            sizes: entry.sizes(&all_settings[at]),
            settings: std::mem::take(&mut all_settings[at]),
            changes: options.changes.clone(),
            seed: options.seed.0,
            records: records.describe(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: commit().to_owned(),
            earlier_commits: spent.commits.into_iter().collect(),
            machine: machine::machine(),
            command: options.command(entry),
            finished: machine::now(),
            seconds: (spent.seconds * 10.0).round() / 10.0,
            shared: spent.shared.into_iter().collect(),
            measured,
        };
        folder.keep(entry, &result)?;
        found[at] = Some(result);
        before += costs[at];
    }
    let reported = entries.iter().zip(found).map(|(entry, result)| Reported { entry, result });
    Ok((folder, reported.collect()))
}

/// The commit the program was built from, or `unknown`.
pub fn commit() -> &'static str {
    option_env!("FUDA_COMMIT").unwrap_or("unknown")
}

/// Results kept in a folder of the project: one file per entry.
pub fn stored(folder: &Path) -> Result<Vec<Reported>, ExperimentError> {
    let read = |entry: &'static Entry| {
        let path = folder.join(format!("{}.json", entry.file_name()));
        let result = match std::fs::read(&path) {
            Ok(bytes) => {
                Some(serde_json::from_slice(&bytes).map_err(|e| ExperimentError::Folder {
                    folder: path.clone(),
                    reason: format!("is no result of an entry: {e}"),
                })?)
            }
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => None,
            Err(source) => return Err(ExperimentError::File { path, source }),
        };
        Ok(Reported { entry, result })
    };
    crate::entries().iter().map(read).collect()
}
