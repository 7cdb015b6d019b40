//! Every table and figure of five papers, measured again.
//!
//! **What.** A catalogue of 49 entries (`entries/*/*.toml`), one for each
//! table and figure with results: what the paper did and found, its numbers,
//! what "the same effect" means, and the settings to measure it again in two
//! sizes. A run measures entries one after the other, keeps everything in a
//! folder, can be resumed after an interruption, and ends with a report that has the
//! published values next to ours.
//!
//! **Why.** A claim about a method should be easy to check: here it takes one
//! command.
//!
//! **The types in one look.**
//!
//! | type | what it is |
//! |---|---|
//! | [`Entry`], [`entries`], [`choose`] | the catalogue |
//! | [`Claim`], [`Judged`] | one rule that values are held against, and how it fares |
//! | [`Verdict`]: [`Finding`], [`Figure`], [`Label`] | whether the paper's finding came out, whether values agree with the published ones, and what both are to be read with |
//! | [`Measured`], [`Series`], [`Point`] | values with intervals |
//! | [`run`](run()), [`RunOptions`], [`Progress`] | measuring |
//! | [`RunFolder`], [`EntryResult`] | what is kept |
//! | [`report`] | the page, and the same as Markdown and JSON |
//! | [`docs`] | results in the pages on the papers |
//!
//! ```
//! use fuda_experiments::{Finding, Measured, Point, Series, choose};
//! use fuda_stats::Estimate;
//! let entry = choose(&["1/table-2.3".to_owned()])?[0];
//! assert_eq!(entry.verdict(None).finding, Finding::NotRun);
//! let value = |at: &str, value: f64| Point::new(at, Estimate::between(value, value - 2.0, value + 2.0));
//! let points = vec![value("100", 24.0), value("1000", 40.0), value("10000", 33.0)];
//! let ours = Measured { series: vec![Series::new("uct", points)], ..Measured::default() };
//! assert!(entry.judged(&ours).iter().all(|judged| judged.standing == fuda_experiments::Standing::Holds));
//! # Ok::<(), fuda_experiments::ExperimentError>(())
//! ```
//!
//! **How it works.** An entry names a *kind* of experiment ([`kinds`]), which
//! is one function over settings, the seed and records. Measures are kept
//! under the settings they were made with, so entries that look at the same
//! thing share them. A claim of the finding compares our values with each
//! other: it holds or is broken when the 95% interval of a difference (paired
//! where both were measured on the same deals or positions) is on one side,
//! and is open otherwise. A claim of the figure compares our values with the
//! published ones, both with their uncertainty.

mod catalogue;
mod claim;
mod clock;
mod context;
pub mod docs;
mod entry;
mod error;
mod folder;
pub mod kinds;
mod paper;
mod published;
mod records;
pub mod report;
mod run;
mod size;
mod value;
mod verdict;

pub use catalogue::{choose, entries};
pub use claim::{Claim, Judged, Rule, Standing};
pub use clock::Clock;
pub use context::Context;
pub use entry::{
    Cost, Entry, EntryText, Plot, PublishedText, Shape, Size, StandIn, in_words, read_changes,
};
pub use error::ExperimentError;
pub use folder::{EntryResult, Manifest, RunFolder};
pub use kinds::PiecesKind;
pub use paper::{PAPERS, Page, Paper};
pub use published::Agreement;
pub use records::Records;
pub use run::{Progress, Reported, RunOptions, commit, run, stored};
pub use size::{SizeBeside, SizeText};
pub use value::{Measured, Pair, Point, Series};
pub use verdict::{Figure, Finding, Label, Reason, Verdict};
