//! Every named player of every game.
//!
//! **What.** A player is written `name:key=value,key=value`, for example
//! `uct:loops=500`. This crate reads such a description, checks it against
//! the game's [`Catalogue`], and makes the player. It is the only crate that
//! knows games, searches and models together.
//!
//! **Why.** The command line, the arena, experiments and reports name players
//! by the same short text, and a wrong text is answered with the nearest
//! right one.
//!
//! **The types in one look.** [`Catalogue`] holds the [`Kind`]s of players of
//! one game, each with its [`Parameter`]s; [`Description`] is the text, read;
//! [`Recipe`] is the player, ready to be made as often as needed.
//!
//! ```
//! use fuda_core::kuhn::Kuhn;
//! use fuda_players::Catalogue;
//!
//! let players: Catalogue<Kuhn> = Catalogue::basic();
//! let random = players.recipe(&Kuhn, "random").unwrap();
//! assert_eq!(random.name, "random");
//! let player = (random.make)();
//! # drop(player);
//! let wrong = players.recipe(&Kuhn, "randon").err().unwrap();
//! assert_eq!(wrong.to_string(), "kuhn has no player `randon`; did you mean `random`?");
//! ```
//!
//! **How it works.** A [`Kind`] is a row of data: name, one line about it,
//! its parameters with defaults and ranges, and a function from checked
//! [`Values`] to a factory. Adding a player is adding a row.
//!
//! **Features.** One per game, all on by default: with `default-features =
//! false, features = ["koikoi"]` the players of one game compile no other.

// What the players of several games share is not all used by those of one.
#![cfg_attr(
    not(all(
        feature = "daihinmin",
        feature = "koikoi",
        feature = "leduc",
        feature = "mahjong",
        feature = "othello"
    )),
    allow(dead_code)
)]

pub mod agree;
mod basic;
mod catalogue;
pub mod check;
#[cfg(feature = "daihinmin")]
mod daihinmin;
mod description;
pub mod exploit;
pub mod jobs;
#[cfg(feature = "koikoi")]
pub mod koikoi;
pub mod learned;
#[cfg(feature = "leduc")]
mod leduc;
#[cfg(feature = "mahjong")]
mod mahjong;
mod models;
#[cfg(feature = "othello")]
mod othello;
mod outside;
mod parameter;
mod search;
mod solved;
mod unit;

pub use catalogue::{
    Beliefs, Catalogue, Factory, Kind, KindInfo, MakeBeliefs, ParameterInfo, Reach, Recipe, nearest,
};
#[cfg(feature = "daihinmin")]
pub use daihinmin::{
    Learned as DaihinminModel, Learner as DaihinminLearner, daihinmin, mc_by as daihinmin_mc_by,
};
pub use description::{Description, DescriptionError};
#[cfg(feature = "koikoi")]
pub use koikoi::koikoi;
#[cfg(feature = "leduc")]
pub use leduc::leduc;
#[cfg(feature = "mahjong")]
pub use mahjong::mahjong;
pub use models::{Models, NamedModel};
#[cfg(feature = "othello")]
pub use othello::{othello, patterns};
pub use parameter::{Parameter, Range, Values};
pub use unit::{Unit, UnitOf, Units};

/// The policy network of mahjong.
#[cfg(feature = "mahjong")]
pub mod mahjong_net {
    pub use crate::mahjong::{Adviser, LAYOUT, NetPlayer, Probabilities, shipped};
}
