//! What can be typed after `fuda check-bot`.

use clap::Args as Group;

/// What is said at the end of its help.
pub const HELP: &str = "\
Examples:
  fuda check-bot othello 'exec:python3 bot.py'
  fuda check-bot mahjong 'exec[time=2]:./bot --fast' --games 100 --json

Plays whole games in every seat against players that play anything, and asks single questions:
claims, one legal move, the last question of a game, out of the middle of a game, in games that
are broken off, with little time, twice the same. Whatever the bot does wrong is printed with the
line it printed and the end of its standard error; the exit code is then 1. docs/bots.md says how
to write a bot.";

/// `fuda check-bot`
#[derive(Debug, Group)]
pub struct CheckBotArgs {
    /// The game
    pub game: String,
    /// The bot, such as 'exec:python3 bot.py'; any player can be named
    pub player: String,
    /// How many games: played in a row
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: u64,
    /// The root of all random numbers: same seed, same result
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The rules; `fuda games` lists them
    #[arg(long)]
    pub rules: Option<String>,
    /// The seconds a move may take where little time is given
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0)]
    pub little_time: f64,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}
