//! Matches from outside: what they report, what they survive.

mod common;
mod faults;
mod matches;
mod observers;
mod pages;
mod store;
