//! Closed-pattern mining and feature selection over labelled binary tables.

mod bits;
mod cmim;
pub mod commands;
mod features;
mod format;
mod input;
mod lcm;
mod measure;
mod pattern;
mod table;

pub use bits::Count;
pub use cmim::{
    Chosen, Division, Measure, Round, RoundReport, SelectError, SelectParams, Spill, SpillFormat,
    SpilledPattern, Survivors, rank, select, select_divided, select_plain,
};
pub use features::Features;
pub use format::TextFormat;
pub use input::{
    InputError, PatternFileError, PositionSet, PositionSetHeader, PositionSetWriter, TableFormat,
    parse_patterns, parse_table, read_patterns, read_position_set, read_table,
};
pub use lcm::{
    CountGather, Gather, MineError, MineParams, Ordered, OrderedSink, PatternFormat, Plan,
    Progress, count_patterns,
};
pub use measure::{Filter, Logs, chi_square, conditional_information, entropy, information_gain};
pub use pattern::{CountSink, OwnedPattern, Pattern, Sink};
pub use table::{MOST_ROWS, Table, TableBuilder, TableError};
