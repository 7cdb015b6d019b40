//! What can be typed after `fuda tournament`.

use super::PlayingArgs;
use clap::{Args as Group, ValueHint};
use std::path::PathBuf;

/// Examples.
pub const HELP: &str = "\
Examples:
  fuda tournament othello alphabeta:depth=4 alphabeta:depth=2 greedy random
  fuda tournament mahjong net ukeire greedy --gauntlet --deals 200 --store games
  fuda tournament daihinmin mc rule random --until-decided 0.1 --report out/index.html --save out

Every two players meet in a match of their own, all pairs over the same deals: with two seats
both ways round; with more, each alone against copies of the other in every seat. So a cell of
the cross table is a match like any other. Ratings come from all pairs together; intervals are
95%, over deals. For all players at one table, see `fuda match` with three or more players.

The results of a pair do not depend on who else takes part: with --store the same command goes
on where it stopped, and one with more players or deals plays only what is missing.";

/// `fuda tournament`
#[derive(Debug, Group)]
pub struct TournamentArgs {
    /// The game, such as othello
    pub game: String,
    /// The players, each named once
    #[arg(required = true, num_args = 2..)]
    pub players: Vec<String>,
    /// Only the first player against each of the others
    #[arg(long)]
    pub gauntlet: bool,
    /// How many deals: every pair plays 50 when left out, with --until-decided at most 10000
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub deals: Option<u64>,
    /// How every game is played.
    #[command(flatten)]
    pub playing: PlayingArgs,
    /// End a pair as soon as a sequential test says who is better: right 19 times in 20 where the
    /// two are at least so many points per game apart
    #[arg(long, value_name = "POINTS")]
    pub until_decided: Option<f64>,
    /// Where results are kept as they come: a folder with a file for each pair; the same command
    /// goes on where it stopped
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub store: Option<PathBuf>,
    /// Save the games: a folder, with the widest wins and games lost by rule in files of their own,
    /// to which the page links. With --store an interrupted tournament goes on with it
    #[arg(long = "save", alias = "records", value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub records: Option<PathBuf>,
    /// Also write a report: one HTML page with the ladder and the cross table
    #[arg(long = "report", alias = "html", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub html: Option<PathBuf>,
    /// Replace what is already there
    #[arg(long)]
    pub force: bool,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}
