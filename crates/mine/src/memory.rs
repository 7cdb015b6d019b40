//! How much memory there is: work that would not fit is refused before it
//! starts.

use thiserror::Error;

/// The most memory that a piece of work may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memory {
    bytes: u64,
}

/// Work that would need more memory than there is.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{what} needs {} of memory, and {} is free; {instead}", size(*needed), size(*free))]
pub struct TooLarge {
    /// What was asked for.
    pub what: String,
    /// The bytes it needs.
    pub needed: u64,
    /// The bytes there are.
    pub free: u64,
    /// What to do instead.
    pub instead: &'static str,
}

/// A number of bytes for people.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

impl Memory {
    /// So many bytes.
    pub fn bytes(bytes: u64) -> Memory {
        Memory { bytes }
    }

    /// What the system has free now, within the limit of the control group
    /// this process is in. Without limits where the system does not report it.
    pub fn free() -> Memory {
        let group = number("/sys/fs/cgroup/memory.max").map(|most| {
            most.saturating_sub(number("/sys/fs/cgroup/memory.current").unwrap_or_default())
        });
        let bytes = [available(), group].into_iter().flatten().min();
        Memory { bytes: bytes.unwrap_or(u64::MAX) }
    }

    /// Refuses work that needs more than there is, with the way out.
    pub fn check(
        self,
        needed: u64,
        what: impl FnOnce() -> String,
        instead: &'static str,
    ) -> Result<(), TooLarge> {
        match needed <= self.bytes {
            true => Ok(()),
            false => Err(TooLarge { what: what(), needed, free: self.bytes, instead }),
        }
    }

    /// Whether work of this size fits.
    pub fn holds(self, needed: u64) -> bool {
        needed <= self.bytes
    }
}

/// The whole number that a file consists of.
fn number(path: &str) -> Option<u64> {
    std::fs::read_to_string(path).ok()?.trim().parse().ok()
}

/// What Linux says can be had without swapping.
fn available() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused_with_the_number() {
        let memory = Memory::bytes(2_000_000_000);
        let check = |needed| memory.check(needed, || "a square".into(), "take a circle");
        assert_eq!(check(2_000_000_000), Ok(()));
        assert_eq!(
            check(104_946_129_800).unwrap_err().to_string(),
            "a square needs 104.9 GB of memory, and 2.0 GB is free; take a circle"
        );
        assert!(Memory::free().holds(1));
    }
}
