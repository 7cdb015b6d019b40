//! What there is to do, and who can do it.

use crate::data::JobData;
use crate::error::QueueError;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

/// Runs tasks, one after the other. What it keeps from one to the next makes
/// it faster and changes no result.
pub type Runner<'a> = Box<dyn FnMut(u64) -> Result<Vec<u8>, String> + 'a>;

/// Runs tasks over the data it was made from.
pub trait Job: Send + Sync {
    /// Runs tasks by their numbers: the same bytes wherever, in whatever
    /// order and however often a task is run.
    fn runner(&self) -> Runner<'_>;
}

/// Makes jobs of one kind from their data.
pub trait JobKind: Send + Sync {
    /// The name by which workers know it.
    fn name(&self) -> &str;

    /// Makes a job. The data may come from anybody: it is checked, and what is
    /// wrong with it is an error.
    fn open(&self, data: &JobData) -> Result<Box<dyn Job>, String>;
}

/// A job to be done.
#[derive(Clone)]
pub struct Work<'a> {
    /// The name of the kind of job.
    pub kind: &'a str,
    /// Its description and data.
    pub data: &'a JobData,
    /// The numbers of its tasks, in ascending ranges.
    pub tasks: Vec<Range<u64>>,
    /// Raised when everything is to end soon.
    pub stop: Option<&'a AtomicBool>,
}

impl<'a> Work<'a> {
    /// All tasks from 0 up to a number.
    pub fn all(kind: &'a str, data: &'a JobData, tasks: u64) -> Work<'a> {
        Work { kind, data, tasks: std::iter::once(0..tasks).collect(), stop: None }
    }
}

/// Takes the results of tasks that follow each other from a first one on, in
/// any order, each once; may stop the run.
pub type Collect<'a> = &'a mut dyn FnMut(u64, Vec<Vec<u8>>) -> ControlFlow<()>;

/// Runs the tasks of jobs.
pub trait WorkQueue: Send + Sync {
    /// Runs all tasks and hands over their results. Of tasks that fail, the
    /// error of the lowest number is given.
    fn run(&self, work: &Work<'_>, collect: Collect<'_>) -> Result<(), QueueError>;
}
