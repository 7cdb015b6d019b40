//! OBF files among records: positions to solve, not games.

use super::fault;
use crate::position::read_position;
use crate::{Othello, read_obf};
use fuda_core::Record;
use fuda_core::formats::{Format, FormatError, RecordFile, Stats, Verification};

/// Endgame problems: recognised and checked, though they hold no games.
#[derive(Clone, Copy, Debug, Default)]
pub struct ObfFormat;

impl Format<Othello> for ObfFormat {
    fn name(&self) -> &'static str {
        "obf"
    }

    fn about(&self) -> &'static str {
        "OBF endgame problems: positions with scores, no games"
    }

    fn recognises(&self, file: &RecordFile) -> bool {
        let first = file.text().ok().and_then(|text| text.lines().find(|l| !l.trim().is_empty()));
        file.extension() == "obf" || first.is_some_and(|line| read_position(line).is_ok())
    }

    fn verify(&self, file: &RecordFile, into: &mut Verification) {
        match problems(file) {
            Ok(count) => {
                into.count("obf problems", count);
                into.skip(file, "", format!("{count} endgame problems, no games"));
            }
            Err(e) => into.problem(file, e.place, e.expected, e.got),
        }
    }

    fn stats(&self, file: &RecordFile, into: &mut Stats) {
        match problems(file) {
            Ok(count) => into.count("obf problems", count),
            Err(e) => into.skip(file, e.place.clone(), e.to_string()),
        }
    }

    fn read(&self, file: &RecordFile) -> Result<Vec<Record<Othello>>, FormatError> {
        let count = problems(file)?;
        Err(fault("the file", "games", format!("{count} endgame problems, no games")))
    }
}

fn problems(file: &RecordFile) -> Result<u64, FormatError> {
    match read_obf(file.text()?)?.len() {
        0 => Err(fault("the file", "at least one problem", "none")),
        count => Ok(count as u64),
    }
}
