//! A program under supervision.

mod error;
#[cfg(unix)]
mod guardian;
#[cfg(unix)]
mod spawn;
#[cfg(unix)]
#[path = "process/unix.rs"]
mod system;
#[cfg(not(unix))]
#[path = "process/unsupported.rs"]
mod system;
#[cfg(unix)]
mod tail;

pub use error::ProcessError;
pub use system::Process;

use std::time::{Duration, Instant};

/// What a program may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProcessLimits {
    /// How long it may take to get ready after its start.
    pub start_up: Duration,
    /// How long it may take to answer.
    pub answer: Duration,
    /// The most bytes a line of its output may have.
    pub line: usize,
    /// The most bytes of standard error between two answers; of that the
    /// last lines are kept.
    pub standard_error: u64,
    /// The most bytes of address space, where the system can limit it.
    pub memory: Option<u64>,
}

impl Default for ProcessLimits {
    fn default() -> ProcessLimits {
        ProcessLimits {
            start_up: Duration::from_secs(60),
            answer: Duration::from_secs(60),
            line: 1 << 20,
            standard_error: 16 << 20,
            memory: None,
        }
    }
}

/// A moment from now; far away when it cannot be counted.
pub(crate) fn later(time: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(time).unwrap_or_else(|| now + Duration::from_secs(86_400 * 365))
}
