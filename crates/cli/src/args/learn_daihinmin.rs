//! What can be typed after `fuda learn daihinmin`.

use clap::{Args as Group, ValueEnum, ValueHint};
use std::path::PathBuf;

/// What is learned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum LearnerKind {
    /// A network of three layers on 182 features
    Nn,
    /// An averaged perceptron on 5,110 products of features
    Ap,
}

/// What a network makes small.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum LossKind {
    /// The paper's: pairs of the played move with each other one
    Pairs,
    /// How unlikely the played move looks; evaluations become logarithms of chances
    Softmax,
}

/// `fuda learn daihinmin`
#[derive(Debug, Group)]
#[command(group = clap::ArgGroup::new("source").required(true))]
pub struct LearnDaihinminArgs {
    /// Records to learn from: files or folders; can be repeated
    #[arg(long, value_name = "RECORDS", group = "source", value_hint = ValueHint::AnyPath)]
    pub from: Vec<PathBuf>,
    /// The player whose games against itself are learned from
    #[arg(long, value_name = "PLAYER", group = "source")]
    pub self_play: Option<String>,
    /// Positions to learn from
    #[arg(long, default_value_t = 50_000)]
    pub positions: usize,
    /// Positions of other games to measure the agreement on
    #[arg(long, default_value_t = 10_000)]
    pub test: usize,
    /// What is learned
    #[arg(long, value_enum, default_value_t = LearnerKind::Nn)]
    pub learner: LearnerKind,
    /// Passes over the positions
    #[arg(long, default_value_t = 1)]
    pub epochs: usize,
    /// Hidden units of a network
    #[arg(long, default_value_t = 16)]
    pub hidden: usize,
    /// How far a network steps along the gradient of a position
    #[arg(long)]
    pub rate: Option<f64>,
    /// Positions after which a network's rate has halved
    #[arg(long)]
    pub cooling: Option<f64>,
    /// What a network makes small
    #[arg(long, value_enum, default_value_t = LossKind::Softmax)]
    pub loss: LossKind,
    /// Learn so often, with other positions, and report every agreement; the first model is kept
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub repeats: u32,
    /// Measure the agreement whenever so many positions were learned from
    #[arg(long, default_value_t = 5_000)]
    pub every: usize,
    /// The root of all random numbers
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads that play against themselves; 0 is one for each core
    #[arg(long, default_value_t = 0)]
    pub threads: u16,
    /// Write the games played here, in fuda's own format
    #[arg(long, requires = "self_play", value_hint = ValueHint::FilePath)]
    pub records: Option<PathBuf>,
    /// The file to write the model to
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub model: PathBuf,
    /// Replace files that are already there
    #[arg(long)]
    pub force: bool,
    /// Print one JSON object with the curve of agreement and nothing else
    #[arg(long)]
    pub json: bool,
}
