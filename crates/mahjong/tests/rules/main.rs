//! A test for every line of the rules, on tables laid out by hand.

mod endings;
mod kans;
mod rare;
mod riichi_and_furiten;
mod table;
