//! The command line as people and programs use it, each test in a fresh folder.

mod agree;
mod analyse;
mod auxiliary;
#[cfg(unix)]
mod bots;
mod common;
mod daihinmin;
#[cfg(unix)]
mod documents;
mod examples;
#[cfg(unix)]
mod files;
mod help;
#[cfg(target_os = "linux")]
mod interrupts;
mod koikoi;
mod learn;
mod leduc;
#[cfg(all(feature = "nats", unix))]
mod machines;
mod mahjong;
mod matches;
mod mining;
#[cfg(unix)]
mod mjai;
#[cfg(unix)]
mod mjai_tcp;
mod models;
mod othello;
mod parts;
mod patterns;
mod positions;
mod processors;
mod progress;
#[cfg(unix)]
mod protocols;
#[cfg(all(feature = "nats", unix))]
mod queue;
mod records;
mod reproduce;
mod study;
mod tournament;
mod usage;
