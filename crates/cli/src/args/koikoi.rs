//! What can be typed about learning Koi-Koi.

use super::examples;
use clap::{Args as Group, Subcommand, ValueHint};
use std::path::PathBuf;

/// How the paper's linear policy is learned.
#[derive(Debug, Group)]
pub struct LearnPgArgs {
    /// Opponents: the one to learn against
    #[arg(long, default_value = "rule")]
    pub against: String,
    /// How many games
    #[arg(long, default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub episodes: u64,
    /// The learning rate: at the start
    #[arg(long, default_value_t = 0.5)]
    pub rate: f64,
    /// The temperature of the policy
    #[arg(long, default_value_t = 3.0)]
    pub temperature: f64,
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
}

/// `fuda koikoi policy`
#[derive(Debug, Group)]
pub struct PolicyArgs {
    /// How it learns.
    #[command(flatten)]
    pub learning: LearnPgArgs,
    /// The root of all random numbers: same seed, same result
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The rules; `fuda games` lists them. Only single rounds can be learned from
    #[arg(long, default_value = "paper")]
    pub rules: String,
    /// Where the model goes
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub model: PathBuf,
    /// Replace what is already there
    #[arg(long)]
    pub force: bool,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}

/// Examples under the help of `fuda koikoi completions`.
pub const VALUE_HELP: &str = "\
Examples:
  fuda koikoi completions --turn 7 --model turn7.safetensors
  fuda koikoi completions --turn all --samples 60000 --completions 30 --playouts 30 --passes 8 \\
      --model value.safetensors
  fuda match koikoi value:model=value.safetensors rule

The target of an after-state is the mean of rule players' completions with the hidden cards
shuffled anew. Errors are of 300 after-states that were not learned from; the scatter (what each
of them is worth, what the network says) is in the JSON.";

/// `fuda koikoi completions`
#[derive(Debug, Group)]
pub struct LearnValueArgs {
    /// The turn after whose action the value is asked, or `all`
    #[arg(long, default_value = "1")]
    pub turn: String,
    /// After-states to learn from
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub samples: u32,
    /// After-states to test on
    #[arg(long = "test-samples", alias = "test", default_value_t = 300, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
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
    /// The rules; `fuda games` lists them. Only single rounds have values
    #[arg(long, default_value = "paper")]
    pub rules: String,
    /// The root of all random numbers: same seed, same result
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Worker threads (0: one for each core); results do not depend on it
    #[arg(long, default_value_t = 0, value_parser = super::thread_count())]
    pub threads: u16,
    /// Where the model goes
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub model: PathBuf,
    /// Replace what is already there
    #[arg(long)]
    pub force: bool,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}

/// `fuda koikoi …`
#[derive(Debug, Subcommand)]
pub enum KoikoiCommand {
    /// Learning curves of the linear policy over many seeds, with the band between them
    #[command(after_help = examples::CURVES)]
    Curves(CurvesArgs),
    /// Learn a linear policy by policy gradient, as paper 5 does (the player pg)
    #[command(after_help = examples::POLICY)]
    Policy(PolicyArgs),
    /// Learn a network that values after-states by completions, as paper 5 does (the player value)
    #[command(after_help = VALUE_HELP)]
    Completions(LearnValueArgs),
}

/// `fuda koikoi curves`
#[derive(Debug, Group)]
pub struct CurvesArgs {
    /// How it learns.
    #[command(flatten)]
    pub learning: LearnPgArgs,
    /// How many seeds, from 1
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1_000))]
    pub seeds: u64,
    /// Worker threads (0: one for each core); results do not depend on it
    #[arg(long, default_value_t = 0, value_parser = super::thread_count())]
    pub threads: u16,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}
