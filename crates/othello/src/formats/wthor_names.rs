//! The name files of WTHOR: players (`.JOU`, 20 bytes a name) and
//! tournaments (`.TRN`, 26 bytes a name).

use super::fault;
use super::wthor::HEADER;
use crate::Othello;
use fuda_core::Record;
use fuda_core::formats::{Format, FormatError, RecordFile, Stats, Verification};
use std::path::Path;

const PLAYER: usize = 20;
const TOURNAMENT: usize = 26;

/// The names that belong to a file of games, as far as they are there.
#[derive(Default)]
pub(super) struct Names {
    players: Vec<String>,
    tournaments: Vec<String>,
}

impl Names {
    pub fn player(&self, number: usize) -> String {
        self.players.get(number).cloned().unwrap_or_else(|| format!("player {number}"))
    }

    pub fn tournament(&self, number: usize) -> String {
        self.tournaments.get(number).cloned().unwrap_or_else(|| format!("tournament {number}"))
    }
}

/// Names from the first `.JOU` and `.TRN` in the folder of a file; without
/// them numbers stand in.
pub(super) fn names_beside(path: &Path) -> Names {
    let mut names = Names::default();
    let folder = match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => return names,
    };
    let Ok(entries) = std::fs::read_dir(folder) else { return names };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        let Some(extension) = path.extension().map(|e| e.to_ascii_lowercase()) else { continue };
        let (list, width) = match extension.to_str() {
            Some("jou") => (&mut names.players, PLAYER),
            Some("trn") => (&mut names.tournaments, TOURNAMENT),
            _ => continue,
        };
        if list.is_empty()
            && let Ok(file) = RecordFile::read(&path)
            && let Ok(read) = read_names(&file.bytes, width)
        {
            *list = read;
        }
    }
    names
}

/// The names in a file whose names are `width` bytes each, in Latin-1 and
/// ended by a zero byte.
fn read_names(bytes: &[u8], width: usize) -> Result<Vec<String>, FormatError> {
    let Some(body) = bytes.get(HEADER..) else {
        let got = format!("{} bytes", bytes.len());
        return Err(fault("byte 0", "a header of 16 bytes", got));
    };
    // The number of names is the header's second count.
    let count = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    if body.len() != count * width {
        let expected = format!("{count} names of {width} bytes");
        return Err(fault("byte 8", expected, format!("{} bytes of names", body.len())));
    }
    let name = |raw: &[u8]| -> String {
        let text: String = raw.iter().take_while(|b| **b != 0).map(|b| char::from(*b)).collect();
        text.trim().to_owned()
    };
    Ok(body.chunks_exact(width).map(name).collect())
}

/// Lists of names: recognised so that they are not mistaken for anything else.
#[derive(Clone, Copy, Debug, Default)]
pub struct WthorNames;

fn width(file: &RecordFile) -> (&'static str, usize) {
    if file.extension() == "trn" { ("tournaments", TOURNAMENT) } else { ("players", PLAYER) }
}

impl Format<Othello> for WthorNames {
    fn name(&self) -> &'static str {
        "wthor-names"
    }

    fn about(&self) -> &'static str {
        "names of WTHOR's players (.JOU) and tournaments (.TRN); no games"
    }

    fn recognises(&self, file: &RecordFile) -> bool {
        ["jou", "trn"].contains(&file.extension().as_str())
    }

    fn verify(&self, file: &RecordFile, into: &mut Verification) {
        let (what, width) = width(file);
        match read_names(&file.bytes, width) {
            Ok(names) => {
                into.count(&format!("wthor {what}"), names.len() as u64);
                into.skip(file, "", format!("the names of {} {what}, no games", names.len()));
            }
            Err(e) => into.problem(file, e.place, e.expected, e.got),
        }
    }

    fn stats(&self, file: &RecordFile, into: &mut Stats) {
        let (what, width) = width(file);
        match read_names(&file.bytes, width) {
            Ok(names) => into.count(&format!("wthor {what}"), names.len() as u64),
            Err(e) => into.skip(file, e.place.clone(), e.to_string()),
        }
    }

    fn read(&self, file: &RecordFile) -> Result<Vec<Record<Othello>>, FormatError> {
        let (what, width) = width(file);
        let count = read_names(&file.bytes, width)?.len();
        Err(fault("the file", "games", format!("the names of {count} {what}, no games")))
    }
}
