//! How much a process may take.

use std::io;

/// From now on this process gets at most so many bytes of memory of its own;
/// a task that wants more ends it.
#[cfg(unix)]
pub fn limit_memory(bytes: u64) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let maximum = getrlimit(Resource::Data).maximum;
    let bytes = maximum.map_or(bytes, |maximum| bytes.min(maximum));
    Ok(setrlimit(Resource::Data, Rlimit { current: Some(bytes), maximum })?)
}

/// This system knows no such limit.
#[cfg(not(unix))]
pub fn limit_memory(_: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
