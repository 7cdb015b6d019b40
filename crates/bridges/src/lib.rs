//! Players from outside: programs in any language, under supervision.
//!
//! **What.** A program that plays is started, asked and ended by fuda. This
//! crate has the supervised [`Process`] and the protocols that are spoken
//! over its pipes.
//!
//! **Why.** A program from outside may crash, hang, print garbage or flood
//! its pipes. None of that may harm anything but its own game, and nothing
//! may remain of it when fuda ends, however fuda ends.
//!
//! **The types in one look.** [`CommandLine`] is what was typed, taken apart
//! as a shell would. [`Process`] is the running program: bytes in, lines out,
//! each with a deadline; [`ProcessLimits`] says what it may use, and
//! [`ProcessError`] what went wrong. [`exec`] is fuda's own protocol, for
//! every game; `mjai`, `nboard` and `uecda` are others' protocols of one game,
//! each there with the feature named after its game.
//!
//! ```
//! # #[cfg(unix)] {
//! use fuda_bridges::{CommandLine, Process, ProcessLimits};
//!
//! let command: CommandLine = "cat -u".parse().unwrap();
//! let mut cat = Process::start(&command, ProcessLimits::default()).unwrap();
//! let deadline = cat.answer_deadline();
//! cat.send(b"hello\n", deadline).unwrap();
//! assert_eq!(cat.line(deadline).unwrap(), b"hello");
//! # }
//! ```
//!
//! **How it works.** The pipes never block: one `poll` waits for an answer,
//! for messages on standard error and for room to write, so a question costs
//! no thread and no handover. The program has a clean environment, no
//! descriptor but its three pipes, and a process group of its own that is
//! killed as a whole when the [`Process`] is dropped, and by a guardian when
//! fuda dies; on Linux the system kills the program itself then, too.

mod command_line;
pub mod exec;
mod lines;
#[cfg(feature = "mahjong")]
pub mod mjai;
#[cfg(feature = "othello")]
pub mod nboard;
mod process;
#[cfg(feature = "mahjong")]
mod socket;
#[cfg(feature = "daihinmin")]
pub mod uecda;

pub use command_line::{CommandLine, CommandLineError};
pub use process::{Process, ProcessError, ProcessLimits};

/// An error as the arena gets it, with the last lines of standard error.
fn player_error(error: impl std::fmt::Display, last_errors: &[String]) -> fuda_core::PlayerError {
    let last = match last_errors {
        [] => String::new(),
        lines => format!("; standard error ends with `{}`", lines.join(" / ")),
    };
    fuda_core::PlayerError(format!("{error}{last}"))
}

/// How many of a program's last lines of standard error are reported.
const LAST_ERRORS: usize = 3;

/// The most characters of an excerpt.
const EXCERPT: usize = 160;

/// The beginning of some bytes as text that can be printed on one line.
pub fn excerpt(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * EXCERPT)]);
    let mut shown = String::new();
    for (count, c) in text.chars().enumerate() {
        if count == EXCERPT {
            shown.push('…');
            break;
        }
        match c.is_control() {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    shown
}
