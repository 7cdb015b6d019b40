//! The parts of the command `fuda` that know no game: what was typed, what
//! people see, how a command fails or is interrupted.
//!
//! The binary adds the commands themselves. Those are compiled once for every
//! game, which takes long; what can be tested without them lives here.

pub mod args;
pub mod failure;
pub mod interrupt;
pub mod record_files;
pub mod screen;
