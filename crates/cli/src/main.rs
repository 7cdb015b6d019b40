//! The `fuda` command: build, train, pit and study computer players.

mod commands;
mod desk;

use clap::Parser;
use failure::Verdict;
use fuda_cli::{args, failure, interrupt, record_files, screen};
use std::process::ExitCode;

fn main() -> ExitCode {
    interrupt::watch();
    let args = args::Args::parse();
    match commands::run(args.command) {
        Ok(Verdict::Good) => ExitCode::SUCCESS,
        Ok(Verdict::Failed) => ExitCode::from(1),
        Ok(Verdict::Interrupted) => interrupt::code(),
        Err(failure) => failure.tell(),
    }
}
