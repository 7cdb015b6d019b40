//! What can be typed after `fuda serve` and `fuda review`.

use clap::{Args, ValueHint};
use std::net::SocketAddr;
use std::path::PathBuf;

/// What `fuda serve --help` adds.
pub const SERVE_HELP: &str = "\
Example:
  fuda serve --open
  fuda serve --addr 127.0.0.1:9000 --store games.sqlite --lang ja

The address is one of this machine alone unless you name another. Games and
reviews are kept in the store and are there again after a restart. The JSON
API is described at /api/v1/openapi.json and in docs/serve.md.";

/// `fuda serve`.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Where to listen; port 0 takes any free one
    #[arg(long, default_value = "127.0.0.1:8477")]
    pub addr: SocketAddr,
    /// Another name under which browsers reach it, such as table.example (repeatable)
    #[arg(long = "allow-host", alias = "host", value_name = "NAME")]
    pub hosts: Vec<String>,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// Where results are kept as they come: games and reviews; by default fuda/serve.sqlite in the
    /// user's data folder
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub store: Option<PathBuf>,
    /// A folder with pages of `fuda reproduce`, `match --report` and `tournament --report` that the
    /// arena lists
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub reports: Option<PathBuf>,
    /// Worker threads (0: one for each core); results do not depend on it
    #[arg(long, default_value_t = 0, value_parser = super::thread_count())]
    pub threads: u16,
    /// Tables in memory at once; who comes later is asked to wait
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub tables: u32,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}

/// What `fuda review --help` adds.
pub const REVIEW_HELP: &str = "\
Example:
  fuda review game.xml --seat 0 --out page.html
  fuda review games.jsonl --game 3 --seat 1 --player uct:loops=500 --json

The page needs no server and no network. Decisions are sorted by what they
lost in the judge's own unit; with --json the same is printed as data.";

/// `fuda review`.
#[derive(Debug, Args)]
pub struct ReviewArgs {
    /// The record: any format that `fuda records` knows
    #[arg(value_hint = ValueHint::FilePath)]
    pub record: PathBuf,
    /// Which game of the file, counted from 1
    #[arg(long = "game", default_value_t = 1)]
    pub number: usize,
    /// The seat, counted from 0: whose decisions
    #[arg(long, default_value_t = 0)]
    pub seat: u8,
    /// The player: who judges them; the game's own choice when left out
    #[arg(long)]
    pub player: Option<String>,
    /// The root of all random numbers: same seed, same result
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Where the result goes: the page
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: Option<PathBuf>,
    /// Replace what is already there
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}
