//! What is typed after `fuda learn othello-patterns` and `fuda learn koikoi-patterns`.

use clap::{Args as Group, ValueHint};
use std::path::PathBuf;

/// How the two commands are used.
pub const PATTERNS_HELP: &str = "\
Examples:
  fuda learn othello-patterns --from wthor --model mined.json
  fuda match othello alphabeta:eval=mined,model=mined.json alphabeta --rules random-8
  fuda learn koikoi-patterns --model mined.json
  fuda match koikoi linear:model=mined.json linear:features=raw

With --chosen 0 only the raw features have weights: what mining adds shows in a match.";

/// `fuda learn othello-patterns`
#[derive(Debug, Group)]
pub struct LearnPatternsArgs {
    /// Records to learn from, beside self-play
    #[arg(long, num_args = 1.., value_hint = ValueHint::AnyPath)]
    pub from: Vec<PathBuf>,
    /// The most boards a stage of the game
    #[arg(long, default_value_t = 120_000)]
    pub rows: usize,
    /// The most closed patterns a stage is mined for
    #[arg(long, default_value_t = 100_000)]
    pub mined: u64,
    /// The most patterns chosen from them; 0 leaves the raw features alone
    #[arg(long, default_value_t = 1_000)]
    pub chosen: usize,
    /// Games of self-play
    #[arg(long, default_value_t = 30_000)]
    pub self_play: usize,
    /// All random numbers
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The model to write
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub model: PathBuf,
    /// Replace the file if it is already there
    #[arg(long)]
    pub force: bool,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}

/// `fuda learn koikoi-patterns`
#[derive(Debug, Group)]
pub struct LearnKoikoiPatternsArgs {
    /// After-states to learn from
    #[arg(long, default_value_t = 200_000)]
    pub samples: usize,
    /// How often each is played to its end by rule players
    #[arg(long, default_value_t = 3)]
    pub completions: u32,
    /// Random completions for each koi-koi decision on the way
    #[arg(long, default_value_t = 10)]
    pub playouts: u32,
    /// The most closed patterns that are mined
    #[arg(long, default_value_t = 200_000)]
    pub mined: u64,
    /// The most patterns chosen from them; 0 leaves the raw features alone
    #[arg(long, default_value_t = 1_500)]
    pub chosen: usize,
    /// The rules; only single rounds have values
    #[arg(long, default_value = "paper")]
    pub rules: String,
    /// All random numbers
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads (0: one for each core); the result does not depend on it
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
    /// The model to write
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub model: PathBuf,
    /// Replace the file if it is already there
    #[arg(long)]
    pub force: bool,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}
