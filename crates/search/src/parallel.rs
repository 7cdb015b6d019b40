//! A fixed number of independent workers, shared by any number of threads.

/// How many workers one thread does.
fn chunk(workers: usize, threads: usize) -> usize {
    workers.div_ceil(threads.max(1)).max(1)
}

/// Which of its thread's workers a worker is, and how many those are.
pub(crate) fn piece(number: usize, workers: usize, threads: usize) -> (usize, usize) {
    let chunk = chunk(workers, threads);
    let first = number - number % chunk;
    (number - first, chunk.min(workers - first))
}

/// Calls `work` with every worker and its number. What a worker does may only
/// depend on its number, so the result is the same for any number of threads.
pub(crate) fn for_each<W: Send>(
    workers: &mut [W],
    threads: usize,
    work: impl Fn(usize, &mut W) + Sync,
) {
    let chunk = chunk(workers.len(), threads);
    if chunk >= workers.len() {
        workers.iter_mut().enumerate().for_each(|(i, w)| work(i, w));
        return;
    }
    let work = &work;
    std::thread::scope(|scope| {
        for (c, part) in workers.chunks_mut(chunk).enumerate() {
            scope.spawn(move || {
                part.iter_mut().enumerate().for_each(|(i, w)| work(c * chunk + i, w));
            });
        }
    });
}

/// The part of `all` that worker `number` of `workers` does.
pub(crate) fn share(all: u64, workers: u64, number: u64) -> u64 {
    all / workers + u64::from(number < all % workers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_worker_is_done_once_and_knows_its_place() {
        for count in 1..12 {
            for threads in 1..14 {
                let mut workers = vec![0; count];
                for_each(&mut workers, threads, |number, worker| *worker += number + 1);
                assert!(workers.iter().copied().eq(1..=count), "{workers:?}");
                let pieces: Vec<_> = (0..count).map(|n| piece(n, count, threads)).collect();
                assert!(pieces.iter().all(|(nth, of)| nth < of));
                let last = pieces.iter().filter(|(nth, of)| nth + 1 == *of).count();
                assert_eq!(pieces.iter().filter(|(nth, _)| *nth == 0).count(), last);
                assert!(last <= threads);
            }
        }
    }

    #[test]
    fn shares_add_up() {
        for all in 0..40 {
            for workers in 1..9 {
                let sum: u64 = (0..workers).map(|n| share(all, workers, n)).sum();
                assert_eq!(sum, all);
            }
        }
    }
}
