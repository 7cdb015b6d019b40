//! Where and when something was measured, in words.

use std::time::{SystemTime, UNIX_EPOCH};

/// The machine: system, processor, cores.
pub fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let cpu = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let (system, kind) = (std::env::consts::OS, std::env::consts::ARCH);
    let cpu = cpu.map(|cpu| format!(", {cpu}")).unwrap_or_default();
    format!("{system} {kind}, {cores} cores{cpu}")
}

/// Now, in seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The day of a moment, as `2026-01-31`.
pub fn day(seconds: u64) -> String {
    // Days from 1 March 0000, in eras of 400 years (Hinnant).
    let days = seconds / 86_400 + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_709_164_799, "2024-02-28"),
            (4_107_542_399, "2100-02-28"),
        ] {
            assert_eq!(day(seconds), expected);
        }
    }
}
