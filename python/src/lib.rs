//! The Python package `fuda`.
//!
//! **What.** Every game of the workbench behind one set of Python classes:
//! games, positions, views, records, players and matches, one at a time; and
//! [`batch`], thousands of games at a time for training.
//!
//! **How it works.** Python knows no type parameters, so [`any`] has one
//! object-safe trait for everything a game is asked, written once for every
//! `G: Game`; [`games`] is the list of games, one line each. Errors become
//! `fuda.FudaError`, and so do panics; the interpreter lock is given up
//! wherever games are played.

mod any;
mod batch;
mod error;
mod game;
mod games;
mod guard;
mod hands;
mod matches;
mod model;
mod play;
mod player;
mod record;
mod view;

use pyo3::prelude::*;

/// The compiled part of the package `fuda`.
#[pymodule(gil_used = true)]
fn _fuda(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("FudaError", py.get_type::<error::FudaError>())?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<batch::StepResult>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<play::Position>()?;
    module.add_class::<view::View>()?;
    module.add_class::<record::Record>()?;
    module.add_class::<record::Decision>()?;
    module.add_class::<player::RawPlayer>()?;
    module.add_function(wrap_pyfunction!(game::game_names, module)?)?;
    module.add_function(wrap_pyfunction!(record::write_records, module)?)?;
    module.add_function(wrap_pyfunction!(hands::shanten_json, module)?)?;
    module.add_function(wrap_pyfunction!(hands::score_json, module)?)?;
    module.add_function(wrap_pyfunction!(hands::acceptance_json, module)?)?;
    module.add_function(wrap_pyfunction!(model::read_model, module)?)?;
    Ok(())
}
