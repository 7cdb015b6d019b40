//! What can be typed after `fuda reproduce`.

use super::queue::QueueArgs;
use clap::{Args as Group, ValueHint};
use std::path::PathBuf;

/// `fuda reproduce`
#[derive(Debug, Group)]
pub struct ReproduceArgs {
    /// Papers (1 to 5) and entries such as 1/table-2.1; all when left out
    #[arg(value_name = "PAPER[/ENTRY]")]
    pub entries: Vec<String>,
    /// List the entries and measure nothing
    #[arg(long)]
    pub list: bool,
    /// Small sizes: all entries in some minutes (the default)
    #[arg(long, conflicts_with = "full")]
    pub quick: bool,
    /// The papers' sizes: hours
    #[arg(long)]
    pub full: bool,
    /// Games of these records: a folder with mahjong, othello, daihinmin and mining below it;
    /// without it players of ours make the records
    #[arg(long, value_hint = ValueHint::DirPath)]
    pub records: Option<PathBuf>,
    /// Where the result goes: the folder of the run, results as they come and the report
    #[arg(long, default_value = "reproduced", value_hint = ValueHint::DirPath)]
    pub out: PathBuf,
    /// Go on: with the run in the folder, or only write its report anew
    #[arg(long)]
    pub resume: bool,
    /// Measure with another value of a setting, such as deals=200; the result
    /// records it. May be repeated
    #[arg(long = "set", value_name = "SETTING=VALUE")]
    pub changes: Vec<String>,
    /// The root of all random numbers: same seed, same result
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Worker threads (0: one for each core); results do not depend on it
    #[arg(long, default_value_t = 0, value_parser = super::thread_count())]
    pub threads: u16,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
    /// Keep the results in the project whose root this is, and bring its pages up to date
    #[arg(long, value_name = "ROOT", value_hint = ValueHint::DirPath)]
    pub write_docs: Option<PathBuf>,
    /// Who does the work.
    #[command(flatten)]
    pub queue: QueueArgs,
    /// Measure nothing: judge the results stored in the project of --write-docs again and bring
    /// its pages up to date
    #[arg(long, requires = "write_docs", conflicts_with_all = ["list", "full", "quick", "resume", "changes", "records"])]
    pub stored: bool,
}

/// What `fuda reproduce --help` ends with.
pub const HELP: &str = "\
An entry is one table or figure of one of the five papers. Its report has what the paper did and \
found, the published values beside ours with 95% intervals, a plot, and a verdict in two parts: \
whether the paper's finding was reproduced, and whether our values agree with the published ones. \
Labels say where it was measured smaller than in the paper (reduced), against another opponent or on \
other data (stand-in), or did not do what it is about (void).

Examples:
  fuda reproduce --list                       what there is
  fuda reproduce                              all of it, small, into the folder `reproduced`
  fuda reproduce 5 3/table-1 --out there      one paper and one table
  fuda reproduce 1 --full --records LOGS      a paper at its own size, on real records
  fuda reproduce 3/table-5 --full --set effort=200   with fewer runs per move than the full size
  fuda reproduce --stored --write-docs .      judges the project's stored results again
  fuda reproduce --resume                     goes on where an interrupted run stopped

Interrupted with Ctrl-C it ends after the measure in hand; everything finished is kept.";
