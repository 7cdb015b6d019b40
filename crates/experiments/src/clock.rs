//! How long an entry takes over all parts of an interrupted run, and whose
//! measures it uses.

use crate::folder::{Made, RunFolder};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Instant;

/// What is kept of an entry that is not finished.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Spent {
    /// Seconds over all parts.
    pub seconds: f64,
    /// Entries that made measures it uses.
    pub shared: BTreeSet<String>,
    /// Other commits of the program that made measures it uses.
    pub commits: BTreeSet<String>,
}

/// The clock of one entry in one part of a run.
pub struct Clock<'a> {
    folder: &'a RunFolder,
    /// The entry's name.
    pub(crate) entry: &'a str,
    /// The commit of the program that runs.
    pub(crate) commit: &'a str,
    begun: Instant,
    before: Mutex<Spent>,
}

impl<'a> Clock<'a> {
    /// Goes on where the last part of the run stopped.
    pub fn start(folder: &'a RunFolder, entry: &'a str, commit: &'a str) -> Clock<'a> {
        let before = Mutex::new(folder.spent(entry));
        Clock { folder, entry, commit, begun: Instant::now(), before }
    }

    /// Notes that a measure is used.
    pub(crate) fn uses(&self, made: &Made) {
        let Ok(mut before) = self.before.lock() else { return };
        if made.entry != self.entry {
            before.shared.insert(made.entry.clone());
        }
        if made.commit != self.commit {
            before.commits.insert(made.commit.clone());
        }
    }

    /// What was spent until now, all parts together.
    pub(crate) fn spent(&self) -> Spent {
        let before = self.before.lock().map(|before| before.clone()).unwrap_or_default();
        Spent { seconds: before.seconds + self.begun.elapsed().as_secs_f64(), ..before }
    }

    /// Keeps it, so that a killed run loses little of its time.
    pub(crate) fn keep(&self) {
        // A time that cannot be kept is no reason to stop measuring.
        let _ = self.folder.keep_spent(self.entry, &self.spent());
    }
}

impl Drop for Clock<'_> {
    fn drop(&mut self) {
        self.keep();
    }
}
