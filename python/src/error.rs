//! What goes wrong, as Python exceptions.

use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use std::fmt::Display;

create_exception!(
    fuda,
    FudaError,
    PyValueError,
    "Something that fuda refuses: what it was, and what was expected."
);

/// An error of the workbench as a Python exception.
pub fn error(message: impl Display) -> PyErr {
    FudaError::new_err(message.to_string())
}
