//! Numbered work on several threads whose results keep the order of the
//! numbers.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Does numbered work on some threads and gives the results in order, whatever
/// the number of threads.
pub fn in_order<R: Send>(count: usize, threads: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    match try_in_order(count, threads, |number| Ok::<R, Infallible>(work(number))) {
        Ok(results) => results,
        Err(never) => match never {},
    }
}

/// The same for work that can fail: after an error no more is begun, and the
/// error of the lowest number is given.
pub fn try_in_order<R: Send, E: Send>(
    count: usize,
    threads: usize,
    work: impl Fn(usize) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    try_in_order_with(count, threads, || (), |(), number| work(number))
}

/// The same where each thread keeps something from one piece of work to the
/// next, made by `begin`; no result may depend on what is kept.
pub fn try_in_order_with<S, R: Send, E: Send>(
    count: usize,
    threads: usize,
    begin: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let worker = || {
        let (mut kept, mut mine) = (begin(), Vec::new());
        while !failed.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            let result = work(&mut kept, number);
            failed.fetch_or(result.is_err(), Ordering::Relaxed);
            mine.push((number, result));
        }
        mine
    };
    let mut all: Vec<(usize, Result<R, E>)> = std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads.clamp(1, count.max(1))).map(|_| scope.spawn(worker)).collect();
        let join = |worker: std::thread::ScopedJoinHandle<'_, Vec<_>>| {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        workers.into_iter().flat_map(join).collect()
    });
    all.sort_unstable_by_key(|(number, _)| *number);
    all.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_and_the_lowest_error_is_given() {
        for threads in [0, 1, 3, 40] {
            assert_eq!(
                in_order(20, threads, |n| n * n),
                (0..20).map(|n| n * n).collect::<Vec<_>>()
            );
            assert!(in_order(0, threads, |n| n).is_empty());
            let wrong = try_in_order(20, threads, |n| if n < 7 { Ok(n) } else { Err(n) });
            assert_eq!(wrong, Err(7));
        }
    }
}
