//! The games of a pair that are worth a look: those with the widest margins
//! and those that were lost by rule.

use crate::error::ArenaError;
use crate::keeper::{DEAL_TAG, FAULT_TAG, GAME_TAG};
use fuda_core::files;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// So many of the games that a player won by most are kept.
const WIDEST: usize = 3;
/// So many of the games that a player lost by rule are kept.
const MOST_FAULTS: usize = 10;

/// A game that is kept in a file of its own.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct KeptGame {
    /// The file's name in the folder of the records.
    pub file: String,
    /// Which deal, counted from 0.
    pub deal: u64,
    /// Which game of the deal, counted from 0.
    pub game: u64,
    /// Who sat where.
    pub players: Vec<String>,
    /// Who was ahead, and by how many points per chair; `None` for a game
    /// lost by rule.
    pub won: Option<(String, f64)>,
    /// Who lost by rule, and how.
    pub fault: Option<String>,
}

/// What of a record is needed here.
#[derive(Deserialize)]
struct Line {
    players: Vec<String>,
    scores: Option<Vec<f64>>,
    tags: BTreeMap<String, String>,
}

/// The games chosen so far, each with its line of the file.
#[derive(Default)]
struct Chosen {
    /// Those that each of the two won by most, the widest first.
    won: [Vec<(KeptGame, String)>; 2],
    /// The first that were lost by rule.
    faults: Vec<(KeptGame, String)>,
}

/// Chooses among the games of a pair in `folder/STEM.jsonl` and writes each
/// chosen one to a file of its own; those of an earlier run are removed.
pub(super) fn choose(
    folder: &Path,
    stem: &str,
    names: [&str; 2],
) -> Result<Vec<KeptGame>, ArenaError> {
    let path = folder.join(format!("{stem}.jsonl"));
    let wrong = |problem: String| ArenaError::Records { path: path.clone(), problem };
    let file = File::open(&path).map_err(|e| wrong(e.to_string()))?;
    let mut chosen = Chosen::default();
    for (number, line) in BufReader::new(file).lines().enumerate() {
        let line = line.map_err(|e| wrong(e.to_string()))?;
        let read: Line = serde_json::from_str(&line)
            .map_err(|e| wrong(format!("line {}: expected a record: {e}", number + 1)))?;
        chosen.look_at(read, line, stem, names);
    }
    remove_earlier(folder, stem).map_err(|e| wrong(e.to_string()))?;
    let Chosen { won: [first, second], faults } = chosen;
    let mut kept = Vec::new();
    for (game, line) in first.into_iter().chain(second).chain(faults) {
        let target = folder.join(&game.file);
        files::write(&target, format!("{line}\n").as_bytes())
            .map_err(|e| ArenaError::Records { path: target.clone(), problem: e.to_string() })?;
        kept.push(game);
    }
    Ok(kept)
}

impl Chosen {
    /// Takes a game in, if it is worth more than those chosen so far.
    fn look_at(&mut self, read: Line, line: String, stem: &str, names: [&str; 2]) {
        let number = |tag: &str| read.tags.get(tag).and_then(|n| n.parse().ok()).unwrap_or(0);
        let (deal, game) = (number(DEAL_TAG), number(GAME_TAG));
        let fault = read.tags.get(FAULT_TAG).cloned();
        let margin = read.scores.as_ref().map(|scores| margin(&read.players, scores, names));
        let file = format!("{stem}.deal{deal}-game{game}.jsonl");
        let mut kept = KeptGame { file, deal, game, players: read.players, won: None, fault };
        if kept.fault.is_some() {
            if self.faults.len() < MOST_FAULTS {
                self.faults.push((kept, line));
            }
            return;
        }
        let Some(margin) = margin.filter(|margin| *margin != 0.0) else { return };
        let side = usize::from(margin < 0.0);
        kept.won = Some((names[side].to_owned(), margin.abs()));
        let width = |game: &KeptGame| game.won.as_ref().map_or(0.0, |(_, width)| *width);
        // Behind those that are as wide: the earlier game stays.
        let list = &mut self.won[side];
        let at = list.partition_point(|(other, _)| width(other) >= margin.abs());
        list.insert(at, (kept, line));
        list.truncate(WIDEST);
    }
}

/// The mean points of the first's chairs minus those of the second's.
fn margin(players: &[String], scores: &[f64], names: [&str; 2]) -> f64 {
    let [first, second] = names.map(|name| {
        let chairs = players.iter().zip(scores).filter(|(player, _)| *player == name);
        let (count, sum) = chairs.fold((0.0, 0.0), |(n, sum), (_, score)| (n + 1.0, sum + score));
        if count > 0.0 { sum / count } else { 0.0 }
    });
    first - second
}

fn remove_earlier(folder: &Path, stem: &str) -> std::io::Result<()> {
    let start = format!("{stem}.deal");
    for entry in folder.read_dir()? {
        let entry = entry?;
        let name = entry.file_name();
        if name.to_str().is_some_and(|n| n.starts_with(&start) && n.ends_with(".jsonl")) {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
