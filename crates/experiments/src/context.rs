//! What every experiment is given.

use crate::clock::Clock;
use crate::error::ExperimentError;
use crate::folder::{Made, RunFolder};
use crate::records::Records;
use fuda_core::Seed;
use fuda_queue::WorkQueue;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::atomic::{AtomicBool, Ordering};

/// What an experiment may use, and to whom it reports its progress.
pub struct Context<'a> {
    /// The root of all random numbers.
    pub seed: Seed,
    /// How many threads share the work; no result depends on it.
    pub threads: usize,
    /// The queue whose workers do what can be divided, in place of threads.
    pub queue: Option<&'a dyn WorkQueue>,
    /// Records to compare with and to learn from.
    pub records: &'a Records,
    /// Where measures are kept.
    pub folder: &'a RunFolder,
    /// The clock of the entry.
    pub clock: &'a Clock<'a>,
    /// Raised when everything is to end soon.
    pub stop: &'a AtomicBool,
    /// Called with the part of the entry that is done.
    pub progress: &'a (dyn Fn(f64) + Sync),
}

impl Context<'_> {
    /// Measures once and keeps it under a key; entries that need the same
    /// measure share it, and an interrupted run finds it again.
    pub fn memo<T: Serialize + DeserializeOwned>(
        &self,
        key: impl Serialize,
        measure: impl FnOnce() -> Result<T, ExperimentError>,
    ) -> Result<T, ExperimentError> {
        let key = serde_json::to_value(key).map_err(ExperimentError::measuring)?;
        self.check()?;
        let (entry, commit) = (self.clock.entry.to_owned(), self.clock.commit.to_owned());
        let (value, made) = self.folder.memo(&key, Made { entry, commit }, measure)?;
        self.clock.uses(&made);
        self.clock.keep();
        Ok(value)
    }

    /// Whether it is time to end.
    pub fn check(&self) -> Result<(), ExperimentError> {
        match self.stop.load(Ordering::Relaxed) {
            true => Err(ExperimentError::Stopped),
            false => Ok(()),
        }
    }

    /// Reports that `done` of `of` parts are done, `part` of the next one being
    /// a share from 0 to 1.
    pub fn step(&self, done: usize, part: f64, of: usize) {
        (self.progress)(((done as f64 + part) / of.max(1) as f64).clamp(0.0, 1.0));
    }
}
