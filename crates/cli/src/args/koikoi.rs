//! What can be typed about learning Koi-Koi.

use clap::{Args as Group, Subcommand, ValueHint};
use std::path::PathBuf;

/// Examples under the help of `fuda learn koikoi-pg-net`.
pub const NET_HELP: &str = "\
Examples:
  fuda learn koikoi-pg-net --rules paper --episodes 500000 --model paper.safetensors
  fuda learn koikoi-pg-net --minutes 30 --threads 0 --model m.safetensors --checkpoint run.ckpt
  fuda learn koikoi-pg-net --minutes 30 --threads 0 --model m.safetensors --checkpoint run.ckpt --resume
  fuda match koikoi pg-net:model=m.safetensors rule --deals 2000

The player learns from games against itself, its past selves and the players of --against.
With --episodes the same seed gives the same model, whatever the threads; with --minutes the
model depends on how far the time went. Learning that was interrupted (Ctrl-C writes the
checkpoint and the model as they are) goes on with --resume.";

/// `fuda learn koikoi-pg-net`
#[derive(Debug, Group)]
pub struct LearnNetArgs {
    /// The rules; single rounds of them are played
    #[arg(long, default_value = "paper")]
    pub rules: String,
    /// How many games in all
    #[arg(long, default_value_t = 300_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub episodes: u64,
    /// Stop after so many minutes instead, whatever the games
    #[arg(long, conflicts_with = "episodes")]
    pub minutes: Option<f64>,
    /// The root of all random numbers
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads (0: one for each core); the result does not depend on it
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
    /// An opponent and its games out of 100, such as "mc:playouts=300 15"; may be repeated
    #[arg(long, value_name = "PLAYER SHARE")]
    pub against: Vec<String>,
    /// Games out of 100 against past selves; what is left is against itself
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub past: u32,
    /// Units of the two hidden layers
    #[arg(long, default_value = "192x96")]
    pub hidden: String,
    /// The learning rate at the start; it falls to a twentieth
    #[arg(long, default_value_t = 2e-3)]
    pub rate: f32,
    /// What a unit of entropy is worth at the start; it falls to a tenth
    #[arg(long, default_value_t = 0.01)]
    pub entropy: f32,
    /// How much of what came later counts against the critic's word (0 to 1)
    #[arg(long, default_value_t = 0.9)]
    pub trace: f32,
    /// Games between two steps
    #[arg(long, default_value_t = 256)]
    pub games_a_step: u64,
    /// Passes over the decisions of a step
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub passes: u32,
    /// Decisions a minibatch
    #[arg(long, default_value_t = 2_048, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub minibatch: u32,
    /// The file to write the model to
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub model: PathBuf,
    /// A file for everything that is needed to go on, written every minute
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub checkpoint: Option<PathBuf>,
    /// Go on from the checkpoint
    #[arg(long, requires = "checkpoint")]
    pub resume: bool,
    /// Append each point of the learning curve to this file as a line of JSON
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub curve: Option<PathBuf>,
    /// Replace the model's file if it is already there
    #[arg(long)]
    pub force: bool,
    /// Print one JSON object with the learning curve and nothing else
    #[arg(long)]
    pub json: bool,
}

/// Examples under the help of `fuda learn koikoi-value`.
pub const VALUE_HELP: &str = "\
Examples:
  fuda learn koikoi-value --turn 7 --model turn7.safetensors
  fuda learn koikoi-value --turn all --samples 60000 --completions 30 --playouts 30 --passes 8 \\
      --model value.safetensors
  fuda match koikoi value:model=value.safetensors rule

The target of an after-state is the mean of rule players' completions with the hidden cards
shuffled anew. Errors are of 300 after-states that were not learned from; the scatter (what each
of them is worth, what the network says) is in the JSON.";

/// `fuda learn koikoi-value`
#[derive(Debug, Group)]
pub struct LearnValueArgs {
    /// The turn after whose action the value is asked, or `all`
    #[arg(long, default_value = "1")]
    pub turn: String,
    /// After-states to learn from
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub samples: u32,
    /// After-states to test on
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub test: u32,
    /// How often each is played to its end
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub completions: u32,
    /// Random completions of each koi-koi decision on the way
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub playouts: u32,
    /// Passes over the after-states
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub passes: u32,
    /// The rules; only single rounds have values
    #[arg(long, default_value = "paper")]
    pub rules: String,
    /// The root of all random numbers
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads (0: one for each core); the result does not depend on it
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
    /// The file to write the model to
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub model: PathBuf,
    /// Replace the model's file if it is already there
    #[arg(long)]
    pub force: bool,
    /// Print one JSON object with the error curve and the scatter and nothing else
    #[arg(long)]
    pub json: bool,
}

/// `fuda koikoi …`
#[derive(Debug, Subcommand)]
pub enum KoikoiCommand {
    /// Learning curves of the linear policy over many seeds, with the band between them
    Curves(CurvesArgs),
}

/// `fuda koikoi curves`
#[derive(Debug, Group)]
pub struct CurvesArgs {
    /// The opponent to learn against
    #[arg(long, default_value = "rule")]
    pub against: String,
    /// Games of each run
    #[arg(long, default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub episodes: u64,
    /// How many seeds, from 1
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1_000))]
    pub seeds: u64,
    /// The temperature of the policy
    #[arg(long, default_value_t = 3.0)]
    pub temperature: f64,
    /// The learning rate at the start
    #[arg(long, default_value_t = 0.5)]
    pub rate: f64,
    /// After so many episodes the rate has halved
    #[arg(long, default_value_t = 100.0)]
    pub halves: f64,
    /// Take the mean reward so far off each reward
    #[arg(long)]
    pub baseline: bool,
    /// Average the weights over this share of the games at the end
    #[arg(long, default_value_t = 0.0)]
    pub averaged: f64,
    /// Random completions that decide koi-koi
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub calls: u32,
    /// Threads (0: one for each core); the result does not depend on it
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
    /// Print one JSON object with the band and every run and nothing else
    #[arg(long)]
    pub json: bool,
}
