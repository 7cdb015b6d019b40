//! What can be typed after `fuda mahjong auxiliary`.

use clap::{Args as Group, ValueEnum, ValueHint};
use std::path::PathBuf;

/// Features of mahjong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FeaturesArg {
    /// The 6,432 of the study of auxiliary problems: discards
    Paper,
    /// The 56,908 of the study's linear SVM player: discards
    Wide,
    /// Those of the player eval: every move
    Eval,
}

/// What is minimised.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum MethodArg {
    /// Pairs of moves in the wrong order (linear SVM)
    Ranking,
    /// Choices that were unlikely (logistic choice)
    Softmax,
    /// Pairs in the wrong order, one after the other (averaged perceptron)
    Perceptron,
}

/// Which features auxiliary problems add.
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
}

pub const LEARN_MAHJONG_HELP: &str = "\
Examples:
  fuda mahjong auxiliary --records logs/ --games 200 --model plain.safetensors
  fuda mahjong auxiliary --records logs/ --games 200 --aux predictions --select 0.4 --json
  fuda mahjong auxiliary --records logs/ --curve 25,50,100,200 --aux none,models,predictions,both
  fuda mahjong auxiliary --records logs/ --features eval --games 1117 --test-games 150 \\
      --model eval.safetensors
  fuda agree mahjong eval:model=eval.safetensors logs/ --only discard,no-riichi

Games are dealt by seed into those to learn from and those to test on; games from the same
walls never stand on both sides. The test is on discards while nobody is in riichi.
Nothing is written before the end: an interrupted run is started again with the same command
and gives the same model.";

/// `fuda mahjong auxiliary`
#[derive(Debug, Group)]
pub struct LearnMahjongArgs {
    /// Records to learn from: files, or folders searched to the bottom
    #[arg(long, required = true, num_args = 1.., value_hint = ValueHint::AnyPath)]
    pub records: Vec<PathBuf>,
    /// How many games to learn from
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: u32,
    /// How many other games of --records to test on
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub test_games: u32,
    /// Test on these records instead
    #[arg(long, num_args = 1.., value_hint = ValueHint::AnyPath, conflicts_with = "test_games")]
    pub test: Vec<PathBuf>,
    /// The features
    #[arg(long, value_enum, default_value = "paper")]
    pub features: FeaturesArg,
    /// What is minimised; softmax for --features eval, ranking for others
    #[arg(long, value_enum)]
    pub method: Option<MethodArg>,
    /// Which features auxiliary problems add; several ways one after the other with commas
    #[arg(long, value_enum, value_delimiter = ',', default_value = "none")]
    pub aux: Vec<AuxArg>,
    /// How many auxiliary problems: 22 (own win), 396 (the same by draws left), 78 (22, and
    /// opponents' wins and deal-ins)
    #[arg(long, default_value_t = 22)]
    pub problems: usize,
    /// Keep only problems whose F-measure in 4-fold cross-validation over whole games reaches this
    #[arg(long, value_name = "F")]
    pub select: Option<f64>,
    /// The most shared directions that --aux models adds
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rank: u32,
    /// Passes over the decisions [default: 8 with softmax, 10 with perceptron; ranking is brought
    /// to its end]. Ranking with a number: coordinate descent with at most so many, as LIBLINEAR
    /// would do, finished or not
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub epochs: Option<u32>,
    /// Learn from the first so many games, for each of these sizes, instead of --games
    #[arg(long, value_delimiter = ',', value_name = "SIZES", conflicts_with = "games")]
    pub curve: Vec<u32>,
    /// How games are dealt, and the order in which learners look at decisions
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads (0: one for each core); the result does not depend on it
    #[arg(long, default_value_t = 0)]
    pub threads: u16,
    /// Write the model to this file; the last of several
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub model: Option<PathBuf>,
    /// Replace the model's file if it is already there
    #[arg(long)]
    pub force: bool,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}
