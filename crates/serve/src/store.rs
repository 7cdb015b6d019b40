//! What survives a restart: tables, reviews and matches, in one SQLite file.

use crate::error::ServeError;
use rusqlite::{Connection, OptionalExtension, params};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many tables and how many reviews are kept; the oldest go first.
const MOST_KEPT: i64 = 20_000;
/// The most bytes of all of them together.
const LARGEST: i64 = 2 << 30;

/// All tables of a store.
const TABLES: [&str; 4] = ["tables", "reviews", "matches", "match_games"];

/// A table that no store has, where there is one: then the file is left as it is.
fn foreign_table(connection: &Connection) -> Result<Option<String>, rusqlite::Error> {
    let mut names = connection.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )?;
    let names: Vec<String> = names.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok(names.into_iter().find(|name| !TABLES.contains(&name.as_str())))
}

/// The store.
pub struct Store {
    connection: Mutex<Connection>,
}

impl Store {
    /// Opens or makes the file; in memory where none is named.
    pub fn open(path: Option<&Path>) -> Result<Store, ServeError> {
        match path {
            Some(path) => Store::at(path).map_err(|e| match e {
                ServeError::Store(e) => ServeError::Bad(format!("{}: {e}", path.display())),
                other => other,
            }),
            None => Store::prepare(Connection::open_in_memory()?),
        }
    }

    fn at(path: &Path) -> Result<Store, ServeError> {
        let connection = Connection::open(path)?;
        if let Some(name) = foreign_table(&connection)? {
            let message = format!(
                "{}: expected a store of fuda serve, got a database of another program (it has \
                 the table `{name}`)",
                path.display()
            );
            return Err(ServeError::Bad(message));
        }
        Store::prepare(connection)
    }

    fn prepare(connection: Connection) -> Result<Store, ServeError> {
        connection.busy_timeout(std::time::Duration::from_secs(5))?;
        connection.execute_batch(
            "PRAGMA journal_mode = WAL;
             PRAGMA synchronous = NORMAL;
             CREATE TABLE IF NOT EXISTS tables (
                 id TEXT PRIMARY KEY, game TEXT NOT NULL, saved TEXT NOT NULL,
                 touched INTEGER NOT NULL);
             CREATE TABLE IF NOT EXISTS reviews (
                 id TEXT PRIMARY KEY, review TEXT NOT NULL, touched INTEGER NOT NULL);
             CREATE TABLE IF NOT EXISTS matches (
                 id TEXT PRIMARY KEY, match TEXT NOT NULL, touched INTEGER NOT NULL);
             CREATE TABLE IF NOT EXISTS match_games (
                 id TEXT PRIMARY KEY, games TEXT NOT NULL, page TEXT NOT NULL);
             CREATE INDEX IF NOT EXISTS tables_touched ON tables (touched);
             CREATE INDEX IF NOT EXISTS reviews_touched ON reviews (touched);
             CREATE INDEX IF NOT EXISTS matches_touched ON matches (touched);",
        )?;
        Ok(Store { connection: Mutex::new(connection) })
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a table as it stands.
    pub fn save_table(&self, id: &str, game: &str, saved: &str) -> Result<(), ServeError> {
        let connection = self.connection();
        connection.execute(
            "INSERT INTO tables (id, game, saved, touched) VALUES (?1, ?2, ?3, unixepoch())
             ON CONFLICT (id) DO UPDATE SET saved = ?3, touched = unixepoch()",
            params![id, game, saved],
        )?;
        Ok(())
    }

    /// The game and the state of a table, if there is one of this name.
    pub fn table(&self, id: &str) -> Result<Option<(String, String)>, ServeError> {
        let connection = self.connection();
        let mut query =
            connection.prepare_cached("SELECT game, saved FROM tables WHERE id = ?1")?;
        Ok(query.query_row([id], |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
    }

    /// Keeps a review.
    pub fn save_review(&self, id: &str, review: &str) -> Result<(), ServeError> {
        let connection = self.connection();
        connection.execute(
            "INSERT OR REPLACE INTO reviews (id, review, touched) VALUES (?1, ?2, unixepoch())",
            params![id, review],
        )?;
        Ok(())
    }

    /// A review, if there is one of this name.
    pub fn review(&self, id: &str) -> Result<Option<String>, ServeError> {
        let connection = self.connection();
        let mut query = connection.prepare_cached("SELECT review FROM reviews WHERE id = ?1")?;
        Ok(query.query_row([id], |row| row.get(0)).optional()?)
    }

    /// Keeps a match as it stands.
    pub fn save_match(&self, id: &str, text: &str) -> Result<(), ServeError> {
        let connection = self.connection();
        connection.execute(
            "INSERT INTO matches (id, match, touched) VALUES (?1, ?2, unixepoch())
             ON CONFLICT (id) DO UPDATE SET match = ?2",
            params![id, text],
        )?;
        Ok(())
    }

    /// A match, if there is one of this name.
    pub fn kept_match(&self, id: &str) -> Result<Option<String>, ServeError> {
        let connection = self.connection();
        let mut query = connection.prepare_cached("SELECT match FROM matches WHERE id = ?1")?;
        Ok(query.query_row([id], |row| row.get(0)).optional()?)
    }

    /// Keeps games of a match and its report as a page.
    pub fn save_match_games(&self, id: &str, games: &str, page: &str) -> Result<(), ServeError> {
        let connection = self.connection();
        connection.execute(
            "INSERT OR REPLACE INTO match_games (id, games, page) VALUES (?1, ?2, ?3)",
            params![id, games, page],
        )?;
        Ok(())
    }

    /// The kept games of a match, one per line.
    pub fn match_games(&self, id: &str) -> Result<Option<String>, ServeError> {
        self.of_match("SELECT games FROM match_games WHERE id = ?1", id)
    }

    /// The report of a match as a page.
    pub fn match_page(&self, id: &str) -> Result<Option<String>, ServeError> {
        self.of_match("SELECT page FROM match_games WHERE id = ?1", id)
    }

    fn of_match(&self, query: &str, id: &str) -> Result<Option<String>, ServeError> {
        let connection = self.connection();
        let mut query = connection.prepare_cached(query)?;
        Ok(query.query_row([id], |row| row.get(0)).optional()?)
    }

    /// The names of the latest matches, the newest first.
    pub fn matches(&self) -> Result<Vec<String>, ServeError> {
        let connection = self.connection();
        let mut query = connection
            .prepare_cached("SELECT id FROM matches ORDER BY touched DESC, rowid DESC LIMIT 50")?;
        let names = query.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(names)
    }

    /// Forgets the oldest where there are too many.
    pub fn prune(&self) -> Result<(), ServeError> {
        self.prune_to(MOST_KEPT, LARGEST)
    }

    fn prune_to(&self, most: i64, largest: i64) -> Result<(), ServeError> {
        let connection = self.connection();
        let kept = [("tables", "saved"), ("reviews", "review"), ("matches", "match")];
        let mut most = kept.map(|_| most);
        loop {
            for ((name, _), most) in kept.iter().zip(most) {
                // The index makes this cheap where nothing is too much.
                connection.execute(
                    &format!(
                        "DELETE FROM {name} WHERE id IN
                         (SELECT id FROM {name} ORDER BY touched DESC LIMIT -1 OFFSET ?1)"
                    ),
                    [most],
                )?;
            }
            connection
                .execute("DELETE FROM match_games WHERE id NOT IN (SELECT id FROM matches)", [])?;
            let used = connection.query_row(
                "SELECT (page_count - freelist_count) * page_size
                 FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
                [],
                |row| row.get::<_, i64>(0),
            )?;
            if used <= largest {
                return Ok(());
            }
            // What takes the most goes, and nothing else for its sake.
            let sizes = kept.map(|(name, column)| {
                let sum =
                    format!("SELECT COUNT(*), COALESCE(SUM(LENGTH({column})), 0) FROM {name}");
                connection
                    .query_row(&sum, [], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)))
            });
            let mut largest_one = (0, 0, 0);
            for (at, size) in sizes.into_iter().enumerate() {
                let (count, bytes) = size?;
                if count > 1 && bytes >= largest_one.2 {
                    largest_one = (at, count, bytes);
                }
            }
            let (at, count, _) = largest_one;
            if count <= 1 {
                return Ok(());
            }
            most[at] = count * 3 / 4;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_is_there_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.sqlite");
        let store = Store::open(Some(&path)).unwrap();
        store.save_table("a", "othello", "{}").unwrap();
        store.save_table("a", "othello", "{1}").unwrap();
        drop(store);
        let store = Store::open(Some(&path)).unwrap();
        assert_eq!(store.table("a").unwrap(), Some(("othello".into(), "{1}".into())));
        assert_eq!(store.table("b").unwrap(), None);
        store.prune().unwrap();
        assert!(store.table("a").unwrap().is_some());
    }

    /// Whoever fills the store pushes out what is oldest, and it grows no more.
    #[test]
    fn the_oldest_go_where_there_is_too_much() {
        let store = Store::open(None).unwrap();
        let long = "x".repeat(20_000);
        for i in 0..40 {
            store.save_review(&format!("r{i}"), &long).unwrap();
            store.save_table(&format!("t{i}"), "othello", "{}").unwrap();
        }
        let kept = || {
            let reviews = (0..40).filter(|i| store.review(&format!("r{i}")).unwrap().is_some());
            let tables = (0..40).filter(|i| store.table(&format!("t{i}")).unwrap().is_some());
            (reviews.count(), tables.count())
        };
        store.prune_to(30, i64::MAX).unwrap();
        assert_eq!(kept(), (30, 30));
        store.prune_to(30, 300_000).unwrap();
        let (reviews, tables) = kept();
        assert!((1..15).contains(&reviews) && tables == 30, "{reviews} {tables}");
    }

    #[test]
    fn what_is_no_store_is_refused_by_name_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("other.db");
        let refused = |path: &Path| Store::open(Some(path)).err().unwrap().to_string();
        let other = Connection::open(&path).unwrap();
        other.execute_batch("CREATE TABLE chunk (first INTEGER);").unwrap();
        drop(other);
        let before = std::fs::read(&path).unwrap();
        let said = refused(&path);
        assert!(said.contains("other.db") && said.contains("`chunk`"), "{said}");
        assert_eq!(std::fs::read(&path).unwrap(), before);
        std::fs::write(&path, "this is no database".repeat(100)).unwrap();
        assert!(refused(&path).contains("other.db: file is not a database"), "{}", refused(&path));
        assert!(refused(&folder.path().join("none/x")).contains("none/x"));
    }
}
