//! What can be typed after `fuda bot`.

use clap::{Args as Group, ValueEnum};

/// Examples.
pub const HELP: &str = "\
Examples:
  fuda bot othello alphabeta:depth=8 --protocol nboard     (as an engine of NBoard)
  fuda match othello 'nboard:fuda bot othello greedy --protocol nboard' random

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
    /// Seconds the player may think about a move
    #[arg(long, value_name = "SECONDS")]
    pub time_limit: Option<f64>,
    /// The player's random numbers
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// The protocols of other people's tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum BotProtocol {
    /// NBoard (Othello)
    Nboard,
}
