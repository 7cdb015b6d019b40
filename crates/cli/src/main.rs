//! The `fuda` command: build, train, pit and study computer players.

mod args;
mod commands;
mod desk;
mod failure;
mod record_files;
mod screen;

use clap::Parser;
use failure::Verdict;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = args::Args::parse();
    match commands::run(args.command) {
        Ok(Verdict::Good) => ExitCode::SUCCESS,
        Ok(Verdict::Failed) => ExitCode::from(1),
        Err(failure) => failure.tell(),
    }
}
