//! Work that must not bring the interpreter down.

use crate::error::error;
use pyo3::PyResult;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `work`; a panic inside becomes a Python exception.
///
/// Positions are only replaced by what whole calls leave, so nothing is used
/// again that a panic has left half done.
pub fn guarded<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        let text = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| payload.downcast_ref::<String>().cloned());
        Err(error(format!("internal error: {}", text.unwrap_or_else(|| "no message".into()))))
    })
}
