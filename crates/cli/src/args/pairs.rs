//! What can be typed after `fuda mahjong pairs`.

use clap::Args as Group;

/// What is said at the end of its help.
pub const HELP: &str = "\
Examples:
  fuda mahjong pairs tabu1:runs=100 b1 --deals 58
  fuda mahjong pairs uct:loops=2000 greedy --rules paper-uct --deals 31 --json

Each kind sits opposite to itself, and every deal is played twice with the sides changed.
Shares are of hands, for the two players of a kind together; places are compared with
Welch's test over the players' games, as the papers do.";

/// `fuda mahjong pairs`
#[derive(Debug, Group)]
pub struct PairsArgs {
    /// The first kind of player, such as tabu1:runs=100
    pub first: String,
    /// The second kind of player
    pub second: String,
    /// The rules; `fuda games` lists them
    #[arg(long, default_value = "paper-tabu")]
    pub rules: String,
    /// How many deals, each played twice
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub deals: u64,
    /// The root of all random numbers: same seed, same result
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Worker threads (0: one for each core); results do not depend on it
    #[arg(long, default_value_t = 0)]
    pub threads: u16,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}
