//! What can go wrong.

use thiserror::Error;

/// Why rows, parameters or models are refused.
#[derive(Debug, Error)]
pub enum LearnError {
    /// Dense numbers do not fill whole rows.
    #[error("{numbers} numbers do not make rows of {columns} columns")]
    RowLength {
        /// How many columns a row has.
        columns: usize,
        /// How many numbers came.
        numbers: usize,
    },
    /// A number is infinite or none at all.
    #[error("row {row}, column {column} is not a finite number")]
    NotFinite {
        /// The row, counted from 0.
        row: usize,
        /// The column, counted from 0.
        column: usize,
    },
    /// The columns of a sparse row are not ascending.
    #[error("the columns of row {row} are not in ascending order")]
    Unsorted {
        /// The row, counted from 0.
        row: usize,
    },
    /// A row has a column that the table has not.
    #[error("row {row} has column {column}, but there are {columns} columns")]
    NoSuchColumn {
        /// The row, counted from 0.
        row: usize,
        /// The column, counted from 0.
        column: usize,
        /// How many columns there are.
        columns: usize,
    },
    /// Labels and rows do not pair up.
    #[error("{labels} labels for {rows} rows; there must be one label per row")]
    LabelCount {
        /// How many labels came.
        labels: usize,
        /// How many rows came.
        rows: usize,
    },
    /// All labels are the same.
    #[error("all {rows} rows carry the same label ({label}); two classes are needed")]
    OneClass {
        /// How many rows there are.
        rows: usize,
        /// The label they all carry: 1 or 0.
        label: u8,
    },
    /// Newton's method was asked to minimise a loss with a corner.
    #[error("Newton's method needs a smooth loss: L2, not L1")]
    NotSmooth,
    /// A learner for zeros and ones was given other numbers.
    #[error("row {row}, column {column} is {value}; naive Bayes learns from zeros and ones")]
    NotBinary {
        /// The row, counted from 0.
        row: usize,
        /// The column, counted from 0.
        column: usize,
        /// What it is.
        value: f64,
    },
    /// A parameter is out of its range.
    #[error("{name} is {value}; it must be {wanted}")]
    Parameter {
        /// Which parameter.
        name: &'static str,
        /// What it is.
        value: f64,
        /// What it should be.
        wanted: &'static str,
    },
    /// A covariance could not be inverted.
    #[error("the covariance of the columns cannot be inverted; try a larger ridge than {ridge}")]
    Singular {
        /// The ridge that was too small.
        ridge: f64,
    },
    /// Cross-validation needs rows of both classes in every fold.
    #[error(
        "{folds} folds of {rows} rows: at least 2 folds, and no more than the rarer class has rows ({rarer})"
    )]
    Folds {
        /// How many folds were asked for.
        folds: usize,
        /// How many rows there are.
        rows: usize,
        /// How many rows the rarer class has.
        rarer: usize,
    },
    /// A model was made for other rows.
    #[error("the model has {model} columns, the rows have {rows}")]
    ModelColumns {
        /// What the model needs.
        model: usize,
        /// What the rows have.
        rows: usize,
    },
    /// A group has no alternative of the number that was chosen.
    #[error("group {group} has {alternatives} alternatives, but number {chosen} was chosen")]
    NoSuchAlternative {
        /// The group, counted from 0.
        group: usize,
        /// The number of the chosen alternative, counted from 0.
        chosen: usize,
        /// How many alternatives it has.
        alternatives: usize,
    },
    /// No group has two alternatives.
    #[error("{groups} groups, none with two alternatives: there is nothing to rank")]
    NoChoice {
        /// How many groups there are.
        groups: usize,
    },
    /// There are too few or too many weights, or one is not finite.
    #[error("expected {expected} finite weights, got {got}")]
    Weights {
        /// How many there must be.
        expected: usize,
        /// How many finite ones there are.
        got: usize,
    },
    /// A model file is refused.
    #[error(transparent)]
    Model(#[from] crate::ModelError),
}

/// Checks one parameter.
pub(crate) fn check(
    name: &'static str,
    value: f64,
    wanted: &'static str,
    fits: impl Fn(f64) -> bool,
) -> Result<(), LearnError> {
    if value.is_finite() && fits(value) {
        Ok(())
    } else {
        Err(LearnError::Parameter { name, value, wanted })
    }
}
