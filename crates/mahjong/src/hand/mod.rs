//! Knowledge about hands: how far from complete, what brings them closer, what
//! completes them, how a complete one falls apart.
//!
//! | question | answer |
//! |---|---|
//! | how far from complete? | [`shanten::shanten`], by form [`shanten::shanten_by_form`] |
//! | the same for a hand that changes tile by tile | [`shanten::Keys`] |
//! | which tiles bring it closer? | [`acceptance::acceptance`] |
//! | what does each discard leave? | [`acceptance::discards`], [`acceptance::best_discards`] |
//! | which tiles complete it? | [`waits::waits`] |
//! | which sets and pair is it? | [`decompose::decompositions`] |
//!
//! All of them take the concealed tiles as [`Counts`](crate::Counts); melds are
//! known by the tiles that are missing. None allocates.
//!
//! ```
//! use fuda_mahjong::{Counts, hand::acceptance::best_discards, notation::parse};
//!
//! let hand: Counts = parse("23488m 345p 3467s 15z")?.iter().map(|face| face.kind).collect();
//! // Either honour can go: the hand is then one tile from tenpai.
//! let best = best_discards(&hand);
//! assert_eq!(best.iter().map(|each| each.kind.to_string()).collect::<Vec<_>>(), ["1z", "5z"]);
//! assert_eq!(best[0].after.shanten, 1);
//! assert_eq!(format!("{:?}", best[0].after.kinds), "{2s, 5s, 8s}");
//! assert_eq!(best[0].after.live(&hand), 12);
//! # Ok::<(), fuda_mahjong::notation::NotationError>(())
//! ```
//!
//! Shanten is read from tables (see the source of `tables`): the tiles of each
//! suit have one of 126 classes, two suits joined one of 180, and a whole hand is
//! one look into a table of two joined classes. The idea of distances by suit
//! that are joined by least sums is known from the "shanten number" tables of
//! several open programs; that so few classes remain, so that the joining itself
//! is a table, makes it quick.

pub mod acceptance;
pub mod decompose;
pub mod shanten;
mod tables;
pub mod waits;
