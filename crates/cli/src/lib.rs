//! The command `fuda`: parses arguments, calls the other crates, prints.
//!
//! **What.** [`run`] is the whole command for a list of [`Games`]. A game of
//! another crate joins with [`Games::with`], and every command knows it:
//!
//! ```no_run
//! use fuda_cli::Games;
//!
//! fn main() -> std::process::ExitCode {
//!     fuda_cli::run(&Games::all()) // .with(my_game())
//! }
//! ```
//!
//! **How it works.** What was typed ([`args`]) and what is to be done are two
//! types. Each command is one thin file; what it asks of a game stands behind
//! an object, so that the commands themselves know no game's types.

pub mod args;
mod commands;
pub mod complete;
pub mod failure;
mod game;
pub mod interrupt;
pub mod lang;
pub mod queue;
pub mod record_files;
pub mod screen;

pub use game::{AnyGame, FormatInfo, GameInfo, Games, NamedInfo};

use failure::Verdict;
use std::process::ExitCode;

/// Does what was typed, with these games.
pub fn run(games: &Games) -> ExitCode {
    interrupt::watch();
    complete::answer(games);
    let (args, lang) = lang::parse();
    screen::speak(lang);
    let outcome = commands::run(args, games);
    queue::close();
    match interrupt::outcome(outcome) {
        Ok(Verdict::Good) => ExitCode::SUCCESS,
        Ok(Verdict::Failed) => ExitCode::from(1),
        Ok(Verdict::Interrupted) => interrupt::code(),
        Err(failure) => failure.tell(),
    }
}
