//! Computer players for games with hidden information, in one import.
//!
//! **What.** Riichi mahjong, daihinmin, koi-koi and Leduc hold'em, where cards
//! are hidden, and Othello, where everything is seen: exact rules, players by
//! name, fair matches with intervals, records of the field, learning. This
//! crate re-exports the crates of the workbench and adds the list of games
//! ([`games`]); the command line, the pages in a browser and the Python
//! package are built on it.
//!
//! **Why.** A researcher wants one dependency, one set of words for all games,
//! and a number at the end that can be trusted.
//!
//! ```
//! use fuda::arena::{Hooks, MatchOptions, Plan, run, table};
//!
//! let entry = fuda::games::koikoi();
//! let game = entry.rules(Some("nintendo"))?;
//! let players = vec![entry.entrant(&game, "rule")?, entry.entrant(&game, "random")?];
//! let options = MatchOptions { deals: 50, ..MatchOptions::default() };
//! let report = run(&Plan::new(game, players, options)?, Hooks::default())?;
//!
//! println!("{}", table(&report));
//! let lead = report.difference.expect("there are two players").points;
//! assert!(lead.is_above(0.0), "`rule` beats `random` by {lead}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **The types in one look.**
//!
//! | where | what |
//! |---|---|
//! | this crate's root | the traits and types all games share: [`Game`], [`Position`], [`View`], [`Player`], [`Record`], [`Decision`] … |
//! | [`games`] | every game with its players, rules and pictures; where a game of yours joins |
//! | [`othello`], [`mahjong`], [`daihinmin`], [`koikoi`], [`leduc`] | the rules, views, formats and encoders of each game |
//! | [`players`] | players by description, such as `uct:loops=500` |
//! | [`arena`] | matches, tournaments, self-play, batches of games, reports |
//! | [`search`] | UCT, flat Monte Carlo, CFR+, for any game |
//! | [`learn`], [`mine`], [`train`] | learners, closed patterns, and the steps from records to models |
//! | [`stats`] | values with their intervals |
//! | [`bridges`] | programs from outside as players, and ours at other tables |
//!
//! **Examples.** `examples/` of this crate: score a mahjong hand, write a
//! player, run a match and read its interval, add a game, train a player,
//! review a record. Each is a program of one page.
//!
//! **Sources.** The front page of each crate names those of its methods.

pub use fuda_arena as arena;
pub use fuda_bridges as bridges;
pub use fuda_core::*;
pub use fuda_daihinmin as daihinmin;
pub use fuda_koikoi as koikoi;
pub use fuda_learn as learn;
pub use fuda_leduc as leduc;
pub use fuda_mahjong as mahjong;
pub use fuda_mine as mine;
pub use fuda_othello as othello;
pub use fuda_players as players;
pub use fuda_search as search;
pub use fuda_stats as stats;
pub use fuda_train as train;

pub mod games;
