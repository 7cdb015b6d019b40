//! Records to compare with and to learn from: real ones from a folder, or
//! games that players of ours play against themselves.

use crate::entry::Size;
use crate::error::ExperimentError;
use crate::folder::REAL_RECORDS;
use fuda_arena::{SelfPlay, self_play};
use fuda_core::{Game, Record, RecordSet, RecordSetError, Seed};
use fuda_mahjong::Mahjong;
use fuda_othello::Othello;
use fuda_queue::WorkQueue;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Where records come from. They are read, or played, when first asked for.
pub struct Records {
    folder: Option<PathBuf>,
    seed: Seed,
    threads: usize,
    queue: Option<&'static dyn WorkQueue>,
    /// How many mahjong games our own player makes.
    own_games: u64,
    mahjong: OnceLock<Result<Vec<Record<Mahjong>>, String>>,
    othello: OnceLock<Result<Vec<Record<Othello>>, String>>,
}

impl fmt::Debug for Records {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Records").field("folder", &self.folder).finish_non_exhaustive()
    }
}

/// The player whose games stand in for real mahjong records.
pub const OWN_MAHJONG: &str = "eval";

impl Records {
    /// Records below a folder, or without one those of our own players. The
    /// folder must be there; what is in it is looked at when it is needed.
    pub fn new(
        folder: Option<&Path>,
        size: Size,
        seed: Seed,
        threads: usize,
        queue: Option<&'static dyn WorkQueue>,
    ) -> Result<Records, ExperimentError> {
        if let Some(folder) = folder
            && !folder.is_dir()
        {
            let name = folder.display();
            return Err(ExperimentError::Records(format!("--records: {name} is not a folder")));
        }
        let folder = folder.map(Path::to_owned);
        // The largest training sets of each size need so many.
        let own_games = match size {
            Size::Quick => 100,
            Size::Full => 320,
        };
        let (mahjong, othello) = (OnceLock::new(), OnceLock::new());
        Ok(Records { folder, seed, threads, queue, own_games, mahjong, othello })
    }

    /// Where they come from, in words that do not depend on the machine.
    pub fn describe(&self) -> String {
        match &self.folder {
            Some(folder) => format!(
                "{REAL_RECORDS} ({})",
                folder.file_name().map_or_else(|| ".".into(), |name| name.to_string_lossy())
            ),
            None => "games of our own players".to_owned(),
        }
    }

    /// Whether there are real records.
    pub fn are_real(&self) -> bool {
        self.folder.is_some()
    }

    /// A file below the folder of records, if there is such a folder and file.
    pub fn file(&self, below: &str) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(below)).filter(|path| path.is_file())
    }

    /// Whole mahjong games in the order of their files.
    pub fn mahjong(&self) -> Result<&[Record<Mahjong>], ExperimentError> {
        let games = self.mahjong.get_or_init(|| match &self.folder {
            Some(folder) => {
                let mut games: Vec<Record<Mahjong>> = read_below(folder, "mahjong")?;
                games.retain(|game| game.scores.is_some());
                match games.is_empty() {
                    true => Err(missing(folder, "mahjong", "whole games of mahjong")),
                    false => Ok(games),
                }
            }
            None => {
                let game = Mahjong::default();
                let recipe = fuda_players::mahjong().recipe(&game, OWN_MAHJONG);
                let recipe = recipe.map_err(|e| e.to_string())?;
                let Records { own_games: games, seed, threads, queue, .. } = *self;
                let options = SelfPlay { games, seed, threads };
                self_play(&game, &[recipe.entrant()], options, queue, &|| {})
                    .map_err(|e| e.to_string())
            }
        });
        games.as_deref().map_err(|reason| ExperimentError::Records(reason.clone()))
    }

    /// What a report has to say about the mahjong records.
    pub fn mahjong_note(&self) -> Result<String, ExperimentError> {
        let count = self.mahjong()?.len();
        Ok(match self.are_real() {
            true => format!("{count} real games"),
            false => format!(
                "no records were named, so {count} games of `{OWN_MAHJONG}` against itself stand \
                 in for those of experts: agreement is with that player, not with people"
            ),
        })
    }

    /// Othello games; without a folder there are none, and positions come
    /// from random play alone.
    pub fn othello(&self) -> Result<&[Record<Othello>], ExperimentError> {
        let games = self.othello.get_or_init(|| match &self.folder {
            Some(folder) => {
                let games = read_below(folder, "othello")?;
                match games.is_empty() {
                    true => Err(missing(folder, "othello", "games of Othello")),
                    false => Ok(games),
                }
            }
            None => Ok(Vec::new()),
        });
        games.as_deref().map_err(|reason| ExperimentError::Records(reason.clone()))
    }
}

fn missing(folder: &Path, below: &str, what: &str) -> String {
    let folder = folder.display();
    format!(
        "--records: there are no {what} in {folder}/{below}; expected files `fuda records` knows"
    )
}

/// The games in all files below a folder that one of the game's formats knows.
fn read_below<G: Game>(folder: &Path, below: &str) -> Result<Vec<Record<G>>, String> {
    let top = folder.join(below);
    if !top.is_dir() {
        return Err(format!("--records: {} is missing", top.display()));
    }
    match RecordSet::read(&[top], |_, _| {}) {
        Ok(set) => Ok(set.records),
        Err(RecordSetError::NoRecord { .. } | RecordSetError::NoFile) => Ok(Vec::new()),
        Err(e) => Err(e.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_without_records_are_told() {
        let home = tempfile::tempdir().unwrap();
        let wrong = Records::new(Some(&home.path().join("none")), Size::Quick, Seed(1), 1, None)
            .unwrap_err();
        assert!(wrong.to_string().contains("is not a folder"), "{wrong}");
        let records = Records::new(Some(home.path()), Size::Quick, Seed(1), 1, None).unwrap();
        let wrong = records.mahjong().unwrap_err().to_string();
        assert!(wrong.contains("mahjong is missing"), "{wrong}");
        std::fs::create_dir(home.path().join("othello")).unwrap();
        std::fs::write(home.path().join("othello/readme.md"), "no game").unwrap();
        let wrong = records.othello().unwrap_err().to_string();
        assert!(wrong.contains("no games of Othello"), "{wrong}");
    }
}
