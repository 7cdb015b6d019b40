//! What is typed after `fuda othello evaluation`.

use clap::{Args as Group, ValueHint};
use std::path::PathBuf;

/// How the command is used.
pub const PATTERNS_HELP: &str = "\
Examples:
  fuda othello evaluation --records wthor --model mined.safetensors
  fuda match othello alphabeta:eval=mined,model=mined.safetensors alphabeta --rules random-8

With --chosen 0 only the raw features have weights: what mining adds shows in a match.";

/// `fuda othello evaluation`
#[derive(Debug, Group)]
pub struct LearnPatternsArgs {
    /// Games of these records: files and folders, beside self-play
    #[arg(long = "records", alias = "from", num_args = 1.., value_hint = ValueHint::AnyPath)]
    pub from: Vec<PathBuf>,
    /// The most positions: for each stage of the game
    #[arg(long, default_value_t = 120_000)]
    pub rows: usize,
    /// The most closed patterns to mine: for each stage of the game
    #[arg(long, default_value_t = 100_000)]
    pub mined: u64,
    /// The most patterns chosen from them: 0 leaves the raw features alone
    #[arg(long, default_value_t = 1_000)]
    pub chosen: usize,
    /// How many games: of self-play, beside the records
    #[arg(long = "games", alias = "self-play", default_value_t = 30_000)]
    pub self_play: usize,
    /// The root of all random numbers: same seed, same result
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Where the model goes
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub model: PathBuf,
    /// Replace what is already there
    #[arg(long)]
    pub force: bool,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}
