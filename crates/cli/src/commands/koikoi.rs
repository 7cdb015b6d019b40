//! `fuda koikoi …`: Koi-Koi's own tools.

use crate::args::koikoi::KoikoiCommand;
use crate::failure::Outcome;

/// Runs one of the tools.
pub fn run(command: &KoikoiCommand) -> Outcome {
    match command {
        KoikoiCommand::Curves(args) => super::koikoi_policy::curves(args),
        KoikoiCommand::Policy(args) => super::koikoi_policy::run(args),
        KoikoiCommand::Completions(args) => super::koikoi_completions::run(args),
    }
}
