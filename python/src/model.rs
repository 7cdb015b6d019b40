//! Model files: what they are, and their numbers.

use crate::error::error;
use fuda_learn::{ModelFile, Numbers};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The metadata and the tensors of a model file.
#[pyfunction]
pub fn read_model<'py>(
    py: Python<'py>,
    path: &str,
) -> PyResult<(Bound<'py, PyDict>, Bound<'py, PyDict>)> {
    let file = ModelFile::open(path).map_err(error)?;
    let (about, tensors) = (PyDict::new(py), PyDict::new(py));
    about.set_item("kind", file.kind.name())?;
    for (name, value) in [
        ("game", &file.game),
        ("rules", &file.rules),
        ("encoder", &file.encoder),
        ("made_by", &file.made_by),
    ] {
        about.set_item(name, value)?;
    }
    about.set_item("settings", file.settings.clone())?;
    for (name, tensor) in &file.tensors {
        let shape = tensor.shape().to_vec();
        let array = match tensor.numbers() {
            Numbers::F32(list) => PyArray1::from_slice(py, list).reshape(shape)?.into_any(),
            Numbers::F64(list) => PyArray1::from_slice(py, list).reshape(shape)?.into_any(),
            Numbers::U64(list) => PyArray1::from_slice(py, list).reshape(shape)?.into_any(),
        };
        tensors.set_item(name, array)?;
    }
    Ok((about, tensors))
}
