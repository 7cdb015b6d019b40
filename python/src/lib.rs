//! The Python package `fuda`.
//!
//! **What.** Every game of the workbench behind one set of Python classes:
//! games, positions, views, records, players and matches, one at a time; and
//! [`batch`], thousands of games at a time for training.
//!
//! **How it works.** Python knows no type parameters, so [`any`] has one
//! object-safe trait for everything a game is asked, written once for every
//! `G: Game`; [`games`] is the list of games, one line each. Errors become
//! `fuda.FudaError`; the interpreter lock is given up wherever games are
//! played.

mod any;
mod batch;
mod error;
mod games;

use pyo3::prelude::*;

/// The compiled part of the package `fuda`.
#[pymodule(gil_used = true)]
fn _fuda(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("FudaError", py.get_type::<error::FudaError>())?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<batch::StepResult>()?;
    Ok(())
}
