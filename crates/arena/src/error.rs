//! What can go wrong with a match as a whole.

use crate::drive::Fault;
use crate::plan::MOST_DEALS;
use crate::scheme::SchemeError;
use crate::store::StoreError;
use fuda_core::BadText;
use fuda_queue::QueueError;
use std::path::PathBuf;
use thiserror::Error;

/// A match that cannot be played as described.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlanError {
    /// The seating does not fit.
    #[error(transparent)]
    Scheme(#[from] SchemeError),
    /// Nothing is to be played.
    #[error("a match needs at least one deal")]
    NoDeals,
    /// More deals than fit into memory.
    #[error(
        "{0} deals are too many: the results of every deal are kept in memory, and a match can \
         have at most {MOST_DEALS}; play several matches with different seeds instead"
    )]
    TooManyDeals(u64),
    /// A series of no games, or seats that change every 0 games.
    #[error("a series has at least one game, and seats change after at least one")]
    EmptySeries,
    /// A series too long for one block.
    #[error("a series of {games} games in all seatings is too long")]
    LongSeries {
        /// How many games it was to have.
        games: u32,
    },
    /// Nobody to play against.
    #[error("a match needs at least two players")]
    Alone,
    /// A player of a tournament is there twice.
    #[error("`{0}` is named twice; every player of a tournament is named once")]
    Twice(String),
    /// A difference that is none.
    #[error("expected a difference in points above 0 to decide by, got {0}")]
    Undecidable(String),
}

/// Why a match ended without a report.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// It was never possible.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The results could not be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The game refused the deal.
    #[error("deal {deal}, game {game}: the deal is refused: {source}")]
    Deal {
        /// Which deal, counted from 0.
        deal: u64,
        /// Which game of the deal, counted from 0.
        game: usize,
        /// What the game said.
        source: BadText,
    },
    /// The game itself broke; no player is to blame.
    #[error("deal {deal}, game {game}: the game broke: {message}")]
    Broke {
        /// Which deal, counted from 0.
        deal: u64,
        /// Which game of the deal, counted from 0.
        game: usize,
        /// What happened.
        message: String,
    },
    /// A player failed where no game may be lost by rule.
    #[error("game {game}: `{player}` failed: {fault}")]
    Failed {
        /// The player.
        player: String,
        /// Which game, counted from 0.
        game: u64,
        /// What it did.
        fault: Fault,
    },
    /// The games cannot be kept.
    #[error("{path}: {problem}")]
    Records {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// A player could not even be made.
    #[error("the player `{name}` cannot be made: {message}")]
    Maker {
        /// Its description.
        name: String,
        /// What happened.
        message: String,
    },
    /// Too many players never answered.
    #[error(
        "{count} players of this match are still thinking about moves they lost on time; the \
         match ends before `{name}` gets one more"
    )]
    LeftBehind {
        /// The player that was to be made.
        name: String,
        /// How many are still thinking.
        count: usize,
    },
    /// Workers of a queue cannot make the player.
    #[error(
        "`{name}` plays on this machine only: workers of a queue make players from their \
         descriptions and start no programs; play without a queue"
    )]
    Stays {
        /// Its name.
        name: String,
    },
    /// Workers of a queue cannot watch for the caller.
    #[error("whoever watches these games can do so on this machine only; play without a queue")]
    Watched,
    /// The work could not be done by the workers of a queue.
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// The system gives no thread.
    #[error("no thread could be started: {0}")]
    Threads(std::io::Error),
}
