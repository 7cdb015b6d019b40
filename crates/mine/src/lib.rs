//! Closed-pattern mining and feature selection over labelled binary tables.
//!
//! **What.** From rows that have some of many items, all *closed frequent
//! patterns*: sets of items that occur together in enough rows and cannot be
//! made larger without losing rows. From too many patterns it selects the
//! few that are most informative about a label, given each other.
//!
//! **Why.** A position of a game is such a row. A pattern is a conjunction of
//! simple features; a few hundred good ones make a linear evaluation better
//! than all simple features do, and nobody has to design them.
//!
//! **The types in one look.**
//!
//! | type | what it is |
//! |---|---|
//! | [`Table`] | rows of items, with labels; [`read_table`] reads FIMI, svmlight, position sets as a [`TableFile`] |
//! | [`MineParams`], [`Filter`] | what to mine |
//! | [`Plan`] | a table made ready, cut into tasks that any thread or machine can search |
//! | [`Sink`], [`Gather`] | who takes the patterns: counted, written in order, spilled |
//! | [`Features`] | items or patterns as bit columns |
//! | [`select`], [`rank`] | CMIM; information gain and chi-square |
//! | [`Spill`], [`Division`], [`select_divided`] | CMIM over more patterns than memory holds |
//! | [`MineKind`] | mining as a job for workers on other machines |
//! | [`pipeline`] | mining, selecting and classifying as steps with reports; all steps in a folder |
//! | [`ItemNames`] | what items mean, in words |
//! | [`Memory`] | how much there is: what would not fit is refused before it starts |
//!
//! ```
//! use fuda_mine::{Features, MineParams, SelectParams, Table, count_patterns, select};
//! let rows: [&[u32]; 4] = [&[1, 7, 9], &[2, 7, 9], &[1, 2], &[1, 7, 9]];
//! let table = Table::new(rows, Some(vec![true, false, false, true]))?;
//! assert_eq!(count_patterns(&table, &MineParams::new(2))?, 5);
//! let chosen = select(&Features::of_items(&table), &SelectParams::default());
//! assert_eq!(table.name(chosen[0].feature as u32), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **How it works.** The miner walks the tree of closed patterns depth first
//! (prefix-preserving closure extension): a pattern is extended by an item
//! and closed, and kept only if its closure has no item that an earlier
//! branch added, so that each is met once and nothing needs to be remembered.
//! Memory is that of the path. Dense rows are searched as bit columns, all
//! pairs of a node's candidates counted at once with the widest popcount
//! there is; sparse rows as lists, until they are dense enough. Positive rows
//! come first in every column, so each count carries its share of positives
//! for nothing; with a filter, whatever cannot lead to a pattern that passes
//! is left out like what is not frequent. The tree is cut below the root into
//! tasks by a rule that knows the table and what is asked for alone; results
//! are put in the order of tasks, so that one
//! thread and a hundred machines write the same bytes.
//!
//! **Sources.** Uno, Kiyomi, Arimura, *LCM ver. 2* (2004); Lucchese, Orlando,
//! Perego, *DCI-Closed* (2004); Fleuret, *Fast binary feature selection with
//! conditional mutual information* (2004); Miwa, Yokoyama, Chikayama (2007).

mod bits;
mod cmim;
mod distributed;
mod features;
mod format;
mod input;
mod lcm;
mod measure;
mod memory;
mod names;
mod pattern;
pub mod pipeline;
mod table;

pub use bits::Count;
pub use cmim::{
    Chosen, Division, InformativeFormat, Measure, Round, RoundReport, SelectError, SelectKind,
    SelectParams, Spill, SpillFormat, SpilledPattern, Survivors, rank, select, select_divided,
    select_plain,
};
pub use distributed::MineKind;
pub use features::Features;
pub use format::{TextFormat, WordsFormat};
pub use input::{
    InputError, PatternFileError, PatternReader, PositionSetHeader, PositionSetWriter, TableFile,
    TableFormat, parse_patterns, parse_table, read_patterns, read_table,
};
pub use lcm::{
    CountGather, Gather, MineError, MineParams, Ordered, OrderedSink, PatternFormat, Plan,
    Progress, count_patterns,
};
pub use measure::{Filter, Logs, chi_square, conditional_information, entropy, information_gain};
pub use memory::{Memory, TooLarge};
pub use names::ItemNames;
pub use pattern::{CountSink, OwnedPattern, Pattern, Sink};
pub use table::{MOST_ROWS, Table, TableBuilder, TableError};
