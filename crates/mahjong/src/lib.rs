//! Riichi mahjong: hands, rules, records, simple players.
//!
//! **What.** Four-player riichi mahjong as it is played on Tenhou and under
//! the rules of the papers: tiles and hands, every yaku, a rules engine with
//! views and assumed positions, and the record formats of the field.
//!
//! **Why.** Programs that learn or search need an engine that is right to the
//! last point and fast enough for playouts. This one replays real top-table
//! games without a difference, and looks hands up in tables.
//!
//! **The types in one look.**
//!
//! | module | holds |
//! |---|---|
//! | [`tile`], [`kinds`], [`meld`], [`notation`] | [`Tile`], [`Kind`], [`Face`], [`Counts`], [`KindSet`], [`Meld`]; `123m 406p` in both directions |
//! | [`hand`] | shanten, acceptance, waits, decompositions |
//! | [`score`] | yaku, fu, limits, payments |
//! | [`rules`] | [`Rules`]: every rule an option, presets by name |
//! | [`game`] | [`Mahjong`], [`MahjongPosition`], [`MahjongView`], [`Move`], [`Deal`] |
//! | [`encode`] | numbers for learners: features of moves, views as planes |
//! | [`records`] | Tenhou XML and JSON, mjai; walls rebuilt from their seeds |
//! | [`players`] | `greedy` and `ukeire` |
//! | [`ask`] | questions about hands as JSON lines |
//!
//! ```
//! use fuda_core::{Game, Position, Purpose, Seed};
//! use fuda_mahjong::{Mahjong, hand::shanten::shanten, notation};
//!
//! let hand = notation::parse("123m 456p 789s 1122z").unwrap();
//! assert_eq!(shanten(&hand.iter().map(|tile| tile.kind).collect()), 0);
//!
//! let game = Mahjong::with_rules("tenhou").unwrap();
//! let deal = game.deal(&mut Seed(1).stream(Purpose::Deal, &[0]));
//! let mut position = game.start(&deal).unwrap();
//! let mut rng = Seed(1).stream(Purpose::Playout, &[0]);
//! let points = position.random_playout(&mut rng, &mut Vec::new());
//! assert_eq!(points.iter().sum::<f64>(), 0.0);
//! ```
//!
//! **How it works.** The holdings of a suit fall into few classes by how far
//! they are from sets and pairs; shanten is a walk through tables of those
//! classes. A position keeps one [`game`] table of everything public, which
//! every view shares, so that a view cannot hold a hidden tile. A discard
//! opens a turn of claims that all answer unseen; precedence decides.
//!
//! **Sources.** Tenhou's published scheme of shuffling; the mjai protocol.
//! Where rules differ between houses, the options of [`Rules`] say how.

pub mod ask;
pub mod encode;
pub mod game;
pub mod hand;
mod japanese;
pub mod kinds;
pub mod meld;
pub mod notation;
pub mod players;
pub mod records;
pub mod rules;
pub mod score;
pub mod tile;

pub use game::{Deal, Mahjong, MahjongPosition, MahjongView, Move, SeatEvent, Standing, Wall};
pub use kinds::{Counts, KindSet};
pub use meld::{Meld, MeldKind};
pub use rules::Rules;
pub use tile::{Face, Kind, Suit, Tile, Wind};
