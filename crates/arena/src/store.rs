//! The store: an SQLite file that keeps a match as it is played.
//!
//! One row describes the match, and each further row holds the results of a
//! run of blocks as compact bytes ([`crate::codec`]) with a checksum. Rows
//! are written in transactions, so that whatever moment the program is
//! killed in, the file holds whole chunks; the blocks that are missing are
//! played when the match is started again. Only one program at a time can
//! use a store.

use crate::codec;
use crate::plan::{Description, Shape};
use crate::results::Chunk;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use thiserror::Error;

/// "fuda" in ASCII, in the place SQLite keeps for such marks.
const APPLICATION: i32 = 0x6675_6461;
/// The layout of the tables and chunks.
const LAYOUT: i32 = 1;
/// Chunks wait at most about this long for their transaction to be written.
const COMMIT_EVERY: Duration = Duration::from_millis(250);
/// Blocks are numbered below this.
const MOST_BLOCKS: u64 = 1 << 32;

const TABLES: &str = "
    CREATE TABLE run (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        description TEXT NOT NULL,
        checksum INTEGER NOT NULL,
        sessions INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE chunk (
        first INTEGER PRIMARY KEY,
        blocks INTEGER NOT NULL,
        data BLOB NOT NULL,
        checksum INTEGER NOT NULL
    ) STRICT;";

/// Why results cannot be kept in, or taken from, a store.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file is something else.
    #[error("{path}: this is not a store of matches ({what})")]
    NotAStore {
        /// Which file.
        path: PathBuf,
        /// What it is instead.
        what: String,
    },
    /// The file belongs to another match.
    #[error(
        "{path}: this store holds another match: its {field}: `{stored}`; asked for: `{wanted}`"
    )]
    OtherMatch {
        /// Which file.
        path: PathBuf,
        /// What differs.
        field: &'static str,
        /// What the store has.
        stored: String,
        /// What this match has.
        wanted: String,
    },
    /// The file is damaged.
    #[error("{path}: the store is damaged: {what}")]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Another program has it open.
    #[error("{path}: another program is using this store")]
    InUse {
        /// Which file.
        path: PathBuf,
    },
    /// It cannot be opened or made.
    #[error("{path}: the store cannot be opened or made: {what}")]
    Unopenable {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        what: String,
    },
    /// It cannot be written.
    #[error("{path}: the store cannot be written: {what}")]
    ReadOnly {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        what: String,
    },
    /// There is no room for more results.
    #[error(
        "{path}: the disk is full; what was stored before is safe, and the match can go on later"
    )]
    Full {
        /// Which file.
        path: PathBuf,
    },
    /// Anything else SQLite reports.
    #[error("{path}: {source}")]
    Sqlite {
        /// Which file.
        path: PathBuf,
        /// What it said.
        source: rusqlite::Error,
    },
}

/// An open store of one match.
#[derive(Debug)]
pub(crate) struct Store {
    path: PathBuf,
    db: Connection,
    /// Since when a transaction is open.
    open_since: Option<Instant>,
}

impl Store {
    /// Opens or makes the store of a match and gives the chunks it holds.
    pub fn open(
        path: &Path,
        description: &Description,
        shape: &Shape,
    ) -> Result<(Store, Vec<Chunk>), StoreError> {
        refuse_other_files(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let db = Connection::open_with_flags(path, flags).map_err(|e| explain(path, e))?;
        let mut store = Store { path: path.to_owned(), db, open_since: None };
        let known = store.prepare(description)?;
        let chunks = match known {
            true => store.load(shape)?,
            false => Vec::new(),
        };
        store.commit()?;
        Ok((store, chunks))
    }

    fn explain(&self, error: rusqlite::Error) -> StoreError {
        explain(&self.path, error)
    }

    fn damaged(&self, what: impl Into<String>) -> StoreError {
        StoreError::Damaged { path: self.path.clone(), what: what.into() }
    }

    /// Locks the file and sees to it that it describes this match; whether
    /// it was there before.
    fn prepare(&mut self, description: &Description) -> Result<bool, StoreError> {
        let set_up = "PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = NORMAL;
            PRAGMA trusted_schema = OFF; BEGIN EXCLUSIVE;";
        self.db.busy_timeout(Duration::from_millis(500)).map_err(|e| self.explain(e))?;
        self.db.execute_batch(set_up).map_err(|e| self.explain(e))?;
        self.open_since = Some(Instant::now());
        let number = |pragma: &str| {
            let sql = format!("SELECT {pragma}");
            self.db.query_row(&sql, [], |row| row.get::<_, i64>(0)).map_err(|e| self.explain(e))
        };
        let application = number("application_id FROM pragma_application_id")?;
        let layout = number("user_version FROM pragma_user_version")?;
        let tables = number("count(*) FROM sqlite_schema")?;
        if application == 0 && tables == 0 {
            self.create(description)?;
            return Ok(false);
        }
        let not_ours = |what: String| StoreError::NotAStore { path: self.path.clone(), what };
        if application != i64::from(APPLICATION) {
            return Err(not_ours("it is a database of another program".into()));
        }
        if layout != i64::from(LAYOUT) {
            return Err(not_ours(format!("its layout is {layout}, and {LAYOUT} is known")));
        }
        let check: String = self
            .db
            .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
            .map_err(|e| self.explain(e))?;
        if check != "ok" {
            return Err(self.damaged(check));
        }
        self.compare(description)?;
        // Writing something now shows at once whether writing is possible.
        let noted = self.db.execute("UPDATE run SET sessions = sessions + 1", []);
        noted.map_err(|e| self.explain(e))?;
        Ok(true)
    }

    fn create(&self, description: &Description) -> Result<(), StoreError> {
        let text = serde_json::to_string(description)
            .map_err(|e| self.damaged(format!("the description cannot be written: {e}")))?;
        let marks = format!(
            "PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {LAYOUT}; {TABLES}"
        );
        self.db.execute_batch(&marks).map_err(|e| self.explain(e))?;
        let checksum = codec::checksum(&[text.as_bytes()]);
        self.db
            .execute("INSERT INTO run VALUES (1, ?1, ?2, 1)", params![text, checksum])
            .map_err(|e| self.explain(e))?;
        Ok(())
    }

    /// Refuses the store of another match.
    fn compare(&self, wanted: &Description) -> Result<(), StoreError> {
        let row: Option<(String, i64)> = self
            .db
            .query_row("SELECT description, checksum FROM run WHERE id = 1", [], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .optional()
            .map_err(|e| self.explain(e))?;
        let (text, sum) = row.ok_or_else(|| self.damaged("it describes no match"))?;
        if codec::checksum(&[text.as_bytes()]) != sum {
            return Err(self.damaged("the checksum of its description is wrong"));
        }
        let stored: Description = serde_json::from_str(&text)
            .map_err(|e| self.damaged(format!("its description cannot be read: {e}")))?;
        match wanted.difference(&stored) {
            None => Ok(()),
            Some((field, wanted, stored)) => {
                Err(StoreError::OtherMatch { path: self.path.clone(), field, stored, wanted })
            }
        }
    }

    fn load(&self, shape: &Shape) -> Result<Vec<Chunk>, StoreError> {
        let explain = |e| self.explain(e);
        let mut chunks: Vec<Chunk> = Vec::new();
        let mut query = self
            .db
            .prepare("SELECT first, blocks, data, checksum FROM chunk ORDER BY first")
            .map_err(explain)?;
        let mut rows = query.query([]).map_err(explain)?;
        while let Some(row) = rows.next().map_err(explain)? {
            let first: i64 = row.get(0).map_err(explain)?;
            let blocks: i64 = row.get(1).map_err(explain)?;
            let data: Vec<u8> = row.get(2).map_err(explain)?;
            let sum: i64 = row.get(3).map_err(explain)?;
            let wrong = |what: &str| self.damaged(format!("the chunk at block {first} {what}"));
            if sum != chunk_checksum(first, blocks, &data) {
                return Err(wrong("has a wrong checksum"));
            }
            let end = chunks.last().map_or(0, |last| last.range().end);
            let numbers = u64::try_from(first).ok().zip(u64::try_from(blocks).ok());
            let (first, blocks) = numbers
                .filter(|&(f, b)| f >= end && b > 0 && f < MOST_BLOCKS && b < MOST_BLOCKS)
                .ok_or_else(|| wrong("overlaps another or has an impossible size"))?;
            let chunk = codec::decode(&data, first, blocks, shape);
            chunks.push(chunk.ok_or_else(|| wrong("cannot be read"))?);
        }
        Ok(chunks)
    }

    /// Takes in a chunk; it is written within a quarter of a second or so,
    /// provided that [`Store::tick`] is called now and then.
    pub fn put(&mut self, chunk: &Chunk, shape: &Shape) -> Result<(), StoreError> {
        if self.open_since.is_none() {
            self.db.execute_batch("BEGIN IMMEDIATE").map_err(|e| self.explain(e))?;
            self.open_since = Some(Instant::now());
        }
        let data = codec::encode(chunk, shape);
        let (first, blocks) = (chunk.first as i64, chunk.blocks as i64);
        let sum = chunk_checksum(first, blocks, &data);
        let insert = "INSERT INTO chunk VALUES (?1, ?2, ?3, ?4)";
        let explain = |e| explain(&self.path, e);
        let mut insert = self.db.prepare_cached(insert).map_err(explain)?;
        insert.execute(params![first, blocks, data, sum]).map_err(explain)?;
        drop(insert);
        self.tick()
    }

    /// Writes the open transaction if it has waited long enough.
    pub fn tick(&mut self) -> Result<(), StoreError> {
        match self.open_since {
            Some(since) if since.elapsed() >= COMMIT_EVERY => self.commit(),
            _ => Ok(()),
        }
    }

    /// Writes the open transaction now.
    pub fn commit(&mut self) -> Result<(), StoreError> {
        if self.open_since.take().is_some() {
            self.db.execute_batch("COMMIT").map_err(|e| self.explain(e))?;
        }
        Ok(())
    }
}

/// How every SQLite file begins.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Refuses names that SQLite takes for something else than a file, and files
/// that are neither empty nor a database: SQLite itself overwrites those that
/// are shorter than its header.
fn refuse_other_files(path: &Path) -> Result<(), StoreError> {
    let unopenable =
        |what: &str| Err(StoreError::Unopenable { path: path.to_owned(), what: what.to_owned() });
    if path.as_os_str().is_empty() {
        return unopenable("the name of a file is needed");
    }
    if path.as_os_str().as_encoded_bytes().starts_with(b":memory:") {
        return unopenable("a store has to be a file");
    }
    let Ok(known) = path.metadata() else { return Ok(()) };
    if !known.is_file() {
        return unopenable("it is no plain file");
    }
    let mut begin = Vec::new();
    let read = File::open(path).and_then(|file| file.take(16).read_to_end(&mut begin));
    match read {
        Err(e) => unopenable(&e.to_string()),
        Ok(_) if begin.is_empty() || begin == MAGIC => Ok(()),
        Ok(_) => {
            Err(StoreError::NotAStore { path: path.to_owned(), what: "it is no database".into() })
        }
    }
}

fn chunk_checksum(first: i64, blocks: i64, data: &[u8]) -> i64 {
    codec::checksum(&[&first.to_le_bytes(), &blocks.to_le_bytes(), data])
}

fn explain(path: &Path, source: rusqlite::Error) -> StoreError {
    let path = path.to_owned();
    let what = source.to_string();
    match source.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => {
            StoreError::NotAStore { path, what: "it is no database".into() }
        }
        Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged { path, what },
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::InUse { path },
        Some(ErrorCode::CannotOpen) => StoreError::Unopenable { path, what },
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            StoreError::ReadOnly { path, what }
        }
        Some(ErrorCode::DiskFull) => StoreError::Full { path },
        // Values of a type the tables do not allow, or broken text.
        None => StoreError::Damaged { path, what },
        Some(_) => StoreError::Sqlite { path, source },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drive::Limits;
    use crate::plan::Series;
    use fuda_core::Seed;

    fn shape() -> Shape {
        Shape { entrants: 1, seats: 1, seatings: vec![[0].into_iter().collect()], series: 1 }
    }

    fn description() -> Description {
        Description {
            game: "test".into(),
            rules: "none".into(),
            players: vec!["nobody".into()],
            seed: Seed(1),
            seating: "free-for-all".into(),
            series: Series::default(),
            limits: Limits::default(),
            version: "0".into(),
        }
    }

    /// Scores that are no whole numbers, so that they take some room.
    fn chunk(first: u64, blocks: u64) -> Chunk {
        let counts = vec![5; blocks as usize];
        Chunk {
            blocks,
            scores: (first..first + blocks).map(|b| b as f64 + 0.1).collect(),
            moves: counts.clone(),
            effort: counts,
            ..Chunk::new(first, 1)
        }
    }

    #[test]
    fn a_full_disk_is_told_and_loses_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.db");
        let (mut store, _) = Store::open(&path, &description(), &shape()).unwrap();
        store.put(&chunk(0, 100), &shape()).unwrap();
        store.commit().unwrap();
        store.db.execute_batch("PRAGMA max_page_count = 6").unwrap();
        let full = (1..50).find_map(|n| {
            let put = store.put(&chunk(n * 1000, 1000), &shape());
            put.and_then(|()| store.commit()).err()
        });
        assert!(matches!(full, Some(StoreError::Full { .. })), "{full:?}");
        drop(store);
        let (_, chunks) = Store::open(&path, &description(), &shape()).unwrap();
        assert_eq!(chunks[0], chunk(0, 100));
    }

    #[test]
    fn only_one_program_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.db");
        let held = Store::open(&path, &description(), &shape()).unwrap();
        let second = Store::open(&path, &description(), &shape());
        assert!(matches!(second, Err(StoreError::InUse { .. })), "{second:?}");
        drop(held);
        Store::open(&path, &description(), &shape()).unwrap();
    }

    #[test]
    fn chunks_of_a_killed_program_are_whole_or_absent() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.db");
        let (mut store, _) = Store::open(&path, &description(), &shape()).unwrap();
        store.put(&chunk(7, 3), &shape()).unwrap();
        store.commit().unwrap();
        store.put(&chunk(20, 3), &shape()).unwrap();
        // Dropped without a commit, as if killed.
        drop(store);
        let (_, chunks) = Store::open(&path, &description(), &shape()).unwrap();
        assert_eq!(chunks, [chunk(7, 3)]);
    }
}
