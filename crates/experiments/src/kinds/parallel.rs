//! Sharing numbered pieces of work over threads.

use crate::context::Context;
use crate::error::ExperimentError;
use fuda_core::try_in_order;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Does `count` pieces of work on the context's threads and gives their
/// results in order. The first error ends it.
pub fn each<T: Send>(
    context: &Context<'_>,
    count: usize,
    done: &(dyn Fn(usize) + Sync),
    work: &(dyn Fn(usize) -> Result<T, ExperimentError> + Sync),
) -> Result<Vec<T>, ExperimentError> {
    let finished = AtomicUsize::new(0);
    try_in_order(count, context.threads, |number| {
        let result = context.check().and_then(|()| work(number));
        done(finished.fetch_add(1, Ordering::Relaxed) + 1);
        result
    })
}
