//! Record formats: Tenhou's XML, the JSON of tenhou.net/6, mjai.
//!
//! A log file becomes a [`Log`](log::Log): typed events with absolute seats and
//! the place of each in the file. From there it goes two ways:
//!
//! ```text
//!  Tenhou XML ─┐                        ┌─ verify: every event against the rules
//!  tenhou.net/6 ─→ Log ─→ engine moves ─┤
//!  mjai ───────┘    ↑                   └─ Record<Mahjong> ─→ position to play on from
//!                   └──────── the game replayed  ←───────────┘
//! ```
//!
//! | module | holds |
//! |---|---|
//! | [`log`] | events, hands, games: what all formats share |
//! | [`tenhou`] | XML reader and writer, meld codes, walls from the `SHUFFLE` seed |
//! | [`tenhou6`] | JSON reader (finds the order of events) and writer |
//! | [`mjai`] | reader of its spellings, and writer |
//! | [`record_of`], [`log_of`] | logs into records and back |
//! | [`Game::formats`](fuda_core::Game::formats) | all of it as [`Format`](fuda_core::formats::Format)s |
//!
//! ```
//! use fuda_core::formats::RecordFile;
//! use fuda_core::{Game, Position, Purpose, Record, Seed};
//! use fuda_mahjong::Mahjong;
//!
//! // A game of random moves …
//! let game = Mahjong::default();
//! let mut rng = Seed(7).stream(Purpose::Deal, &[]);
//! let deal = game.deal(&mut rng);
//! let (mut position, mut moves) = (game.start(&deal)?, Vec::new());
//! let mut record = Record::new(&game, deal);
//! while let Some(seat) = position.turn().first() {
//!     let Some(mv) = position.random_move(seat, &mut rng, &mut moves) else { break };
//!     position.play_unchecked(seat, mv);
//!     record.moves.push((seat, mv));
//! }
//! record.scores = position.scores();
//!
//! // … as mjai, and read again.
//! let mjai = Mahjong::formats().into_iter().find(|f| f.name() == "mjai").expect("mjai is there");
//! let file = RecordFile { path: "game.mjson".into(), bytes: mjai.write(&[record])? };
//! let again = mjai.read(&file)?;
//! assert_eq!(again[0].replay()?.scores(), position.scores());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is checked
//! A log is replayed move by move. Every recorded action must be among the
//! legal moves, and so must passing be for everybody who could have claimed a
//! tile and did not. The engine's game is then written as a log of its own, and
//! the two are compared event by event: draws, discards, calls, indicators,
//! riichi sticks, yaku, han, fu, limits, points, pao, hands shown, scores before
//! and after, and the final settlement. Where the log has a seed, all walls are
//! rebuilt from it, and every tile dealt, drawn, replaced or turned must lie
//! where they have it.
//!
//! # What a log does not say
//! - Tiles of the wall nobody saw: filled with those left over, shuffled from
//!   the number of the hand, so that the same log always gives the same record.
//! - Which of several equal tiles is meant (mjai, tenhou.net/6): the lowest
//!   copy that is still free.
//! - Claims that another one went before: the seat has passed.
//! - The length of the game (mjai): a hanchan, unless it ended in the first
//!   round with nobody below zero.
//!
//! # Sources
//! Tenhou's published scheme of its walls; Matsumoto and Nishimura, *Mersenne
//! Twister* (1998); the logs themselves.

mod compare;
mod convert;
mod formats;
mod fu;
mod game_rules;
mod ids;
pub mod log;
pub mod mjai;
mod narrate;
mod replay;
mod stats;
mod table;
pub mod tenhou;
pub mod tenhou6;
mod unseen_ura;
mod verify;
mod walls;
mod xml;
mod yaku_names;

pub use convert::{log_of, record_of};
pub(crate) use formats::formats;
