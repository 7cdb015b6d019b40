//! What every experiment is given.

use crate::folder::RunFolder;
use crate::records::Records;
use crate::trouble::Trouble;
use fuda_core::Seed;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::atomic::{AtomicBool, Ordering};

/// What an experiment may use, and whom it tells how far it is.
pub struct Context<'a> {
    /// The root of all random numbers.
    pub seed: Seed,
    /// How many threads share the work; no result depends on it.
    pub threads: usize,
    /// Records to compare with and to learn from.
    pub records: &'a Records,
    /// Where measures are kept.
    pub folder: &'a RunFolder,
    /// Raised when everything is to end soon.
    pub stop: &'a AtomicBool,
    /// Told the share of the entry that is done.
    pub progress: &'a (dyn Fn(f64) + Sync),
}

impl Context<'_> {
    /// Measures once and keeps it under a key; entries that need the same
    /// measure share it, and an interrupted run finds it again.
    pub fn memo<T: Serialize + DeserializeOwned>(
        &self,
        key: impl Serialize,
        measure: impl FnOnce() -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        let key = serde_json::to_value(key).map_err(Trouble::measuring)?;
        self.check()?;
        self.folder.memo(&key, measure)
    }

    /// Whether it is time to end.
    pub fn check(&self) -> Result<(), Trouble> {
        match self.stop.load(Ordering::Relaxed) {
            true => Err(Trouble::Stopped),
            false => Ok(()),
        }
    }

    /// Tells that `done` of `of` parts are done, `part` of the next one being
    /// a share from 0 to 1.
    pub fn step(&self, done: usize, part: f64, of: usize) {
        (self.progress)(((done as f64 + part) / of.max(1) as f64).clamp(0.0, 1.0));
    }
}
