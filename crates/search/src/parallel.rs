//! A fixed number of independent workers, shared by any number of threads.

/// Calls `work` with every worker and its number. What a worker does may only
/// depend on its number, so the result is the same for any number of threads.
pub(crate) fn for_each<W: Send>(
    workers: &mut [W],
    threads: usize,
    work: impl Fn(usize, &mut W) + Sync,
) {
    let threads = threads.clamp(1, workers.len().max(1));
    if threads == 1 {
        workers.iter_mut().enumerate().for_each(|(i, w)| work(i, w));
        return;
    }
    let chunk = workers.len().div_ceil(threads);
    let work = &work;
    std::thread::scope(|scope| {
        for (c, part) in workers.chunks_mut(chunk).enumerate() {
            scope.spawn(move || {
                part.iter_mut().enumerate().for_each(|(i, w)| work(c * chunk + i, w));
            });
        }
    });
}
