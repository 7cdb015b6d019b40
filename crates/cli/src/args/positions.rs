//! What can be typed about positions to mine and to learn from.

use super::learn::SourcePaths;
use super::queue::QueueArgs;
use clap::{Args as Group, ValueEnum, ValueHint};
use std::path::PathBuf;

/// What `fuda positions --help` adds.
pub const HELP: &str = "\
Examples:
  fuda positions koikoi --self-play rule --games 500 --out koikoi.pos
  fuda positions daihinmin --records logs/ --one-per-game --out daihinmin.pos
  fuda positions mahjong --records logs/ --form arrays --out positions

`items` is a position set for `fuda mine`, `select`, `classify` and `study`: a row per decision,
with the features of the move that was chosen, labelled with whether its seat ends above the
table's mean. `arrays` is a folder of numpy arrays to train networks from: observations, actions,
legal actions, seats, games, rounds, final points and about.json. `fuda games` lists the encoders.";

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FormArg {
    /// A position set for mining: a row of items for each decision
    Items,
    /// A folder of numpy arrays
    Arrays,
}

/// What the label of a row is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum LabelArg {
    /// Whether the seat ends the game above the table's mean
    Won,
}

/// What becomes of drawn and level results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum DrawsArg {
    /// They are left out
    Drop,
    /// They count as won
    Win,
    /// They count as lost
    Loss,
}

/// `fuda positions`
#[derive(Debug, Group)]
pub struct PositionsArgs {
    /// The game
    pub game: String,
    /// Where the decisions come from.
    #[command(flatten)]
    pub from: SourcePaths,
    /// How many games: with --self-play to play, with --records the most to read
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: Option<u64>,
    /// The rules; `fuda games` lists them. A record names its own
    #[arg(long)]
    pub rules: Option<String>,
    /// Where the result goes: the position set, or the folder of arrays
    #[arg(long, value_hint = ValueHint::AnyPath)]
    pub out: PathBuf,
    /// What is written
    #[arg(long, value_enum, default_value = "items")]
    pub form: FormArg,
    /// What turns views into numbers; `fuda games` lists the encoders, the default first
    #[arg(long)]
    pub encoder: Option<String>,
    /// Only decisions of these kinds: such as discard,no-riichi; `fuda games` lists them
    #[arg(long, value_name = "KIND,KIND", default_value = "all")]
    pub only: String,
    /// Only these turns of a seat, counted from 1: 3 or 1-6
    #[arg(long)]
    pub turns: Option<String>,
    /// Items: what the label of a row is
    #[arg(long, value_enum, default_value = "won")]
    pub label: LabelArg,
    /// What becomes of draws: items of seats that end level with the table's mean
    #[arg(long, value_enum, default_value = "drop")]
    pub draws: DrawsArg,
    /// How many positions: the most rows of items, drawn at random
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=4_294_967_295))]
    pub count: Option<u64>,
    /// Items: at most one row per game, drawn at random
    #[arg(long)]
    pub one_per_game: bool,
    /// Items: leave out rows with the same items as an earlier one
    #[arg(long)]
    pub distinct: bool,
    /// The root of all random numbers: same seed, same result
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Replace what is already there
    #[arg(long)]
    pub force: bool,
    /// Worker threads (0: one for each core); results do not depend on it
    #[arg(long, default_value_t = 0, value_parser = super::thread_count())]
    pub threads: u16,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
    /// Who plays the games of --self-play.
    #[command(flatten)]
    pub queue: QueueArgs,
}

/// How Othello positions are described.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum EndgameItems {
    /// Each square black, white or empty; the label is black's win
    Squares,
    /// The same and who is to move
    ToMove,
    /// Each square the mover's, the opponent's or empty; the label is the mover's win
    Mover,
}

/// `fuda othello endgames`
#[derive(Debug, Group)]
pub struct EndgamesArgs {
    /// Empty squares
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub empties: u32,
    /// Games of these records: positions are taken from them first; random play fills up
    #[arg(long, num_args = 1.., value_hint = ValueHint::AnyPath)]
    pub records: Vec<PathBuf>,
    /// How many positions: rows of the set
    #[arg(long, default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub count: u64,
    /// How positions are described
    #[arg(long, value_enum, default_value = "squares")]
    pub items: EndgameItems,
    /// What becomes of draws: positions that end level
    #[arg(long, value_enum, default_value = "drop")]
    pub draws: DrawsArg,
    /// The root of all random numbers: same seed, same result
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Where the result goes: the position set
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub out: PathBuf,
    /// Replace what is already there
    #[arg(long)]
    pub force: bool,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}
