//! What can be typed after `fuda models`.

use super::examples;
use clap::{Args as Group, Subcommand, ValueHint};
use std::path::PathBuf;

/// What to do with model files.
#[derive(Debug, Subcommand)]
pub enum ModelsCommand {
    /// Show what model files are for and how they were made
    #[command(after_help = examples::SHOW)]
    Show(ShowModelsArgs),
    /// Make a model file of one in an older form (JSON, or safetensors before version 2)
    #[command(after_help = examples::MODELS_CONVERT)]
    Convert(ConvertModelArgs),
}

/// What to show.
#[derive(Debug, Group)]
pub struct ShowModelsArgs {
    /// The files
    #[arg(required = true, value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    /// Print one JSON array and nothing else
    #[arg(long)]
    pub json: bool,
}

/// What to convert.
#[derive(Debug, Group)]
pub struct ConvertModelArgs {
    /// The file in an older form
    #[arg(value_hint = ValueHint::FilePath)]
    pub old: PathBuf,
    /// Where the result goes: the model file
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub out: PathBuf,
    /// The command that made the model, where the old file does not have it
    #[arg(long, value_name = "COMMAND")]
    pub made_by: Option<String>,
    /// Replace what is already there
    #[arg(long)]
    pub force: bool,
}
