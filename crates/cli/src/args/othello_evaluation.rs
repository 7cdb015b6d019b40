//! What is typed after `fuda othello evaluation`.

use clap::{Args as Group, ValueHint};
use std::path::PathBuf;

/// How the command is used.
pub const PATTERNS_HELP: &str = "\
Examples:
  fuda othello evaluation --from wthor --model mined.safetensors
  fuda match othello alphabeta:eval=mined,model=mined.safetensors alphabeta --rules random-8

With --chosen 0 only the raw features have weights: what mining adds shows in a match.";

/// `fuda othello evaluation`
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
