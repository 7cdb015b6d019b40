//! What can be typed to sit at a contest's table, or to hold one.

use super::examples;
use crate::failure::Failure;
use clap::{ArgAction, Args as Group, Subcommand, ValueHint};
use std::path::PathBuf;

/// `fuda join …`
#[derive(Debug, Subcommand)]
pub enum JoinCommand {
    /// Play daihinmin at a server of the UECda contest
    #[command(after_help = examples::JOIN_UECDA)]
    Uecda(JoinUecdaArgs),
    /// Play mahjong at a server that speaks mjai over TCP
    #[command(after_help = examples::JOIN_MJAI)]
    Mjai(JoinMjaiArgs),
}

/// `fuda join mjai`
#[derive(Debug, Group)]
pub struct JoinMjaiArgs {
    /// The server, HOST:PORT
    pub address: String,
    /// The player: who sits at the table
    #[arg(long, default_value = "net")]
    pub player: String,
    /// The name at the table
    #[arg(long, default_value = "fuda")]
    pub name: String,
    /// The room: which one is joined
    #[arg(long, default_value = "default")]
    pub room: String,
    /// The rules; `fuda games` lists them
    #[arg(long)]
    pub rules: Option<String>,
    /// Seconds for a move: what the player may think
    #[arg(long, value_name = "SECONDS")]
    pub time_limit: Option<f64>,
    /// The root of all random numbers: same seed, same result
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// `fuda join uecda`; `-h` and `-p` are as for every program of the contest.
#[derive(Debug, Group)]
#[command(disable_help_flag = true)]
pub struct JoinUecdaArgs {
    /// The server
    #[arg(short = 'h', long, default_value = "127.0.0.1")]
    pub host: String,
    /// The port: where the server listens
    #[arg(short, long, default_value_t = 42485)]
    pub port: u16,
    /// Print help
    #[arg(long, action = ArgAction::Help)]
    pub help: Option<bool>,
    /// The player: who sits at the table
    #[arg(long, default_value = "mc++")]
    pub player: String,
    /// The name at the table: at most 14 letters (the original server keeps 9)
    #[arg(long, default_value = "fuda")]
    pub name: String,
    /// The version of the protocol: 20070, 20060 or 20140
    #[arg(
        long = "protocol-version",
        alias = "protocol",
        value_name = "VERSION",
        default_value_t = 20070
    )]
    pub protocol: u32,
    /// Seconds to wait: the table is left when the server says nothing for so long; 0 waits for ever
    #[arg(long, value_name = "SECONDS", default_value_t = 600.0)]
    pub patience: f64,
    /// The root of all random numbers: same seed, same result
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}

/// `fuda host …`
#[derive(Debug, Subcommand)]
pub enum HostCommand {
    /// Hold a table of the UECda contest for five clients
    #[command(after_help = examples::HOST_UECDA)]
    Uecda(HostUecdaArgs),
    /// Hold a table of mahjong for clients that speak mjai over TCP
    #[command(after_help = HOST_MJAI)]
    Mjai(HostMjaiArgs),
}

/// Examples and rules of `fuda host mjai`.
const HOST_MJAI: &str = "\
Examples:
  fuda host mjai --guest net --guest net --guest net     (one client against three of ours)
  fuda join mjai 127.0.0.1:11600 --player ukeire         (a client of ours, in another terminal)

The series begins when every seat without a guest has a client. Every game has its own deal, and
seats drawn at random. A client answers every line with exactly one line; it may stay for the next
game, or close the connection after end_game and join again under the same name. A client that
leaves during a game, hangs, or answers with anything but a legal action loses that game by rule;
if it is not back in time, the series ends.";

/// What every table of ours is held with.
#[derive(Debug, Group)]
pub struct TableArgs {
    /// The address to listen at
    #[arg(long, default_value = "127.0.0.1")]
    pub address: String,
    /// The root of all random numbers: same seed, same result
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Our own players in seats that need no client; may be repeated
    #[arg(long = "guest", value_name = "PLAYER")]
    pub guests: Vec<String>,
    /// Seconds for a move: what a client may take for an answer
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    pub time_limit: f64,
    /// Save the games: a file, as the protocol's log
    #[arg(long = "save", alias = "log", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub log: Option<PathBuf>,
    /// Replace what is already there
    #[arg(long)]
    pub force: bool,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}

/// `fuda host mjai`
#[derive(Debug, Group)]
pub struct HostMjaiArgs {
    /// How many games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub games: u32,
    /// The port: where to listen; 0 for any free one
    #[arg(long, default_value_t = 11600)]
    pub port: u16,
    /// The room: clients must ask for it
    #[arg(long, default_value = "default")]
    pub room: String,
    /// The rules; `fuda games` lists them
    #[arg(long)]
    pub rules: Option<String>,
    /// Seconds to wait: what a client may take to join again between games
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    pub patience: f64,
    /// What every table has
    #[command(flatten)]
    pub table: TableArgs,
}

/// `fuda host uecda`
#[derive(Debug, Group)]
pub struct HostUecdaArgs {
    /// How many games
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    pub games: u32,
    /// The port: where to listen; 0 for any free one
    #[arg(long, default_value_t = 42485)]
    pub port: u16,
    /// What every table has
    #[command(flatten)]
    pub table: TableArgs,
}

impl TableArgs {
    /// Our own players, if there are seats for so many.
    pub fn guests(&self, seats: usize) -> Result<&[String], Failure> {
        match self.guests.len() {
            n if n > seats => Err(Failure::new(format!("{n} guests for {seats} seats"))),
            _ => Ok(&self.guests),
        }
    }
}
