//! How well a player agrees with the moves of records.
//!
//! [`Sample::draw`] draws decisions out of records by seed, [`compare`] asks
//! a player about each of them, and [`Agreement`] says how often it chose the
//! recorded move, how far down its list the recorded move was, and how sure
//! that is. Which decisions count is a [`DecisionFilter`](fuda_core::DecisionFilter);
//! which moves count as the same is a matter of the game
//! ([`Game::same_choice`](fuda_core::Game::same_choice)).

mod compare;
mod remote;
mod sample;
mod summary;

pub use compare::{Options, Rank, compare};
pub use remote::AGREE;
pub(crate) use remote::open;
pub use sample::{Sample, SampledDecision};
pub use summary::{Agreement, TurnAgreement};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why players and records cannot be compared.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
pub enum AgreeError {
    /// There is nothing to compare with.
    #[error("no record has a decision of the kind asked for ({games} games looked at)")]
    NoDecision {
        /// How many games there were.
        games: usize,
    },
    /// A record the rules refuse.
    #[error("game {number}: the record does not replay: {reason}")]
    Record {
        /// Which record, counted from 1.
        number: usize,
        /// What is wrong.
        reason: String,
    },
    /// The player cannot be made, or gave no legal move.
    #[error("game {number}, move {at}: {reason}")]
    Player {
        /// Which record, counted from 1.
        number: usize,
        /// Which move, counted from 1.
        at: usize,
        /// What is wrong.
        reason: String,
    },
    /// The workers of a queue could not do it.
    #[error("{0}")]
    Queue(String),
}
