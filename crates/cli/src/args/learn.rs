//! `fuda learn GAME METHOD`.

use super::examples;
use super::queue::QueueArgs;
use clap::{Args as Group, Subcommand, ValueEnum, ValueHint};
use std::path::PathBuf;

pub(super) const HELP: &str = "\
Examples:
  fuda learn mahjong rank --records logs/ --model moves.safetensors
  fuda learn daihinmin rank --ranker network --self-play mc --games 200 --model nn.safetensors
  fuda learn leduc policy-gradient --games 50000 --model leduc.safetensors
  fuda learn othello value --records games.wtb --model value.safetensors
  fuda learn mahjong auxiliary --records logs/ --sizes 100,200 --model aux.safetensors
  fuda learn koikoi patterns --self-play rule --games 2000 --model patterns.safetensors

The player `learned` plays by any of these models:
  fuda match leduc learned:model=leduc.safetensors random

`fuda games` lists the encoders of each game. Whole games are kept back for the test, and games of
one deal stay on one side.";

/// `fuda learn`
#[derive(Debug, Group)]
pub struct LearnArgs {
    /// The game
    pub game: String,
    /// What is learned, and how
    #[command(subcommand)]
    pub method: LearnMethod,
}

/// What is learned.
#[derive(Debug, Subcommand)]
pub enum LearnMethod {
    /// Rank moves as the players of records did: by SVM, softmax, perceptron or network
    #[command(after_help = examples::RANK)]
    Rank(Box<RankArgs>),
    /// Rank moves as the players of records did, with the help of auxiliary problems
    #[command(after_help = examples::AUXILIARY)]
    Auxiliary(Box<AuxiliaryArgs>),
    /// Learn a policy from games against itself and others
    #[command(after_help = examples::POLICY_GRADIENT)]
    PolicyGradient(Box<PolicyArgs>),
    /// Learn what a view is worth from how games ended
    #[command(after_help = examples::VALUE)]
    Value(Box<ValueArgs>),
    /// Mine conjunctions of a move's features and weigh them by how games ended
    #[command(after_help = examples::PATTERNS)]
    Patterns(Box<PatternsArgs>),
}

/// What every method takes.
#[derive(Debug, Group)]
pub struct Common {
    /// Where the model goes
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub model: PathBuf,
    /// Replace what is already there
    #[arg(long)]
    pub force: bool,
    /// The rules; `fuda games` lists them
    #[arg(long)]
    pub rules: Option<String>,
    /// What turns views into numbers; `fuda games` lists the encoders, the default first
    #[arg(long)]
    pub encoder: Option<String>,
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

/// Where games come from.
#[derive(Debug, Group)]
#[group(required = true, multiple = false)]
pub struct SourcePaths {
    /// Games of these records: files and folders; gzip is unpacked
    #[arg(long, num_args = 1.., value_hint = ValueHint::AnyPath)]
    pub records: Vec<PathBuf>,
    /// Games of these players among themselves
    #[arg(long, num_args = 1.., value_name = "PLAYER")]
    pub self_play: Vec<String>,
}

/// Which games and decisions are learned from.
#[derive(Debug, Group)]
pub struct Source {
    /// Where the decisions come from.
    #[command(flatten)]
    pub from: SourcePaths,
    /// How many games: with --self-play to play, with --records the most to read
    #[arg(long, value_parser = clap::value_parser!(u64).range(2..=1_000_000_000))]
    pub games: Option<u64>,
    /// Games kept back for the test; a tenth when left out
    #[arg(long)]
    pub test_games: Option<usize>,
    /// Who plays the games of --self-play.
    #[command(flatten)]
    pub queue: QueueArgs,
}

/// What ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum RankerArg {
    /// A linear support vector machine over pairs of moves
    Svm,
    /// A linear model of how likely each move is
    Softmax,
    /// The averaged perceptron
    Perceptron,
    /// A network of one hidden layer
    Network,
}

/// `fuda learn GAME rank`
#[derive(Debug, Group)]
pub struct RankArgs {
    /// What every method takes.
    #[command(flatten)]
    pub common: Common,
    /// Where the decisions come from.
    #[command(flatten)]
    pub source: Source,
    /// What ranks the moves: svm, softmax, perceptron or network
    #[arg(long, value_enum, default_value_t = RankerArg::Softmax)]
    pub ranker: RankerArg,
    /// Only decisions of these kinds: such as discard,no-riichi; `fuda games` lists them
    #[arg(long, value_name = "KIND,KIND", default_value = "all")]
    pub only: String,
    /// Passes over the decisions: the SVM converges instead
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub epochs: u32,
    /// Hidden units: one layer
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub hidden: u32,
    /// The learning rate: the first step of softmax and network [default: 0.1, 0.05]
    #[arg(long)]
    pub rate: Option<f64>,
    /// The price of errors of the SVM
    #[arg(long, default_value_t = 0.01)]
    pub c: f64,
}

/// Which columns auxiliary problems add.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum AuxArg {
    /// None
    None,
    /// Coordinates along the directions that their models share (SVD-ASO)
    Models,
    /// What they predict
    Predictions,
    /// Both
    Both,
    /// What they predict as an answer, +1 or −1; makes no model
    Answers,
}

/// What stays together when problems are cross-validated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FoldsArg {
    /// Whole games
    Games,
    /// Nothing
    Decisions,
}

/// `fuda learn GAME auxiliary`
#[derive(Debug, Group)]
pub struct AuxiliaryArgs {
    /// What every method takes.
    #[command(flatten)]
    pub common: Common,
    /// Where the decisions come from.
    #[command(flatten)]
    pub source: Source,
    /// The set of auxiliary problems; mahjong has 22 (own win), 396 (the same by draws left) and 78
    /// (22, and opponents' wins and deal-ins), daihinmin has rest
    #[arg(long)]
    pub problems: Option<String>,
    /// Which columns auxiliary problems add; several ways one after the other with commas
    #[arg(long, value_enum, value_delimiter = ',', default_value = "none,models,predictions,both")]
    pub aux: Vec<AuxArg>,
    /// Keep only problems whose F-measure in 4-fold cross-validation reaches this
    #[arg(long, value_name = "F")]
    pub select: Option<f64>,
    /// Keep so many problems: those with the highest F-measure in 4-fold cross-validation
    #[arg(long, value_name = "COUNT", conflicts_with = "select")]
    pub best: Option<u32>,
    /// What that cross-validation keeps together: whole games, or nothing (decisions), which
    /// tests problems on hands that were learned from
    #[arg(long, value_enum, default_value_t = FoldsArg::Games)]
    pub fold_by: FoldsArg,
    /// The price of errors of the SVM
    #[arg(long, default_value_t = 1.0, value_name = "C")]
    pub c: f64,
    /// The most shared directions that --aux models adds
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rank: u32,
    /// Learn from the first so many games, for each of these sizes, instead of all
    #[arg(long, value_delimiter = ',', value_name = "SIZES")]
    pub sizes: Vec<u32>,
    /// What ranks the moves: svm, softmax or perceptron
    #[arg(long, value_enum, default_value_t = RankerArg::Svm)]
    pub ranker: RankerArg,
    /// Only decisions of these kinds: those the problems are meant for when left out
    #[arg(long, value_name = "KIND,KIND")]
    pub only: Option<String>,
    /// Passes over the decisions: 8 with softmax, 10 with perceptron; the SVM converges.
    /// The SVM with a number: coordinate descent with at most so many, as LIBLINEAR would do,
    /// converged or not
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub epochs: Option<u32>,
}

/// `fuda learn GAME policy-gradient`
#[derive(Debug, Group)]
pub struct PolicyArgs {
    /// What every method takes.
    #[command(flatten)]
    pub common: Common,
    /// How many games: played against itself and others
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub games: u64,
    /// Learn for so many minutes instead
    #[arg(long, conflicts_with = "games")]
    pub minutes: Option<f64>,
    /// Opponents: a player and how many games out of 100 are against it, such as "rule 10"; may be
    /// repeated
    #[arg(long, value_name = "PLAYER PERCENT")]
    pub against: Vec<String>,
    /// Games out of 100 against earlier versions of itself
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub past: u32,
    /// Learn a linear policy over the features of moves instead of a network
    #[arg(long, conflicts_with_all = ["minutes", "past", "hidden", "entropy", "trace", "games_per_step", "checkpoint"])]
    pub linear: bool,
    /// Hidden units: two layers
    #[arg(long, default_value = "192x96")]
    pub hidden: String,
    /// The learning rate: Adam's at the start, which falls to a twentieth [default: 0.002], or with
    /// --linear that of the plain gradient, which halves within 3,000 games [default: 0.1]
    #[arg(long)]
    pub rate: Option<f32>,
    /// What trying is worth at the start; it falls to a tenth
    #[arg(long, default_value_t = 0.05)]
    pub entropy: f32,
    /// How much of what came later counts against the critic's value (GAE's λ)
    #[arg(long, default_value_t = 0.9)]
    pub trace: f32,
    /// Games between two steps [default: 256, fewer where games are long]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games_per_step: Option<u64>,
    /// Write a checkpoint here at the start, every minute and at the end
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub checkpoint: Option<PathBuf>,
    /// Go on: from the checkpoint
    #[arg(long, requires = "checkpoint")]
    pub resume: bool,
}

/// `fuda learn GAME value`
#[derive(Debug, Group)]
pub struct ValueArgs {
    /// What every method takes.
    #[command(flatten)]
    pub common: Common,
    /// Where the decisions come from.
    #[command(flatten)]
    pub source: Source,
    /// Hidden units: two layers
    #[arg(long, default_value = "128x64")]
    pub hidden: String,
    /// Passes over the decisions: each with the view it was made from
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub epochs: u32,
    /// The learning rate: Adam's at the start; it falls to a twentieth
    #[arg(long, default_value_t = 0.001)]
    pub rate: f32,
}

/// `fuda learn GAME patterns`
#[derive(Debug, Group)]
pub struct PatternsArgs {
    /// What every method takes.
    #[command(flatten)]
    pub common: Common,
    /// Where the decisions come from.
    #[command(flatten)]
    pub source: Source,
    /// Only decisions of these kinds; `fuda games` lists them
    #[arg(long, value_name = "KIND,KIND", default_value = "all")]
    pub only: String,
    /// The most closed patterns to mine: the support is lowered until there would be more
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub mined: u64,
    /// The most patterns chosen from them: 0 leaves single features alone
    #[arg(long, default_value_t = 300)]
    pub chosen: usize,
    /// The penalty of the ridge regression
    #[arg(long, default_value_t = 30.0)]
    pub penalty: f64,
    /// The most positions: drawn by seed
    #[arg(long, default_value_t = 60_000)]
    pub rows: usize,
}
