//! Matches from outside: what they report, what they survive.

mod common;
mod faults;
mod forks;
mod luck;
mod luck_exact;
mod matches;
mod observers;
mod pages;
mod records;
mod rounds;
mod store;
mod tournaments;
