//! Sums over many rows, shared by threads, the same whatever their number.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Rows in a fixed number of parts, each with sums of its own: parts are
/// worked on by any thread and added up in their order.
pub(crate) struct Passes {
    parts: Vec<Range<usize>>,
    sums: Vec<Mutex<Vec<f64>>>,
    threads: usize,
}

/// More parts than threads, since threads are not equally fast; few enough
/// that adding their sums up costs nothing beside the rows.
const PARTS: usize = 8;
/// Less work than this, in cells, is not worth a thread.
const LEAST: usize = 200_000;

impl Passes {
    /// Parts of rows that have so many cells each in front of them: `starts`
    /// has one more number than there are rows.
    pub fn new(starts: &[usize], columns: usize, threads: usize) -> Passes {
        let rows = starts.len() - 1;
        let cells = starts[rows] - starts[0];
        let parts = if cells < 2 * LEAST { 1 } else { PARTS };
        let bound = |part: usize| {
            let wanted = starts[0] + cells / parts * part;
            if part == parts { rows } else { starts.partition_point(|&start| start < wanted) }
        };
        let parts: Vec<Range<usize>> =
            (0..parts).map(|part| bound(part).min(rows)..bound(part + 1).min(rows)).collect();
        let sums = parts.iter().map(|_| Mutex::new(vec![0.0; columns])).collect();
        Passes { threads: threads.clamp(1, parts.len()), parts, sums }
    }

    /// Calls `work` with each part of the rows and of `kept` (one number or
    /// more per row, `stride(row)` being where a row's begin), and with sums
    /// that are 0 at first; gives the total of what it returns, and the sums
    /// added to `into`.
    pub fn run<K: Send>(
        &self,
        kept: &mut [K],
        stride: impl Fn(usize) -> usize,
        into: Option<&mut [f64]>,
        work: impl Fn(Range<usize>, &mut [K], &mut [f64]) -> f64 + Sync,
    ) -> f64 {
        let mut slices = Vec::with_capacity(self.parts.len());
        let (mut rest, mut before) = (kept, 0);
        for part in &self.parts {
            let (head, tail) = rest.split_at_mut(stride(part.end) - before);
            before = stride(part.end);
            slices.push(Mutex::new((head, 0.0)));
            rest = tail;
        }
        let summing = into.is_some();
        let next = AtomicUsize::new(0);
        let worker = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(part) = self.parts.get(number) else { break };
                let mut slice = slices[number].lock().unwrap_or_else(|e| e.into_inner());
                let mut sums = self.sums[number].lock().unwrap_or_else(|e| e.into_inner());
                if summing {
                    sums.fill(0.0);
                }
                slice.1 = work(part.clone(), slice.0, &mut sums);
            }
        };
        if self.threads == 1 {
            worker();
        } else {
            std::thread::scope(|scope| {
                for _ in 1..self.threads {
                    scope.spawn(worker);
                }
                worker();
            });
        }
        if let Some(into) = into {
            for sums in &self.sums {
                let sums = sums.lock().unwrap_or_else(|e| e.into_inner());
                into.iter_mut().zip(sums.iter()).for_each(|(x, y)| *x += y);
            }
        }
        let total = |slice: Mutex<(&mut [K], f64)>| match slice.into_inner() {
            Ok((_, total)) => total,
            Err(poisoned) => poisoned.into_inner().1,
        };
        slices.into_iter().map(total).sum()
    }
}
