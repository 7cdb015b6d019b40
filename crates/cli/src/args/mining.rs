//! What can be typed about mining, selecting and classifying.

use super::queue::{QueueArgs, size};
use clap::{Args as Group, ValueEnum, ValueHint};
use std::path::PathBuf;

/// `fuda mine`
#[derive(Debug, Group)]
pub struct MineArgs {
    /// The table: FIMI (.dat), svmlight or a position set, plain or gzipped
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// The least number of rows a pattern must hold in
    #[arg(long, value_name = "N")]
    pub min_support: u32,
    /// Labels, one per line, if the table carries none
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub labels: Option<PathBuf>,
    /// Which patterns are kept
    #[command(flatten)]
    pub filter: FilterArgs,
    /// Only count the patterns that are kept; nothing is written. With --json, `met` is
    /// how many were looked at: parts of the search where none can be kept are left out
    #[arg(long, conflicts_with = "out")]
    pub count_only: bool,
    /// Where the result goes: a file with a pattern per line; without it they are counted
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub out: Option<PathBuf>,
    /// Replace what is already there
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Print what the patterns mean instead, one per line: position sets say what their items mean
    #[arg(long, conflicts_with_all = ["out", "count_only", "json"])]
    pub words: bool,
    /// Worker threads (0: one for each core); results do not depend on it
    #[arg(long, default_value_t = 0, value_parser = super::thread_count())]
    pub threads: u16,
    /// Who searches.
    #[command(flatten)]
    pub queue: QueueArgs,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}

/// Which patterns are kept while mining, by what they say of the label.
#[derive(Debug, Group)]
pub struct FilterArgs {
    /// Keep patterns where the label has at most this entropy (bits)
    #[arg(long)]
    pub max_entropy: Option<f64>,
    /// Keep patterns with at least this information gain (bits)
    #[arg(long)]
    pub min_gain: Option<f64>,
    /// Keep patterns with at least this chi-square statistic
    #[arg(long)]
    pub min_chi_square: Option<f64>,
}

/// How much memory may be taken.
#[derive(Debug, Group)]
pub struct MemoryArgs {
    /// The most memory to take, such as 4G or 512M: what is free now when left out. Work that needs
    /// more is refused before it starts
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<u64>,
}

/// How features are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SelectMethod {
    /// Conditional mutual information, all at once
    Cmim,
    /// Conditional mutual information in rounds, for patterns too many to hold
    Divided,
    /// Information gain alone
    Gain,
    /// The chi-square statistic alone
    ChiSquare,
}

/// `fuda select`
#[derive(Debug, Group)]
pub struct SelectArgs {
    /// The table: FIMI (.dat), svmlight or a position set, plain or gzipped
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Labels, one per line, if the table carries none
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub labels: Option<PathBuf>,
    /// Choose from these patterns, as `fuda mine --out` writes them
    #[arg(long, value_hint = ValueHint::FilePath, conflicts_with = "min_support")]
    pub patterns: Option<PathBuf>,
    /// The least number of rows a pattern must hold in: choose from the closed patterns; without
    /// either, from the items. `divided` mines only those whose information gain reaches the cut-off
    #[arg(long, value_name = "N")]
    pub min_support: Option<u32>,
    /// Which of the mined patterns are looked at
    #[command(flatten)]
    pub filter: FilterArgs,
    /// How to choose
    #[arg(long, value_enum, default_value = "cmim")]
    pub method: SelectMethod,
    /// The most features: how many are chosen
    #[arg(long, default_value_t = 500, value_parser = at_least_one())]
    pub most: usize,
    /// A feature must give more bits of information than this
    #[arg(long, default_value_t = 0.0)]
    pub cutoff: f64,
    /// Sizes of the sets in each round of `divided`
    #[arg(long = "sets", alias = "rounds", value_name = "SIZES", value_delimiter = ',', default_values_t = [2000, 2000, 2000, 2000, 10_000])]
    pub rounds: Vec<usize>,
    /// The root of all random numbers: same seed, same result
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Where the result goes: a file with the chosen features
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub out: Option<PathBuf>,
    /// Replace what is already there
    #[arg(long, requires = "out")]
    pub force: bool,
    /// How much memory it may take.
    #[command(flatten)]
    pub memory: MemoryArgs,
    /// Worker threads (0: one for each core); results do not depend on it
    #[arg(long, default_value_t = 0, value_parser = super::thread_count())]
    pub threads: u16,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
    /// Who chooses from the sets of `divided`.
    #[command(flatten)]
    pub queue: QueueArgs,
}

/// What `fuda classify --help` adds.
pub const CLASSIFY_HELP: &str = "\
Examples:
  fuda classify --train a.pos --features f.txt --learner svm --model m.safetensors
  fuda classify --use m.safetensors --test b.pos";

/// `fuda classify`
#[derive(Debug, Group)]
pub struct ClassifyArgs {
    /// The table to learn from
    #[arg(long, required_unless_present = "model_to_use", value_hint = ValueHint::FilePath)]
    pub train: Option<PathBuf>,
    /// Labels, one per line, if the table carries none
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub labels: Option<PathBuf>,
    /// Nothing is learned: test this model, which --model wrote, on the table of --test
    #[arg(long = "use", id = "model_to_use", value_name = "MODEL", requires = "test",
          conflicts_with_all = ["train", "labels", "features", "model"],
          value_hint = ValueHint::FilePath)]
    pub use_model: Option<PathBuf>,
    /// A table to test on: without it the training table is cross-validated
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub test: Option<PathBuf>,
    /// Its labels
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub test_labels: Option<PathBuf>,
    /// Patterns that are the features, as `fuda select --out` writes them; without it the items
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub features: Option<PathBuf>,
    /// nb (naive Bayes), lda (linear discriminant), dlda (diagonal discriminant), mlp (network),
    /// svm or logistic
    #[arg(long, default_value = "nb")]
    pub learner: String,
    /// Folds of the cross-validation
    #[arg(long, default_value_t = 5)]
    pub folds: usize,
    /// The root of all random numbers: same seed, same result
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Where the model goes: that of all training rows, with what its features mean
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub model: Option<PathBuf>,
    /// Replace what is already there
    #[arg(long, requires = "model")]
    pub force: bool,
    /// How much memory it may take.
    #[command(flatten)]
    pub memory: MemoryArgs,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}

/// What `fuda study --help` adds.
pub const STUDY_HELP: &str = "\
Examples:
  fuda study mine.pos --test others.pos --folder run --supports 20000,12000,6000 \\
      --choose 12000:0.001 --choose 6000:0.001 --choose 4000:0.001:0.7
  fuda study real.pos --mine-rows 70000 --folder run --choose 2100:0.002:0.7 --learners nb,lda

A choice is SUPPORT:CUTOFF or SUPPORT:CUTOFF:MAX-ENTROPY. Patterns are mined from the first
set, chosen by CMIM in rounds, and classifiers cross-validated on the second. Killed at any
moment, the same command goes on with the first step whose result is not in the folder.";

/// `fuda study`
#[derive(Debug, Group)]
pub struct StudyArgs {
    /// The position set to mine
    #[arg(value_hint = ValueHint::FilePath)]
    pub mine: PathBuf,
    /// A table to test on: without it the rows of the first are dealt at random
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub test: Option<PathBuf>,
    /// Rows to mine when one set serves both
    #[arg(long, default_value_t = 0, conflicts_with = "test")]
    pub mine_rows: usize,
    /// The most rows to test on
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    pub test_rows: usize,
    /// Where the results of steps are kept
    #[arg(long, value_hint = ValueHint::DirPath)]
    pub folder: PathBuf,
    /// Supports at which patterns are counted
    #[arg(long, value_delimiter = ',')]
    pub supports: Vec<u32>,
    /// Features to make: SUPPORT:CUTOFF or SUPPORT:CUTOFF:MAX-ENTROPY, any number of times
    #[arg(long)]
    pub choose: Vec<String>,
    /// The most features: of each choice
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true, value_parser = at_least_one())]
    pub most: usize,
    /// Numbers of features to try with naive Bayes, the first ones chosen
    #[arg(long = "feature-counts", alias = "sizes", value_name = "COUNTS", value_delimiter = ',')]
    pub sizes: Vec<usize>,
    /// Learners, on raw features and on mined ones
    #[arg(long, value_delimiter = ',', default_values_t = ["nb".to_owned(), "lda".to_owned(), "logistic".to_owned(), "svm".to_owned()])]
    pub learners: Vec<String>,
    /// Folds of the cross-validation
    #[arg(long, default_value_t = 5)]
    pub folds: usize,
    /// The root of all random numbers: same seed, same result
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How much memory it may take.
    #[command(flatten)]
    pub memory: MemoryArgs,
    /// Worker threads (0: one for each core); results do not depend on it
    #[arg(long, default_value_t = 0, value_parser = super::thread_count())]
    pub threads: u16,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
    /// Who does the work.
    #[command(flatten)]
    pub queue: QueueArgs,
}

fn at_least_one() -> clap::builder::RangedU64ValueParser<usize> {
    clap::builder::RangedU64ValueParser::new().range(1..)
}
