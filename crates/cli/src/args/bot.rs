//! What can be typed after `fuda bot`.

use clap::{Args as Group, ValueEnum};

/// Examples.
pub const HELP: &str = "\
Examples:
  fuda bot othello alphabeta:depth=8 --protocol nboard     (as an engine of NBoard)
  fuda match othello 'nboard:fuda bot othello greedy --protocol nboard' random
  fuda bot mahjong net --protocol mjai --seat 0            (as a bot of mjai.app)

mjai: JSON over standard input and output, one event or a list of events per line; every line
is answered, with the player's values as `meta` where it has any.
nboard: lines over standard input and output, as Othello's graphical boards speak to their
engines; `set depth` replaces the player's own depth, where it has one.";

/// `fuda bot`
#[derive(Debug, Group)]
pub struct BotArgs {
    /// The game, such as othello
    pub game: String,
    /// Who plays
    pub player: String,
    /// What is spoken over standard input and output
    #[arg(long, value_enum)]
    pub protocol: BotProtocol,
    /// The rules; `fuda games` lists them. For protocols that do not name them
    #[arg(long)]
    pub rules: Option<String>,
    /// The seat, counted from 0: for protocols that do not name it
    #[arg(long, value_parser = clap::value_parser!(u8).range(0..=7))]
    pub seat: Option<u8>,
    /// Seconds for a move: what the player may think
    #[arg(long, value_name = "SECONDS")]
    pub time_limit: Option<f64>,
    /// The root of all random numbers: same seed, same result
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// The protocols of other people's tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum BotProtocol {
    /// NBoard (Othello)
    Nboard,
    /// mjai (mahjong)
    Mjai,
}

/// The same player at another depth.
pub fn at_depth(description: &str, depth: u32) -> String {
    let (name, rest) = description.split_once(':').unwrap_or((description, ""));
    let kept = rest.split(',').filter(|part| !part.is_empty() && !part.starts_with("depth="));
    let parameters: Vec<String> =
        std::iter::once(format!("depth={depth}")).chain(kept.map(str::to_owned)).collect();
    format!("{name}:{}", parameters.join(","))
}
