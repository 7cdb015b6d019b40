//! What can be typed after `fuda forks`.

use clap::Args as Group;

/// What is said at the end of its help.
pub const HELP: &str = "\
Examples:
  fuda forks mahjong ukeire greedy --deals 20
  fuda forks mahjong uct+:loops=2000 net --judge eval --deals 50 --json

The base plays whole games against itself, and the player is asked at the decisions of one
seat. Where it would move differently both moves are made, and the judge finishes the hand
or round from either over the same draws of what chance has still to bring. The gain is the
difference in points (mahjong: thousands), with a 95% interval over games. It is far more
precise than a match of the same length, but says only what it is worth to move differently
once.";

/// `fuda forks`
#[derive(Debug, Group)]
pub struct ForksArgs {
    /// The game
    pub game: String,
    /// The player whose decisions are judged, such as uct+:loops=2000
    pub player: String,
    /// The player it is compared with, such as net
    pub base: String,
    /// Who finishes the rounds; the base when left out
    #[arg(long)]
    pub judge: Option<String>,
    /// The rules; `fuda games` lists them
    #[arg(long)]
    pub rules: Option<String>,
    /// How many deals: one game each
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub deals: u64,
    /// How often: each fork is finished
    #[arg(long = "repeats", alias = "draws", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub draws: u32,
    /// The root of all random numbers: same seed, same result
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Worker threads (0: one for each core); results do not depend on it
    #[arg(long, default_value_t = 0, value_parser = super::thread_count())]
    pub threads: u16,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}
