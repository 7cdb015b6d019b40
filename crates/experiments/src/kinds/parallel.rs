//! Sharing numbered pieces of work over threads.

use crate::context::Context;
use crate::trouble::Trouble;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Does `count` pieces of work on the context's threads and gives their
/// results in order. The first trouble ends it.
pub fn each<T: Send>(
    context: &Context<'_>,
    count: usize,
    done: &(dyn Fn(usize) + Sync),
    work: &(dyn Fn(usize) -> Result<T, Trouble> + Sync),
) -> Result<Vec<T>, Trouble> {
    let (next, finished, failed) =
        (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let results: Mutex<Vec<(usize, Result<T, Trouble>)>> = Mutex::new(Vec::new());
    let threads = context.threads.clamp(1, count.max(1));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while !failed.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let result = context.check().and_then(|()| work(number));
                    failed.fetch_or(result.is_err(), Ordering::Relaxed);
                    let mut results = results.lock().unwrap_or_else(|e| e.into_inner());
                    results.push((number, result));
                    drop(results);
                    done(finished.fetch_add(1, Ordering::Relaxed) + 1);
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(|e| e.into_inner());
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}
