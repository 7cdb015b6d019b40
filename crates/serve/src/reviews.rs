//! Uploaded files and the reviews that are being made of them.

use crate::any_game::FileInfo;
use crate::error::ServeError;
use crate::id;
use crate::pool::Pool;
use crate::review::ReviewRequest;
use crate::tables::Tables;
use fuda_core::formats::RecordFile;
use serde::Serialize;
use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// The most bytes of an upload, as sent and unpacked.
pub const LARGEST_UPLOAD: usize = 4 << 20;
const LARGEST_UNPACKED: u64 = 8 << 20;
/// The most lines: a game that is read takes far more than its few bytes.
const MOST_LINES: usize = 200_000;
/// After so long a review is given up: others wait for theirs.
const LONGEST_REVIEW: Duration = Duration::from_secs(30 * 60);
/// Uploads and unfinished reviews that are kept; the oldest go first.
const MOST_UPLOADS: usize = 32;
const MOST_UNFINISHED: usize = 32;

/// An upload that can be reviewed.
struct Upload {
    file: RecordFile,
    game: &'static str,
}

/// How far a review is.
#[derive(Debug, Default)]
struct Progress {
    done: AtomicUsize,
    total: AtomicUsize,
    failed: Mutex<Option<String>>,
}

/// What is known of a review that is being made.
#[derive(Clone, Debug, Serialize)]
pub struct Unfinished {
    /// Always `working` or `failed`.
    pub state: &'static str,
    /// Moves of the record that have been gone through.
    pub done: usize,
    /// Of how many.
    pub total: usize,
    /// Why it failed.
    pub error: Option<String>,
}

/// All uploads and reviews.
pub struct Reviews {
    tables: Arc<Tables>,
    /// Reviews take minutes; games do not wait for them.
    pool: Pool,
    /// Where files are read, one after the other.
    reader: Pool,
    uploads: Mutex<Kept<Arc<Upload>>>,
    working: Mutex<Kept<Arc<Progress>>>,
}

/// A few things by name; the oldest makes room.
struct Kept<T> {
    by_id: HashMap<String, T>,
    order: VecDeque<String>,
}

impl<T> Kept<T> {
    fn new() -> Kept<T> {
        Kept { by_id: HashMap::new(), order: VecDeque::new() }
    }

    fn add(&mut self, id: &str, thing: T, most: usize) {
        while self.order.len() >= most {
            if let Some(oldest) = self.order.pop_front() {
                self.by_id.remove(&oldest);
            }
        }
        self.by_id.insert(id.to_owned(), thing);
        self.order.push_back(id.to_owned());
    }

    fn remove(&mut self, id: &str) {
        self.by_id.remove(id);
        self.order.retain(|other| other != id);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Reviews {
    /// No upload yet.
    pub fn new(tables: Arc<Tables>, pool: Pool, reader: Pool) -> Reviews {
        let (uploads, working) = (Mutex::new(Kept::new()), Mutex::new(Kept::new()));
        Reviews { tables, pool, reader, uploads, working }
    }

    /// Reads an uploaded file on a thread of its own, and keeps it.
    pub async fn upload(
        self: &Arc<Self>,
        name: String,
        bytes: Vec<u8>,
    ) -> Result<(String, FileInfo), ServeError> {
        let (answer, answered) = oneshot::channel();
        let reviews = Arc::clone(self);
        self.reader.submit(move || {
            let _ = answer.send(reviews.take_in(&name, bytes));
        });
        answered.await.unwrap_or_else(|_| Err(ServeError::bad("the file cannot be read")))
    }

    fn take_in(&self, name: &str, bytes: Vec<u8>) -> Result<(String, FileInfo), ServeError> {
        let plain = Path::new(name).file_name().unwrap_or_default();
        let file = RecordFile::unpack(Path::new(plain), bytes, LARGEST_UNPACKED)
            .map_err(|e| ServeError::TooLarge(e.to_string()))?;
        let lines = file.bytes.iter().filter(|byte| **byte == b'\n').count();
        if lines > MOST_LINES {
            let message = format!("the file has {lines} lines; {MOST_LINES} at the most");
            return Err(ServeError::TooLarge(message));
        }
        let read = self.tables.games().iter().find_map(|game| game.inspect(&file));
        let Some(info) = read.transpose()? else {
            let names: Vec<String> = self
                .tables
                .games()
                .iter()
                .map(|game| format!("{} ({})", game.name(), game.info().formats.join(", ")))
                .collect();
            return Err(ServeError::Bad(format!(
                "expected a record of {}; this file is none of them",
                names.join("; ")
            )));
        };
        if info.count == 0 {
            return Err(ServeError::bad("there is no game in this file"));
        }
        let id = id::fresh()?;
        let upload = Arc::new(Upload { file, game: info.game });
        lock(&self.uploads).add(&id, upload, MOST_UPLOADS);
        Ok((id, info))
    }

    /// Begins a review of an upload.
    pub fn begin(
        self: &Arc<Self>,
        upload: &str,
        request: ReviewRequest,
    ) -> Result<String, ServeError> {
        let found = lock(&self.uploads).by_id.get(upload).cloned();
        let upload = found.ok_or_else(|| {
            ServeError::Missing("file of that name any more; please send it again".into())
        })?;
        let waiting = |p: &&Arc<Progress>| lock(&p.failed).is_none();
        if lock(&self.working).by_id.values().filter(waiting).count() >= MOST_UNFINISHED {
            return Err(ServeError::TooMany("too many reviews are waiting; try later".into()));
        }
        let id = id::fresh()?;
        let progress = Arc::new(Progress::default());
        lock(&self.working).add(&id, Arc::clone(&progress), 2 * MOST_UNFINISHED);
        let (reviews, name) = (Arc::clone(self), id.clone());
        self.pool.submit(move || reviews.make(&name, &upload, &request, &progress));
        Ok(id)
    }

    fn make(&self, id: &str, upload: &Upload, request: &ReviewRequest, progress: &Progress) {
        let begun = Instant::now();
        let mut tell = |done: usize, total: usize| {
            progress.done.store(done, Ordering::Relaxed);
            progress.total.store(total, Ordering::Relaxed);
            match begun.elapsed() < LONGEST_REVIEW {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        };
        let made = self
            .tables
            .game(upload.game)
            .and_then(|game| game.review_file(&upload.file, request, &mut tell))
            .and_then(|review| serde_json::to_string(&review).map_err(ServeError::internal))
            .and_then(|text| self.tables.store.save_review(id, &text));
        match made {
            Ok(()) => lock(&self.working).remove(id),
            Err(e) => *lock(&progress.failed) = Some(e.to_string()),
        }
    }

    /// A finished review as JSON, or how far it is.
    pub fn get(&self, id: &str) -> Result<Result<String, Unfinished>, ServeError> {
        if !id::is_id(id) {
            return Err(ServeError::Missing("review of that name".into()));
        }
        if let Some(progress) = lock(&self.working).by_id.get(id) {
            let error = lock(&progress.failed).clone();
            return Ok(Err(Unfinished {
                state: if error.is_some() { "failed" } else { "working" },
                done: progress.done.load(Ordering::Relaxed),
                total: progress.total.load(Ordering::Relaxed),
                error,
            }));
        }
        match self.tables.store.review(id)? {
            Some(text) => Ok(Ok(text)),
            None => Err(ServeError::Missing("review of that name".into())),
        }
    }
}
