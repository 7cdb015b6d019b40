//! The command line as people and programs use it, each test in a fresh folder.

mod agree;
mod common;
mod matches;
mod othello;
mod records;
mod usage;
