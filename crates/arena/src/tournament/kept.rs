//! Which games of a pair are worth a look, each in a file of its own.

use crate::error::ArenaError;
use crate::highlights::{Highlights, KeptGame};
use fuda_core::files;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Chooses games of a pair and writes each to a file beside the file of all.
pub(super) fn choose(folder: &Path, stem: &str) -> Result<Vec<KeptGame>, ArenaError> {
    let path = folder.join(format!("{stem}.jsonl"));
    let wrong = |problem: String| ArenaError::Records { path: path.clone(), problem };
    let file = File::open(&path).map_err(|e| wrong(e.to_string()))?;
    let mut chosen = Highlights::default();
    for (number, line) in BufReader::new(file).lines().enumerate() {
        let line = line.map_err(|e| wrong(e.to_string()))?;
        chosen
            .look_at(line)
            .map_err(|e| wrong(format!("line {}: expected a record: {e}", number + 1)))?;
    }
    remove_earlier(folder, stem).map_err(|e| wrong(e.to_string()))?;
    let mut kept = Vec::new();
    for (mut game, line) in chosen.games() {
        game.file = format!("{stem}.deal{}-game{}.jsonl", game.deal, game.game);
        let target = folder.join(&game.file);
        files::write(&target, format!("{line}\n").as_bytes())
            .map_err(|e| ArenaError::Records { path: target.clone(), problem: e.to_string() })?;
        kept.push(game);
    }
    Ok(kept)
}

/// Takes away what an earlier run of the same pair chose.
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
