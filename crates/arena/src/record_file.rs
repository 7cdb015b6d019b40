//! The file that keeps the games of a match.
//!
//! One record per line in fuda's own format. The games of a block are
//! appended as soon as the block is whole and before its results are stored,
//! so that a killed match loses none whose results it has; when the match
//! ends, the file is put in order. Results that come from the store are not
//! played again, so their games are in the file only if an earlier run of the
//! same match put them there.

use crate::error::ArenaError;
use crate::keeper::{DEAL_TAG, RecordKeeper};
use crate::plan::Plan;
use crate::report::MatchReport;
use fuda_core::{Game, Record};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The records of a match in a file.
#[derive(Debug)]
pub struct MatchRecords {
    path: PathBuf,
    file: File,
    games_per_block: usize,
    /// Where in the file the games of each block are.
    blocks: BTreeMap<u64, Range<u64>>,
    end: u64,
    /// Whether the blocks of the file are in order, with nothing between.
    ordered: bool,
}

/// What is in the file of a match that has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeptGames {
    /// Games in the file.
    pub games: u64,
    /// Deals of the report whose games are not there.
    pub missing: u64,
}

impl MatchRecords {
    /// Opens the file for a match. It must be new or empty, unless the match
    /// has a store: then games that an earlier run kept stay.
    pub fn open<G: Game>(path: &Path, plan: &Plan<G>) -> Result<MatchRecords, ArenaError> {
        let failed = |e: std::io::Error| wrong(path, e);
        if path.exists() && !path.metadata().map_err(failed)?.is_file() {
            return Err(wrong(path, "expected a regular file for the games"));
        }
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let mut kept = MatchRecords {
            path: path.to_owned(),
            file: file.map_err(failed)?,
            games_per_block: plan.shape.games(),
            blocks: BTreeMap::new(),
            end: 0,
            ordered: true,
        };
        let length = kept.file.metadata().map_err(failed)?.len();
        if length > 0 && plan.options.store.is_none() {
            return Err(wrong(
                path,
                "the file is already there; only a match with --store goes on with its games",
            ));
        }
        kept.read(plan)?;
        // A line that was being written when the program was killed.
        kept.file.set_len(kept.end).map_err(failed)?;
        Ok(kept)
    }

    /// Finds the blocks that an earlier run of the match has kept.
    fn read<G: Game>(&mut self, plan: &Plan<G>) -> Result<(), ArenaError> {
        let rules = plan.game.rules();
        let mut lines = BufReader::new(&self.file);
        let (mut line, mut number) = (String::new(), 0);
        let mut found: BTreeMap<u64, (usize, Range<u64>)> = BTreeMap::new();
        loop {
            line.clear();
            lines.read_line(&mut line).map_err(|e| wrong(&self.path, e))?;
            if !line.ends_with('\n') {
                break;
            }
            number += 1;
            let problem = |what: String| wrong(&self.path, format!("line {number}: {what}"));
            let record: Record<G> = serde_json::from_str(&line)
                .map_err(|e| problem(format!("expected a record of {}: {e}", G::NAME)))?;
            let ours = |name| plan.names.contains(name);
            let block = record.tags.get(DEAL_TAG).and_then(|deal| deal.parse().ok());
            let (true, Some(block)) = (record.rules == rules, block) else {
                return Err(problem("expected a game of this match, got another".into()));
            };
            if !record.players.iter().all(ours) {
                return Err(problem("expected players of this match, got others".into()));
            }
            let start = self.end;
            self.end += line.len() as u64;
            match found.get_mut(&block) {
                // Games of a block are written together; a second time counts.
                Some((games, range)) if range.end == start && *games < self.games_per_block => {
                    *games += 1;
                    range.end = self.end;
                }
                _ => drop(found.insert(block, (1, start..self.end))),
            }
        }
        let whole = found.into_iter().filter(|(_, (games, _))| *games == self.games_per_block);
        self.blocks = whole.map(|(block, (_, range))| (block, range)).collect();
        self.ordered = self.is_ordered();
        Ok(())
    }

    fn is_ordered(&self) -> bool {
        let mut next = 0;
        let follows = |range: &Range<u64>| std::mem::replace(&mut next, range.end) == range.start;
        self.blocks.values().all(follows) && next == self.end
    }

    /// Appends the games of a block.
    pub fn add<G: Game>(&mut self, block: u64, kept: RecordKeeper<G>) -> Result<(), ArenaError> {
        let failed = |e: std::io::Error| wrong(&self.path, e);
        let mut bytes = Vec::new();
        for record in &kept.records {
            serde_json::to_writer(&mut bytes, record).map_err(|e| failed(e.into()))?;
            bytes.push(b'\n');
        }
        self.file.seek(SeekFrom::Start(self.end)).map_err(failed)?;
        self.file.write_all(&bytes).map_err(failed)?;
        let last = self.blocks.last_key_value().map(|(last, _)| *last);
        self.ordered &= last.is_none_or(|last| last < block);
        let range = self.end..self.end + bytes.len() as u64;
        self.end = range.end;
        self.blocks.insert(block, range);
        Ok(())
    }

    /// Puts the games in order. Games of deals beyond the report's end stay
    /// where the match was interrupted and may go on.
    pub fn finish(mut self, report: &MatchReport) -> Result<KeptGames, ArenaError> {
        if !report.interrupted {
            let beyond = self.blocks.split_off(&report.deals);
            self.ordered &= beyond.is_empty();
        }
        let counted = self.blocks.range(..report.deals).count() as u64;
        let games = (self.blocks.len() * self.games_per_block) as u64;
        let failed = |e: std::io::Error| wrong(&self.path, e);
        match self.ordered {
            true => self.file.sync_all().map_err(failed)?,
            false => self.sort().map_err(failed)?,
        }
        Ok(KeptGames { games, missing: report.deals - counted })
    }

    /// Writes the blocks in order beside the file and moves that in its place.
    fn sort(&self) -> std::io::Result<()> {
        let target = self.path.canonicalize()?;
        let mut name = target.as_os_str().to_owned();
        name.push(".sorting");
        let sorting = PathBuf::from(name);
        let mut out = BufWriter::new(File::create(&sorting)?);
        let mut copy = || -> std::io::Result<()> {
            let mut source = &self.file;
            for range in self.blocks.values() {
                source.seek(SeekFrom::Start(range.start))?;
                std::io::copy(&mut source.take(range.end - range.start), &mut out)?;
            }
            out.flush()?;
            out.get_ref().sync_all()?;
            std::fs::rename(&sorting, &target)
        };
        copy().inspect_err(|_| drop(std::fs::remove_file(&sorting)))
    }
}

fn wrong(path: &Path, problem: impl ToString) -> ArenaError {
    ArenaError::Records { path: path.to_owned(), problem: problem.to_string() }
}
