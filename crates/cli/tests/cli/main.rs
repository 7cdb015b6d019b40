//! The command line as people and programs use it, each test in a fresh folder.

mod agree;
mod common;
mod daihinmin;
mod koikoi;
mod mahjong;
mod matches;
mod mining;
mod othello;
mod records;
mod reproduce;
mod usage;
