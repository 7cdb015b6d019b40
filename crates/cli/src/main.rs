//! The `fuda` command: build, train, pit and study computer players.

use fuda_cli::Games;
use std::process::ExitCode;

fn main() -> ExitCode {
    fuda_cli::run(&Games::all())
}
